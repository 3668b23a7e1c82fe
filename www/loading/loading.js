// The loading plan of a changer: which disc goes where, one step after another. A scan at a station does a step as well.

import { get, request } from "/hub/client.js";
import { every } from "/hub/every.js";
import { t } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { Address } from "/page/address.js";
import { emptyContent } from "/page/choices.js";
import { showEmpty } from "/page/empty.js";
import { showProblem, startPage } from "/page/page.js";
import { action, badge, listRow } from "/page/row.js";
import { perform } from "/page/toast.js";

const place = byID("place");
const spare = byID("spare");
const address = new Address("/loading", { read: (search) => ({ place: search.get("place") ?? "" }), show: () => refresh() });
let call = new AbortController();

const changers = (places) => places.filter(({ kind, parent }) => kind === "changer"
  || (kind === "cartridge" && !places.some((one) => one.id === parent && one.kind === "changer")));

/** Fills a choice with places. The chosen one stays, if it is still there. */
function fill(choice, places, chosen) {
  choice.replaceChildren(...places.map(({ id, name }) => make("option", { value: id, selected: id === chosen }, name)));
}

/** Returns true if a place is the changer or in it. */
function isInside(id, changer, places) {
  const one = places.find((candidate) => candidate.id === id);
  return one !== undefined && (one.id === changer || isInside(one.parent, changer, places));
}

/** Returns the words for a step. */
function stepText({ from, to }) {
  if (from && to) return t("loading.move", { from, to: to.text });
  return to ? t("loading.in", { to: to.text }) : t("loading.out", { from });
}

function row(step, index) {
  const body = step.to ? { place: step.to.place, slot: step.to.slot } : { place: spare.value };
  const isPossible = step.to || spare.value;
  return listRow({
    id: `${step.copy}-${step.to ? "in" : "out"}`, title: step.title,
    facts: [step.artist, t("desk.copy", { number: step.number })], by: stepText(step),
    state: [step.plays > 0 && badge(t("loading.plays", { count: step.plays }))],
    // The steps have an order: a slot may be free only after the step before.
    main: index === 0 && isPossible ? action(t("loading.done"), () => perform(
      () => request("PUT", `/api/v1/copies/${encodeURIComponent(step.copy)}/place`, { body, headers: { "if-match": "*" } }),
      t("loading.step-done", { title: step.title }), refresh), ".primary") : undefined,
  });
}

function show(plan) {
  setText(byID("count"), plan.steps.length ? t("loading.count", { count: plan.steps.length }) : "");
  const note = byID("note");
  setText(note, [t("loading.result", { count: plan.discs, slots: plan.capacity, plays: plan.plays }),
    !plan.isBest && t("loading.not-best")].filter(Boolean).join(" "));
  note.hidden = false;
  const rows = byID("rows");
  const hadFocus = rows.contains(document.activeElement);
  rows.replaceChildren(...plan.steps.map(row));
  if (hadFocus) (rows.querySelector("button") ?? byID("list")).focus();
  const empty = plan.capacity ? [t("loading.nothing"), t("loading.nothing-do")] : [t("loading.no-slots"), t("loading.no-slots-do")];
  showEmpty(plan.steps.length ? undefined : emptyContent(...empty));
}

function showNone() {
  setText(byID("count"), "");
  byID("note").hidden = true;
  byID("rows").replaceChildren();
  showEmpty(emptyContent(t("loading.none"), t("loading.none-do"), make("a.button.primary", { href: "/shelves" }, t("bar.shelves"))));
}

async function refresh() {
  call.abort();
  call = new AbortController();
  const { signal } = call;
  try {
    const places = await every("/places");
    if (signal.aborted) return;
    const found = changers(places);
    const chosen = address.state.place || place.value || found[0]?.id || "";
    const others = places.filter(({ id }) => !isInside(id, chosen, places));
    fill(place, chosen && !found.some(({ id }) => id === chosen) ? [...found, ...places.filter(({ id }) => id === chosen)] : found, chosen);
    fill(spare, others, spare.value);
    if (!chosen) return showNone();
    const plan = await get(`/places/${encodeURIComponent(chosen)}/loading-plan`, { signal });
    if (!signal.aborted) show(plan);
  } catch (error) {
    if (signal.aborted) return undefined;
    byID("rows").replaceChildren();
    setText(byID("count"), "");
    byID("note").hidden = true;
    byID("empty").hidden = false;
    showProblem(byID("empty"), error, refresh);
  }
  return undefined;
}

place.addEventListener("change", () => address.go({ place: place.value }));
spare.addEventListener("change", refresh);
byID("print").addEventListener("click", () => print());
await startPage("loading", { touches: /^(copy|change|place|play|loan)\./, refresh, parts: ["loading"] });
refresh();
