// Shelves: the places of the library with their slots.

import { get, query } from "/hub/client.js";
import { every } from "/hub/every.js";
import { t } from "/hub/words.js";
import { byID, make } from "/record/element.js";
import { closeSheet, openSheet } from "/desk/sheet.js";
import { emptyContent } from "/page/choices.js";
import { PagedList } from "/page/list.js";
import { startPage } from "/page/page.js";
import { action, badge, listRow } from "/page/row.js";
import { complain, perform, say } from "/page/toast.js";
import { changePlace, kindWord, openAddSlots, openEdit, openNew, openNewChanger } from "/shelves/forms.js";

/** All places: each can contain others, and says in which it is. */
let places = [];

const list = new PagedList({
  path: (cursor, limit) => `/places${query({ limit, cursor })}`,
  row: placeLine,
  count: (count) => t("shelves.count", { count }),
  name: "shelves",
  columns: [
    { key: "name", word: () => t("shelves.name"), text: ({ name }) => name },
    { key: "kind", word: () => t("shelves.kind"), text: ({ kind }) => kindWord(kind) },
    { key: "copies", word: () => t("shelves.copies-column"), text: ({ copies }) => String(copies), order: ({ copies }) => copies },
  ],
  empty: () => emptyContent(t("shelves.none"), t("shelves.none-do"), action(t("shelves.add"), add, ".primary")),
});

function placeLine(place) {
  const { id, name, kind, parent, slots, freeSlots, copies } = place;
  const inside = places.find((one) => one.id === parent)?.name;
  return listRow({
    id, title: name,
    facts: [inside && t("shelves.inside", { place: inside }), slots > 0 && t("shelves.free", { free: freeSlots, count: slots })], by: kindWord(kind),
    state: [badge(t("shelves.copies", { count: copies })), slots > 0 && badge(t("shelves.slots", { count: slots }))],
    main: action(t("shelves.add-slots"), () => openAddSlots(place, refresh)),
    more: [
      ...copies || slots ? [make("a.button", { href: `/map${query({ place: id })}` }, t("bar.map"))] : [],
      ...slots ? [action(t("shelves.show-slots"), () => showSlots(place).catch(complain))] : [],
      ...["changer", "cartridge"].includes(kind)
        ? [make("a.button", { href: `/loading${query({ place: id })}` }, t("bar.loading"))] : [],
      action(t("shelves.edit"), () => openEdit(place, places, refresh)),
      action(t("shelves.remove"), () => openRemove(place), ".danger"),
    ],
  });
}

/** Lists the slots of a place. */
async function showSlots(place) {
  const slots = await import("/shelves/slots.js");
  await slots.showSlots(place, refresh);
}

function openRemove(place) {
  if (place.copies) {
    say(t("shelves.in-use", { count: place.copies }), { isFault: true });
    return;
  }
  const inside = places.filter(({ parent }) => parent === place.id).length;
  if (inside) {
    say(t("shelves.has-places", { count: inside }), { isFault: true });
    return;
  }
  openSheet(t("shelves.remove-of", { place: place.name }), [
    make("p", {}, t("shelves.remove-text", { count: place.slots })),
    make("div.actions", {}, action(t("page.cancel"), closeSheet), action(t("shelves.remove"), async () => {
      closeSheet();
      await perform(() => changePlace("DELETE", place), t("shelves.removed"), refresh);
    }, ".primary.grave")),
  ]);
}

function add() { openNew(places, refresh); }

async function refresh() {
  await readPlaces().catch(() => {});
  list.read();
}

/** Reads all places. The list itself shows a problem. */
async function readPlaces() {
  places = await every("/places");
}

byID("add").addEventListener("click", add);
byID("add-changer").addEventListener("click", () => openNewChanger(places, refresh).catch(complain));
await startPage("shelves", { touches: /^(copy|change|place)\./, refresh });
refresh();
