// A fault covers everything, with the remedy; the old state stays below it.

import { loadWords, t, textOr } from "/hub/words.js";
import { byID, icon, make } from "/record/element.js";
import { play } from "/desk/sound.js";
import { loadStyle } from "/desk/style.js";

const kinds = ["readers", "database"];

/** Shows a fault of the station, or none. @param {() => object} current the station's latest state */
export async function showFault(current) {
  await Promise.all([loadWords("why").catch(() => {}), loadStyle("/desk/fault.css")]);
  const fault = current();
  const place = byID("fault");
  place.hidden = !fault;
  const told = fault ? sentences(fault) : [];
  if (place.dataset.told === told.join(" ")) return;
  place.dataset.told = told.join(" ");
  const [title, ...others] = told;
  place.replaceChildren(...fault
    ? [icon("fault"), make("p.fault-title", {}, title), ...others.map((text) => make("p.fault-do", {}, text))] : []);
}

function sentences({ kind, reason, scans }) {
  const key = kinds.includes(kind) ? `desk.fault-${kind}` : "desk.fault-other";
  const told = [t(key), textOr(`desk.fault-${reason}-do`, t(`${key}-do`))];
  if (kind === "database") told.push(scans > 0 ? t("desk.not-done", { count: scans }) : t("desk.not-done-now"));
  return told;
}

/**
 * Handles the events without a number: nothing can be stored, a scan was not, or the fault has ended. Each failed scan
 * of this station sounds; the start of a fault sounds when the station is shown.
 *
 * @param {object} event
 * @param {{stationName?: string, station?: object, setStation: (station: object) => void, readStation: () => void}} desk
 */
export function takeFault({ station: whose, fault }, { stationName, station, setStation, readStation }) {
  if (!stationName) return;
  if (fault && station) {
    const isOurs = whose === stationName;
    const isKnown = station.fault?.kind === fault.kind;
    // The count of failed scans belongs to one station.
    setStation({ ...station, state: "fault", fault: { ...fault, scans: isOurs ? fault.scans : station.fault?.scans } });
    if (isOurs && isKnown) play("fault");
  }
  readStation();
}
