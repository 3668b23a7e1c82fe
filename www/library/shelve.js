// Shelving from a page: the place in which a copy belongs, without a scan.

import { get, request } from "/hub/client.js";
import { every } from "/hub/every.js";
import { t } from "/hub/words.js";
import { make, setText } from "/record/element.js";
import { openForm } from "/page/form.js";
import { complain, perform } from "/page/toast.js";

/** Opens the form for one of these copies. @param {object[]} copies that are not on loan @param {() => void} refresh */
export async function openShelve(copies, release, refresh) {
  let places;
  try {
    places = await every("/places");
  } catch (error) {
    complain(error);
    return;
  }
  const chooser = (id, word, choices, onChange = () => {}) => {
    const select = make("select.field-select", { id, on: { change: () => onChange(select.value) } },
      ...choices.map(([value, text]) => make("option", { value }, text)));
    return { select, element: make("div.entry", {}, make("label", { for: id }, word), select) };
  };
  const copy = chooser("shelve-copy", t("library.shelve-copy"), copies.map(({ id, number }) => [id, t("desk.copy", { number })]));
  const slot = chooser("shelve-slot", t("library.shelve-slot"), []);
  const help = make("p.help", { role: "status" });
  const place = chooser("shelve-place", t("library.shelve-place"), [["", t("page.choose-place")],
    ...places.map((one) => [one.id, placeName(one, places)])], readSlots);
  slot.element.hidden = true;

  /** Offers the free slots of the place, the first one chosen. */
  async function readSlots(id) {
    slot.element.hidden = true;
    slot.select.replaceChildren();
    setText(help, "");
    if (!places.find((one) => one.id === id)?.slots) return;
    const { positions } = await get(`/places/${encodeURIComponent(id)}`);
    if (place.select.value !== id) return;
    const free = positions.filter((one) => one.state === "free");
    setText(help, free.length ? "" : t("library.shelve-full"));
    slot.element.hidden = !free.length;
    slot.select.replaceChildren(...free.map(({ number }) => make("option", { value: number }, t("shelves.slot", { number }))));
  }

  openForm({
    title: t("library.shelve-of", { title: release.title }),
    lead: [...copies.length > 1 ? [copy.element] : [], place.element, slot.element, help],
    act: t("library.shelve"),
    send: async () => {
      if (!place.select.value) throw new Error(t("library.shelve-missing"));
      const { id, version } = copies.find((one) => one.id === copy.select.value) ?? copies[0];
      const body = { place: place.select.value, ...slot.select.value ? { slot: Number(slot.select.value) } : {} };
      await perform(() => request("PUT", `/api/v1/copies/${encodeURIComponent(id)}/place`, {
        body, headers: { "if-match": `"${version}"` },
      }), t("library.shelved"), refresh, { throws: true });
    },
  });
  place.select.focus();
}

/** `Room 1, Shelf 3` */
function placeName({ name, parent }, places) {
  return [places.find(({ id }) => id === parent)?.name, name].filter(Boolean).join(", ");
}
