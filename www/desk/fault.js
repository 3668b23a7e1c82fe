// What has failed lies over everything, with what to do about it; the old state stays beneath it.

import { loadWords, t, textOr } from "/hub/words.js";
import { byID, icon, make } from "/record/element.js";
import { play } from "/desk/sound.js";
import { loadStyle } from "/desk/style.js";

const kinds = ["readers", "database"];

/** Shows a fault of the desk, or that there is none. @param {() => object} current as the station has it by then. */
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
 * Takes what the hub tells past its journal: nothing can be kept, a scan was not, or all is well again. Each scan of this
 * desk that was not done is heard; that the fault began is heard when the station is shown.
 *
 * @param {object} event
 * @param {{stationName?: string, station?: object, setStation: (station: object) => void, readStation: () => void}} desk
 */
export function takeFault({ station: whose, fault }, { stationName, station, setStation, readStation }) {
  if (!stationName) return;
  if (fault && station) {
    const isOurs = whose === stationName;
    const isKnown = station.fault?.kind === fault.kind;
    // How many scans were not done is told of one desk.
    setStation({ ...station, state: "fault", fault: { ...fault, scans: isOurs ? fault.scans : station.fault?.scans } });
    if (isOurs && isKnown) play("fault");
  }
  readStation();
}
