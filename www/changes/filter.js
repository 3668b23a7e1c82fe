// The filters above the list of changes: the kind, the station, the person and the days.

import { get } from "/hub/client.js";
import { onLanguage, t, textOr } from "/hub/words.js";
import { make } from "/record/element.js";

/** The filters, in the address of the page. */
export const filterNames = ["kind", "station", "by", "from", "to"];

/** The kinds of changes, those that people look for first. */
const kinds = ["lend", "give-back", "renew", "add", "shelve", "bind", "unbind", "claim", "hold", "hold-ready", "hold-over", "fee",
  "borrower", "erase", "anonymise", "copy", "release", "merge", "import", "bulk", "condition", "played", "wish", "resolve", "source", "place", "attachment", "crate", "collection", "favourite", "stock-take", "setting", "inbox", "tag-job", "tag-queue",
  "label-job", "undo"];

/** Returns the filters as the hub takes them: a day begins and ends at midnight where the browser is. */
export function requested({ kind, station, by, from, to }) {
  const midnight = (text, days) => {
    const [year, month, day] = text.split("-").map(Number);
    const date = new Date(year, month - 1, day + days);
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  };
  return { kind, station, by, since: from && midnight(from, 0), until: to && midnight(to, 1) };
}

export class ChangeFilter {
  #fields = new Map();
  #state = {};
  #stations = [];
  #place;

  /** @param {Element} place @param {{isAdmin: boolean, onChange: (change: object) => void}} options */
  constructor(place, { isAdmin, onChange }) {
    this.isAdmin = isAdmin;
    this.onChange = onChange;
    this.#place = make("div.change-filter", { role: "group" });
    place.prepend(this.#place);
    onLanguage(() => this.#build());
    this.#build();
    get("/stations").then(({ items }) => {
      this.#stations = items.map(({ name }) => name);
      this.#build();
    }, () => {});
  }

  /** Shows the filters of the address. @param {object} state */
  show(state) {
    this.#state = state;
    for (const [name, field] of this.#fields) if (field !== document.activeElement) field.value = state[name] ?? "";
    this.clear.hidden = !Object.values(state).some(Boolean);
  }

  #build() {
    const focused = document.activeElement?.id;
    this.#place.setAttribute("aria-label", t("changes.filter"));
    const all = this.isAdmin ? ["access", ...kinds] : kinds;
    // The address may name a station that is no longer there.
    const stations = [...new Set([...this.#stations, this.#state.station].filter(Boolean))];
    this.clear = make("button.quiet", { type: "button", hidden: true, on: {
      click: () => this.onChange(Object.fromEntries(filterNames.map((name) => [name, ""]))),
    } }, t("changes.clear"));
    this.#place.replaceChildren(
      this.#choice("kind", t("changes.kind"), [["", t("changes.any-kind")], ...all.map((kind) => [kind, textOr(`did.${kind}`, kind)])]),
      this.#choice("station", t("changes.station"), [["", t("changes.any-station")], ...stations.map((name) => [name, name])]),
      this.#field("by", t("changes.person"), make("input", { type: "search", maxlength: "120", autocomplete: "off", spellcheck: "false" })),
      this.#field("from", t("changes.from-day"), make("input", { type: "date" })),
      this.#field("to", t("changes.to-day"), make("input", { type: "date" })), this.clear);
    this.show(this.#state);
    if (focused?.startsWith("filter-")) document.getElementById(focused)?.focus();
  }

  #choice(name, word, choices) {
    return this.#field(name, word, make("select.field-select", {},
      ...choices.map(([value, text]) => make("option", { value }, text))));
  }

  #field(name, word, field) {
    field.id = `filter-${name}`;
    field.addEventListener("change", () => this.onChange({ [name]: field.value.trim() }));
    this.#fields.set(name, field);
    return make("div.filter-field", {}, make("label", { for: field.id }, word), field);
  }
}
