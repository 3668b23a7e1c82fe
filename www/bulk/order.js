// The form for a bulk change: which copies, what happens to them, and the new values.

import { newID, post, query } from "/hub/client.js";
import { every } from "/hub/every.js";
import { t } from "/hub/words.js";
import { byID, make } from "/record/element.js";
import { showChips } from "/page/choices.js";
import { action } from "/page/row.js";
import { complain, say } from "/page/toast.js";

const actions = ["edit", "move", "remove"];
const grades = ["M", "NM", "VG+", "VG", "G+", "G", "F", "P"];
const statuses = ["available", "missing", "withdrawn", "lost"];

/** The values of the form. They stay while it is drawn again. */
const values = {};
let chosen = "edit";
/** The places of the library, as far as they were read. */
let places = [];

const part = (id) => document.getElementById(id);

const noting = (name, read = (target) => target.value) => ({ change: ({ target }) => { values[name] = read(target); } });

const choice = (name, word, options) => make("div.entry", {}, make("label", { for: `bulk-${name}` }, word),
  make("select.field-select", { id: `bulk-${name}`, on: noting(name) },
    ...[["", t("bulk.unchanged")], ...options].map(([value, text]) => make("option", { value, selected: value === (values[name] ?? "") }, text))));

/** A text with a box that clears it: an empty field changes nothing. */
const text = (name, word, most) => make("div.entry", {}, make("label", { for: `bulk-${name}` }, word),
  make("input", { type: "text", id: `bulk-${name}`, value: values[name] ?? "", maxlength: String(most), autocomplete: "off",
    placeholder: t("bulk.unchanged"), on: noting(name) }),
  check(`${name}-clear`, t("bulk.clear", { field: word })));

const check = (name, word) => make("label.check", {},
  make("input", { type: "checkbox", id: `bulk-${name}`, checked: Boolean(values[name]), on: noting(name, (target) => target.checked) }),
  make("span", {}, word));

const fields = {
  edit: () => [
    choice("mediaCondition", t("bulk.mediaCondition"), grades.map((grade) => [grade, grade])),
    choice("sleeveCondition", t("bulk.sleeveCondition"), grades.map((grade) => [grade, grade])),
    text("shelfMark", t("bulk.shelfMark"), 64),
    text("notes", t("bulk.notes"), 2000),
    text("acquiredFrom", t("bulk.acquiredFrom"), 200),
    choice("status", t("bulk.status"), statuses.map((status) => [status, t(`bulk.status-${status}`)])),
    choice("isReference", t("bulk.isReference"), [["true", t("bulk.yes")], ["false", t("bulk.no")]]),
  ],
  move: () => [
    make("div.entry", {}, make("label", { for: "bulk-place" }, t("bulk.place")),
      make("select.field-select", { id: "bulk-place", on: noting("place") },
        ...[["", t("bulk.choose-place")], ...places.map(({ id, name }) => [id, name])].map(([value, name]) => (
          make("option", { value, selected: value === (values.place ?? "") }, name))))),
    check("fillsSlots", t("bulk.fillsSlots")),
  ],
  remove: () => [make("p.soft", {}, t("bulk.remove-text"))],
};

/** Returns the members of the request that the form stands for. */
function body() {
  if (chosen === "remove") return {};
  if (chosen === "move") return { place: values.place || undefined, fillsSlots: values.fillsSlots || undefined };
  const cleared = (name) => (values[`${name}-clear`] ? null : values[name]?.trim() || undefined);
  const copy = { status: values.status || undefined, shelfMark: cleared("shelfMark"),
    isReference: values.isReference ? values.isReference === "true" : undefined };
  const facts = { notes: cleared("notes"), acquiredFrom: cleared("acquiredFrom") };
  const some = (members) => (Object.values(members).some((value) => value !== undefined) ? members : undefined);
  return { copy: some(copy), facts: some(facts), mediaCondition: values.mediaCondition || undefined,
    sleeveCondition: values.sleeveCondition || undefined };
}

/** What other pages do with the copies or releases of a search. @param {() => string} search */
const others = (search) => make("div.acts", { role: "group", "aria-label": t("bulk.others") },
  // The search is read at the press, before the browser follows the link.
  make("a.button", { href: "/labels", on: { click: ({ currentTarget }) => { currentTarget.href = `/labels${query({ search: search() })}`; } } },
    t("bulk.labels")),
  action(t("bulk.recheck"), async () => {
    if (!search()) return part("bulk-query").focus();
    try {
      const { total } = await post(`/recheck${query({ search: search() })}`, undefined, { headers: { "idempotency-key": newID() } });
      say(t("bulk.rechecking", { count: total }), { act: make("a.button", { href: "/settings?section=discogs#recheck" }, t("bulk.show-recheck")) });
    } catch (error) {
      complain(error);
    }
    return undefined;
  }));

/**
 * @param {{releases: string[], query: string}} scope the selected releases, or else a query
 * @param {(order: object) => Promise<void>} send @param {() => void} drop called to give up the selection
 * @returns {Node[]} the form
 */
export function orderForm({ releases, query: given }, send, drop) {
  const button = make("button.primary", { type: "submit" }, t("bulk.preview"));
  const wanted = releases.length
    ? make("p", {}, t("bulk.selected", { count: releases.length }), " ", action(t("bulk.drop"), drop, ".quiet"))
    : make("div.entry", {}, make("label", { for: "bulk-query" }, t("bulk.query")),
      make("input", { id: "bulk-query", type: "search", value: values.query ?? given, autocomplete: "off", spellcheck: false,
        "aria-describedby": "bulk-query-help", on: noting("query") }),
      make("p.help", { id: "bulk-query-help" }, t("bulk.query-help")));
  const form = make("form", { id: "bulk-form", novalidate: true, on: {
    submit: async (event) => {
      event.preventDefault();
      button.disabled = true;
      const scope = releases.length ? { releases } : { query: part("bulk-query").value.trim() };
      await send({ action: chosen, ...scope, ...body() });
      button.disabled = false;
    },
  } },
  wanted,
  !releases.length && others(() => part("bulk-query").value.trim()),
  make("div.chips", { id: "bulk-actions", role: "group", "aria-label": t("bulk.action") }),
  make("div", { id: "bulk-fields" }),
  make("div.acts", {}, button));
  return [make("p.soft", {}, t("bulk.lead")), form];
}

/** Shows the actions and the fields of the chosen one, once the form is on the page. */
export async function showFields() {
  showChips(byID("bulk-actions"), actions.map((word) => [word, t(`bulk.action-${word}`)]), chosen, (next) => {
    chosen = next;
    showFields();
  });
  if (chosen === "move" && !places.length) places = await every("/places");
  part("bulk-fields")?.replaceChildren(...fields[chosen]());
}
