// The forms of the page Shelves: a new place, its name and position, and more slots.

import { get, newID, post, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { openForm } from "/page/form.js";
import { perform } from "/page/toast.js";

const kinds = ["room", "unit", "shelf", "crate", "changer", "cartridge"];

/** Returns the kind of a place in words. */
export const kindWord = (kind) => t(`shelves.kind-${kind}`);

/** Sends a change of a place in the version that the page shows. */
export const changePlace = (method, place, what = "", body = undefined) => (
  request(method, `/api/v1/places/${encodeURIComponent(place.id)}${what}`, {
    body, headers: { "if-match": `"${place.version}"` },
  }));

const nameField = (value = "") => ({ name: "name", word: t("shelves.name"), value, isNeeded: true, most: 60,
  help: t("shelves.name-help") });
const kindField = (value) => ({ name: "kind", word: t("shelves.kind"), value, choices: kinds.map((kind) => [kind, kindWord(kind)]) });
const parentField = (places, value = "") => ({ name: "parent", word: t("shelves.parent"), value,
  choices: [["", t("shelves.parent-none")], ...places.map(({ id, name }) => [id, name])] });

/** Returns a check that a number is whole and within limits. */
const within = (least, most) => (value) => {
  const number = Number(value);
  return Number.isInteger(number) && number >= least && number <= most ? undefined : t("shelves.number-wrong", { least, most });
};

/** Opens the form for a new place. @param {object[]} places that can contain it @param {() => void} refresh */
export function openNew(places, refresh) {
  const key = newID();
  openForm({
    title: t("shelves.add"),
    fields: [nameField(), kindField("shelf"), ...places.length ? [parentField(places)] : [],
      { name: "slots", word: t("shelves.slots-field"), value: "", inputMode: "numeric", most: 4, help: t("shelves.slots-help"),
        check: (value) => (value === "" ? undefined : within(0, 1000)(value)) }],
    act: t("shelves.add"),
    send: async ({ name, kind, parent, slots }) => {
      // The hub knows how many slots a new changer or cartridge has.
      const order = { name, kind, ...slots === "" ? {} : { slots: Number(slots) }, ...parent ? { parent } : {} };
      await perform(() => post("/places", order, { headers: { "idempotency-key": key } }), t("shelves.added"), refresh,
        { throws: true });
    },
  });
}

/** Opens the form for a changer of a known model. @param {object[]} places that can contain it @param {() => void} refresh */
export async function openNewChanger(places, refresh) {
  const { items } = await get("/changers");
  const models = items.filter(({ fault }) => !fault);
  const faults = items.flatMap(({ fault }) => fault ?? []);
  const key = newID();
  openForm({
    title: t("shelves.add-changer"),
    lead: [t("shelves.changer-text"), ...faults.map((fault) => make("p.problem", { dir: "auto" }, fault))],
    fields: [
      { name: "model", word: t("shelves.model"), value: models[0]?.id, choices: models.map(({ id, name, capacity }) => (
        [id, t("shelves.model-of", { name, count: capacity })])) },
      nameField(), ...places.length ? [parentField(places)] : [],
    ],
    act: t("shelves.add-changer"),
    send: async ({ model, name, parent }) => {
      const order = { name, ...parent ? { parent } : {} };
      await perform(() => post(`/changers/${encodeURIComponent(model)}/places`, order, { headers: { "idempotency-key": key } }),
        t("shelves.changer-added"), refresh, { throws: true });
    },
  });
}

/** Opens the form for the name, the kind and the position of a place. */
export function openEdit(place, places, refresh) {
  openForm({
    title: t("shelves.edit-of", { place: place.name }),
    fields: [nameField(place.name), kindField(place.kind), parentField(places.filter(({ id }) => id !== place.id), place.parent)],
    act: t("page.save"),
    send: async ({ name, kind, parent }) => {
      await perform(() => changePlace("PATCH", place, "", { name, kind, parent: parent || null }), t("page.saved"), refresh,
        { throws: true });
    },
  });
}

/** Opens the form for more slots of a place. */
export function openAddSlots(place, refresh) {
  const key = newID();
  openForm({
    title: t("shelves.add-slots-to", { place: place.name }),
    fields: [{ name: "count", word: t("shelves.slots-field"), value: "10", isNeeded: true, inputMode: "numeric", most: 4,
      help: t("shelves.add-slots-help"), check: within(1, 1000) }],
    act: t("shelves.add-slots"),
    send: async ({ count }) => {
      await perform(() => post(`/places/${encodeURIComponent(place.id)}/slots`, { count: Number(count) },
        { headers: { "idempotency-key": key } }), t("shelves.slots-added"), refresh, { throws: true });
    },
  });
}
