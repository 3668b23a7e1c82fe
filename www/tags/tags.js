// The tags: every tag ever seen, filtered by a chip and in a window of rows; one of them beside the list.

import { get, query } from "/hub/client.js";
import { EventFeed } from "/hub/events.js";
import { t } from "/hub/words.js";
import { byID, icon, make, setText } from "/record/element.js";
import { uidText } from "/record/tags.js";
import { showChips } from "/page/choices.js";
import { problemWords, showProblem as showReason, startWords } from "/page/page.js";
import { ListWindow } from "/page/window.js";
import { drawing } from "/tag/drawing.js";
import { tagContent, tagRow } from "/tags/tag.js";

const filters = ["all", "bound", "unbound", "suspect"];

let state = readAddress();
/** The filter of the list that is shown. */
let shownList;
let listCall;
let oneCall;
let shownTag;
let freshTimer;

const list = byID("tags");
/** The changes of a tag, loaded with the first one that is opened. */
let changes;

function readAddress() {
  const search = new URLSearchParams(location.search);
  const show = search.get("show");
  return { show: filters.includes(show) ? show : "all", tag: search.get("tag") ?? undefined };
}

const address = ({ show, tag }) => `/tags${query({ show: show === "all" ? "" : show, tag })}`;

function go(change) {
  const before = state;
  state = { ...state, ...change };
  history.pushState(undefined, "", address(state));
  showState(before);
}

addEventListener("popstate", () => {
  const before = state;
  state = readAddress();
  showState(before);
});

function showState(before) {
  showFilters();
  if (!before || before.show !== state.show) readList();
  if (!before || before.tag !== state.tag) readOne(Boolean(before));
}

function showFilters() {
  showChips(byID("filters"), filters.map((show) => [show, t(`tags.chip-${show}`)]), state.show, (show) => go({ show }));
}

const title = () => (shownTag ? t("tags.title", { uid: uidText(shownTag.uid) }) : t("bar.tags"));

// MARK: list

const rows = new ListWindow({
  // The hub does not count the tags.
  list, scroller: byID("list"), isCounted: () => false,
  row: (tag) => make("li", {}, tagRow(tag, {
    href: address({ ...state, tag: tag.uid }), isCurrent: tag.uid === state.tag, onOpen: () => go({ tag: tag.uid }),
  })),
  read: async (cursor, limit, signal) => {
    const { items, ...page } = await get(`/tags${query({ state: state.show, limit, cursor })}`, { signal });
    return { ...page, items: items.map((tag) => ({ id: tag.uid, ...tag })) };
  },
  onChange: showCount,
  onProblem: (error) => {
    setText(byID("count"), t("tags.failed-below", { title: problemWords(error).title }));
    byID("more").hidden = false;
  },
});

async function readList() {
  listCall?.abort();
  const call = new AbortController();
  listCall = call;
  byID("list").setAttribute("aria-busy", "true");
  try {
    await rows.read({ isNew: shownList !== state.show });
    if (call.signal.aborted) return;
    shownList = state.show;
    byID("empty").hidden = rows.known > 0;
    if (!rows.known) showEmpty();
  } catch (error) {
    if (call.signal.aborted) return;
    shownList = undefined;
    rows.clear();
    showProblem(error);
  } finally {
    if (!call.signal.aborted) byID("list").removeAttribute("aria-busy");
  }
}

function showCount() {
  const { known, total } = rows;
  byID("more").hidden = true;
  setText(byID("count"), !known ? "" : total === undefined ? t("tags.first", { count: known }) : t("tags.count", { count: total }));
  showNow();
}

/** Shows the tags on readers now, above the list. */
function showNow() {
  const present = rows.items.filter((tag) => tag.present);
  const place = byID("now");
  place.hidden = !present.length;
  place.replaceChildren(icon("nfc"), make("p", {}, `${t(present.length === 1 ? "tags.now-one" : "tags.now-many")} `,
    ...present.flatMap(({ uid }, index) => [index ? ", " : "", make("a.mono", {
      href: address({ ...state, tag: uid }),
      on: { click: (event) => {
        event.preventDefault();
        go({ tag: uid });
      } },
    }, uidText(uid))])));
}

function showEmpty() {
  const isFiltered = state.show !== "all";
  byID("empty").replaceChildren(
    make("div.empty-picture", {}, drawing(isFiltered ? "start" : "tag")),
    make("p.empty-title", {}, t(`tags.none-${state.show}`)),
    make("p", {}, isFiltered ? t("tags.none-do") : t("tags.none-all-do")),
    make("div.actions", {}, isFiltered
      ? make("button.primary", { type: "button", on: { click: () => go({ show: "all" }) } }, t("tags.show-all"))
      : make("a.button.primary", { href: "/write#start" }, icon("write"), t("mode.write.title"))));
  byID("empty").hidden = false;
}

const showProblem = (error) => showReason(byID("empty"), error, readList);

// MARK: one tag

async function readOne(hasMoved) {
  oneCall?.abort();
  const place = byID("one");
  for (const link of list.querySelectorAll(".tag-row")) {
    if (link.dataset.uid === state.tag) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  document.body.classList.toggle("has-one", Boolean(state.tag));
  if (!state.tag) {
    place.hidden = true;
    place.replaceChildren();
    shownTag = undefined;
    document.title = `${title()} · Deadwax`;
    return;
  }
  const call = new AbortController();
  oneCall = call;
  let content;
  try {
    const [{ Changes }, tag, jobs, stations] = await Promise.all([
      import("/tags/changes.js"),
      get(`/tags/${encodeURIComponent(state.tag)}`, { signal: call.signal }),
      get(`/tag-jobs${query({ uid: state.tag, state: "all", limit: 20 })}`, { signal: call.signal }),
      get("/stations", { signal: call.signal }),
    ]);
    changes ??= new Changes({ onChanged: () => refresh() });
    shownTag = tag;
    document.title = `${title()} · Deadwax`;
    content = tagContent(tag, jobs.items, { changes, station: stations.items[0]?.name });
  } catch (error) {
    if (call.signal.aborted) return;
    const told = error.status === 404 ? { title: t("tags.gone"), text: t("tags.gone-do") } : problemWords(error);
    content = [make("p.empty-title", {}, told.title), make("p", {}, told.text)];
  }
  const close = make("button.quiet.close", { type: "button", "aria-label": t("tags.close"), on: { click: () => {
    const uid = state.tag;
    go({ tag: undefined });
    list.querySelector(`[data-uid="${CSS.escape(uid)}"]`)?.focus();
  } } }, icon("close"));
  const focused = place.contains(document.activeElement) && document.activeElement.dataset?.action;
  place.replaceChildren(close, ...content);
  place.hidden = false;
  if (focused) place.querySelector(`[data-action="${CSS.escape(focused)}"]`)?.focus();
  if (hasMoved) {
    place.scrollTop = 0;
    place.focus({ preventScroll: innerWidth >= 1000 });
  }
}

// MARK: updates

/** Reads the lists once for all events of a write, which come together. */
function refresh() {
  clearTimeout(freshTimer);
  freshTimer = setTimeout(() => {
    readList();
    if (state.tag) readOne(false);
  }, 120);
}

await startWords("tags", { parts: ["tags"], title, refresh: () => {
  showFilters();
  rows.draw();
  if (shownList && !rows.known) showEmpty();
  refresh();
} });
byID("more-button").addEventListener("click", () => {
  byID("more").hidden = true;
  rows.again();
});

showState();
let hasLoaded = false;
new EventFeed({
  onEvent: (event) => {
    const isTap = event.kind === "scan.recorded" && event.scan?.symbology === "tag UID";
    if (isTap || ["tag.changed", "tag-job.changed", "reader.changed"].includes(event.kind)) refresh();
    if (event.kind === "tag-job.changed") changes?.noteJob(event, shownTag);
  },
  onReload: () => {
    if (hasLoaded) refresh();
    hasLoaded = true;
  },
  onUp: () => {},
  onOffline: () => {},
}).start();
