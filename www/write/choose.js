// Panels of the write screen: one record, a whole list, and the unfinished tags.

import { get, query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { icon, make, setText } from "/record/element.js";
import { CopySearch } from "/record/copies.js";
import { closeSheet, openSheet } from "/desk/sheet.js";

/** @param {(copy: import("/hub/types.js").CopySummary) => void} onChoose */
export function chooseRecord(onChoose) {
  const search = new CopySearch({ onChoose: (copy) => {
    closeSheet();
    onChoose(copy);
  } });
  openSheet(t("write.which-record"), [search.element]);
  search.field.focus();
}

const lists = ["untagged", "place", "copies"];

/**
 * @param {{onStart: (wanted: object) => Promise<void>, onProblem: (error: Error) => void}} handlers
 * `wanted` is the hub's form of a list.
 */
export function chooseList({ onStart, onProblem }) {
  let kind = "untagged";
  let place;
  const chosen = new Map();
  const seal = make("input", { type: "checkbox", id: "seal" });
  const help = make("p.soft", {});
  const more = make("div.list-more", {});
  const begin = make("button.primary", { type: "button", on: { click: start } }, icon("write"), t("write.begin"));
  const count = make("p.soft", { role: "status" });
  const kinds = make("div.chips", { role: "group", "aria-label": t("write.which") }, ...lists.map((key) => (
    make("button.chip-choice", { type: "button", data: { kind: key }, on: { click: () => choose(key) } },
      t(`write.list-${key}`)))));

  const search = new CopySearch({
    isChosen: (copy) => chosen.has(copy.id),
    onChoose: (copy) => {
      if (chosen.has(copy.id)) chosen.delete(copy.id);
      else chosen.set(copy.id, copy);
      search.refresh();
      ready();
    },
  });

  function choose(key) {
    kind = key;
    for (const button of kinds.children) button.setAttribute("aria-pressed", String(button.dataset.kind === key));
    setText(help, t(`write.list-${key}-do`));
    more.replaceChildren(...key === "copies" ? [search.element] : key === "place" ? [placeChoice((found) => {
      place = found;
      ready();
    }, onProblem)] : []);
    ready();
  }

  function ready() {
    begin.disabled = (kind === "copies" && !chosen.size) || (kind === "place" && !place);
    setText(count, kind === "copies" ? t("write.chosen", { count: chosen.size }) : "");
  }

  async function start() {
    begin.disabled = true;
    const wanted = { untagged: { untagged: true }, place: { place }, copies: { copies: [...chosen.keys()] } }[kind];
    try {
      await onStart(seal.checked ? { ...wanted, seal: true } : wanted);
      closeSheet();
    } catch (error) {
      onProblem(error);
    } finally {
      begin.disabled = false;
    }
  }

  openSheet(t("write.act-list"), [kinds, help, more,
    make("label.check", { for: "seal" }, seal, make("span", {}, make("strong", {}, t("write.seal")),
      make("small", {}, t("write.seal-help")))),
    make("div.actions", {}, count, begin)]);
  choose(kind);
}

/** `Room 1, Shelf 3 · 12 without a tag` */
function placeWord(place, names) {
  const above = names.get(place.parent)?.name;
  const name = [above, place.name].filter(Boolean).join(", ");
  return place.untagged === undefined ? name : t("write.place-untagged", { place: name, count: place.untagged });
}

/** Returns places by name. @param {(id?: string) => void} onChoose */
export function placeChoice(onChoose, onProblem) {
  const select = make("select.field-select", { id: "place", on: { change: () => onChoose(select.value || undefined) } },
    make("option", { value: "" }, t("page.choose-place")));
  get(`/places${query({ limit: 200 })}`).then(({ items }) => {
    const names = new Map(items.map((place) => [place.id, place]));
    select.append(...items.map((place) => make("option", { value: place.id }, placeWord(place, names))));
  }).catch(onProblem);
  return make("div.entry", {}, make("label", { for: "place" }, t("tags.about-place")), select);
}

/** Shows the torn tags: each is finished when it returns. */
export function openUnfinished(jobs, row) {
  openSheet(t("write.unfinished", { count: jobs.length }), [
    make("p", {}, t("write.unfinished-lead")),
    make("ul.unfinished-list", {}, ...jobs.map(row)),
  ]);
}
