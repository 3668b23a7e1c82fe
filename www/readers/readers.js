// Readers: the cameras, NFC readers and barcode scanners of all stations, those with a fault first, each with its remedy.

import { get, query } from "/hub/client.js";
import { whenShort } from "/hub/clock.js";
import { sentence, t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { readerIcon, readerName, readerWord } from "/record/words.js";
import { told as lampState } from "/desk/lamps.js";
import { emptyContent } from "/page/choices.js";
import { PagedList } from "/page/list.js";
import { startPage } from "/page/page.js";
import { action, badge, listRow } from "/page/row.js";
import { complain } from "/page/toast.js";

/** The tones of the lights, and their order in the list: what needs help comes first. */
const tones = { ill: "no", busy: "ask", off: "again", well: "done" };
const lights = Object.keys(tones);
/** What readers read; their other capabilities are among the details. */
const reading = ["codes", "tags"];

/** Returns a reader's lamp, as on the page Desk. @param {object} reader of the API */
function lampOf(reader) {
  const state = lampState(reader.state);
  return { key: `reader ${reader.name}`, name: nameOf(reader), icon: readerIcon(reader), reader, ...state,
    hint: state.light === "well" ? "" : [reader.reason, reader.hint ?? state.hint].filter(Boolean).map(sentence).join(" ") };
}

/** Two cameras of one station are distinguished by their own names. */
const nameOf = (reader) => (readers.filter(({ kind, station }) => kind === reader.kind && station === reader.station).length > 1
  ? readerName(reader.name) : readerWord(reader));

let readers = [];

const list = new PagedList({
  path: () => "/readers",
  identity: ({ station, name }) => `${station}/${name}`,
  prepare: (items) => {
    readers = items;
    return items.toSorted((one, other) => order(one) - order(other));
  },
  row,
  count: (count) => t("readers.count", { count }),
  isCounted: false,
  hasFilter: false,
  name: "readers",
  columns: [
    { key: "record", word: () => t("readers.reader"), text: (reader) => nameOf(reader) },
    { key: "person", word: () => t("desk.station"), text: ({ station }) => station },
    { key: "state", word: () => t("desk.fact-state"), text: (reader) => lampState(reader.state).word, order },
  ],
  empty: () => emptyContent(t("readers.none"), t("readers.none-do"), make("a.button.primary", { href: "/phone" }, t("readers.phone"))),
});

/** Returns the place of a reader in the list; the first place is 1. */
function order({ state }) { return lights.indexOf(lampState(state).light) + 1; }

function row(reader) {
  const lamp = lampOf(reader);
  const line = listRow({
    id: reader.id, title: lamp.name,
    facts: [...reading.filter((one) => reader.capabilities.includes(one)).map((one) => t(`desk.can-${one}`)), reader.device],
    by: make("a", { href: `/settings${query({ section: `station:${reader.station}` })}`, dir: "auto" }, reader.station),
    state: [badge(lamp.word, tones[lamp.light]), make("span.soft", {}, t("readers.since", { time: whenShort(reader.since) }))],
    main: action(t("readers.details"), () => open(lamp)),
  });
  line.classList.add("has-sleeve");
  line.prepend(make("span.avatar.reader-picture", { "aria-hidden": "true" }, icon(lamp.icon)));
  if (lamp.hint) line.querySelector(".line-words").append(make("span.reader-remedy", {}, lamp.hint));
  return line;
}

/** Shows all that is known about a reader, with the picture of a camera and the tags on an NFC reader. */
async function open(lamp) {
  const { reader } = lamp;
  try {
    const { items } = reader.capabilities.includes("tags") && reader.state === "ready"
      ? await get(`/stations/${encodeURIComponent(reader.station)}/tags`) : { items: [] };
    const { openLamp } = await import("/desk/lamp.js");
    await openLamp(lamp, { tags: items.filter((tag) => !tag.reader || tag.reader === reader.name) });
  } catch (error) {
    complain(error);
  }
}

const refresh = () => list.read();

await startPage("readers", { parts: ["desk", "why", "readers"], touches: /^reader[.]/, refresh });
refresh();
