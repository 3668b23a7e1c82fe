// The look of the library: the part of the records that is searched, the order, and rows or a grid of covers. The address has what was
// chosen. The browser keeps it for an address without it; before that, the settings decide. An address with a query and without a
// domain searches everything: a link finds the same for everyone.

import { get } from "/hub/client.js";
import { t } from "/hub/words.js";
import { showChips } from "/page/choices.js";
import { make } from "/record/element.js";

const storage = "deadwax.library-looks";

/** What can be chosen. The first domain is everything, and the first order is that of the list without one. */
const choices = {
  in: ["all", "titles", "metadata", "tags", "tracks", "notes"],
  sort: ["added", "artist", "title", "label", "year", "-year"],
  view: ["list", "grid"],
};

/** The defaults of the settings, and what the browser keeps. */
const defaults = { in: "all", sort: "added", view: "list", covers: true };
let kept = {};

/** Reads the defaults. Without an answer, they are those of a new library. */
export async function readDefaults() {
  kept = read();
  const answer = await get("/list-defaults").catch(() => undefined);
  if (answer) Object.assign(defaults, { in: answer.domain ?? "all", sort: answer.sort, view: answer.view, covers: answer.covers });
}

/** Returns the looks that an address says; "" for each that it leaves to the person and the settings. @param {URLSearchParams} search */
export function looksIn(search) {
  const said = (name) => (choices[name].includes(search.get(name)) ? search.get(name) : "");
  return { in: said("in") || (search.get("q") ? choices.in[0] : ""), sort: said("sort"), view: said("view") };
}

/** Returns the looks of a page: what its address says, or else what the person chose before, or else the settings. */
export function looksOf(state) {
  const known = (name) => [state[name], kept[name]].find((value) => choices[name].includes(value)) ?? defaults[name];
  return { in: known("in"), sort: known("sort"), view: known("view"), covers: defaults.covers };
}

/** Returns a state as its address has it: without a domain that the address means anyway. */
export const written = (state) => ({
  ...state, in: state.in === choices.in[0] && (state.q || looksOf({}).in === choices.in[0]) ? "" : state.in,
});

/** Returns the part of a state that shows a query in its canonical form: the domain in it is that of the page. */
export function stateOf(query) {
  const found = new RegExp(`(^| )in:(${choices.in.slice(1).join("|")})(?= |$)`, "u").exec(query);
  return { q: found ? query.replace(found[0], "").trim() : query, in: found?.[2] ?? choices.in[0] };
}

/** True if a query has a field of its own. What stands in quotation marks is a text. */
const has = (query, field) => new RegExp(`(^|[\\s(-])${field}:\\S`, "iu").test(query.replaceAll(/"[^"]*"?/gu, '""'));

/** Returns the query of a page without its order. */
export function narrowed({ q, ...state }) {
  const { in: domain } = looksOf(state);
  return q && domain !== choices.in[0] && !has(q, "in") ? `in:${domain} ${q}` : q;
}

/** Returns the whole query of a page. The words that a person types stay at its end. */
export function composed(state) {
  const { sort } = looksOf(state);
  const query = narrowed(state);
  return sort === choices.sort[0] || has(state.q, "sort") ? query : `sort:${sort} ${query}`.trim();
}

/**
 * Shows the controls.
 *
 * @param {Element} place @param {object} state of the page
 * @param {(change: object) => void} onChoose is called with a part of the state, after the browser keeps it.
 */
export function showLooks(place, state, onChoose) {
  const looks = looksOf(state);
  const choose = (name, value) => {
    kept[name] = value;
    write();
    onChoose({ [name]: value, ...name === "sort" ? { from: "" } : {} });
  };
  const picker = (name) => {
    const select = make("select.field-select", { id: `look-${name}`, "aria-label": t(`library.look-${name}`), on: {
      change: () => choose(name, select.value),
    } }, ...choices[name].map((value) => make("option", { value }, t(`library.${name}-${value.replace("-", "newest-")}`))));
    select.value = looks[name];
    return select;
  };
  const focused = place.contains(document.activeElement) && document.activeElement;
  const view = make("div.chips", { role: "group", "aria-label": t("library.look-view") });
  showChips(view, choices.view.map((value) => [value, t(`library.view-${value}`)]), looks.view, (value) => choose("view", value));
  place.replaceChildren(picker("in"), picker("sort"), view);
  if (focused) place.querySelector(focused.id ? `#${focused.id}` : "[aria-pressed=true]")?.focus();
}

// A browser may refuse to keep anything; the settings decide then.
function read() {
  try {
    const found = JSON.parse(localStorage.getItem(storage) ?? "{}");
    return typeof found === "object" && found ? found : {};
  } catch {
    return {};
  }
}

function write() {
  try {
    localStorage.setItem(storage, JSON.stringify(kept));
  } catch {
    // The next visit shows the defaults.
  }
}
