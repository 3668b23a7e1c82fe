// The concert catalogue: shows, one show with its recordings, and the package of the catalogue. Each view has an address.

import { get, newID, query, request } from "/hub/client.js";
import { day, grouped, moment } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { Address } from "/page/address.js";
import { emptyContent, showChips } from "/page/choices.js";
import { showEmpty } from "/page/empty.js";
import { showProblem, startPage } from "/page/page.js";
import { isStaff, signedIn } from "/page/person.js";
import { action, badge, listRow } from "/page/row.js";
import { perform } from "/page/toast.js";
import { stopCatalogue, showCatalogue } from "/concerts/catalogue.js";

const views = ["all", "library", "recent", "catalogue"];
/** The rows of a request. */
const readAtOnce = 100;
/** The pause after a letter before the search, in milliseconds. */
const pause = 200;

const address = new Address("/concerts", {
  read: (search) => ({
    view: views.includes(search.get("view")) ? search.get("view") : views[0],
    q: (search.get("q") ?? "").slice(0, 200),
    show: /^[a-z0-9-]{1,200}$/.test(search.get("show") ?? "") ? search.get("show") : "",
  }),
  write: ({ view, ...state }) => ({ view: view === views[0] ? "" : view, ...state }),
  show: () => refresh(),
});
let call = new AbortController();
let wait;

// MARK: the list

async function showList(signal) {
  const { view, q } = address.state;
  if (view === "recent") return showRecent(signal);
  const path = (cursor) => `/shows${query({ search: q, library: view === "library" ? "yes" : "", limit: readAtOnce, cursor })}`;
  const page = await get(path(), { signal });
  if (signal.aborted) return;
  setText(byID("count"), page.total === undefined ? t("concerts.count-unknown") : t("concerts.count", { count: page.total }));
  rows(page.items.map((show) => showRow(show)));
  if (!page.items.length) showEmpty(await nothing());
  const readOn = (cursor) => showMore(cursor && (async () => {
    const further = await get(path(cursor), { signal });
    if (signal.aborted) return;
    byID("rows").append(...further.items.map((show) => showRow(show)));
    readOn(further.next);
  }));
  readOn(page.next);
}

/** Returns what stands in place of an empty list. */
async function nothing() {
  const { view, q } = address.state;
  if (q) return emptyContent(t("concerts.none-found"), t("concerts.none-found-do"));
  if (view === "library") return emptyContent(t("concerts.none-noted"), t("concerts.none-noted-do"));
  return emptyContent(t("concerts.none"), t("concerts.none-do"));
}

async function showRecent(signal) {
  const { items } = await get("/recent-shows", { signal });
  if (signal.aborted) return;
  setText(byID("count"), t("concerts.count", { count: items.length }));
  rows(items.map(({ id, show, lastAt, count }) => (show
    ? showRow(show, [badge(t("concerts.times", { count })), moment(lastAt).replace(/:\d\d\.\d+$/, "")])
    : listRow({ id, title: id, facts: [t("concerts.gone")], state: [badge(t("concerts.times", { count }))] }))));
  if (!items.length) showEmpty(emptyContent(t("concerts.none-played"), t("concerts.none-played-do")));
}

/** Returns a show as a row. @param {object} show @param {(Node | string)[]} [state] */
function showRow(show, state) {
  return listRow({
    id: show.id, title: `${date(show)} · ${show.venue}`, href: `/concerts${query({ show: show.id })}`,
    facts: [[show.city, show.state].filter(Boolean).join(", "), show.band, t("concerts.recordings", { count: show.recordings })],
    state: state ?? [show.rating !== undefined && badge(stars(show.rating)), show.isInLibrary && badge(t("concerts.noted"))],
  });
}

const date = (show) => day(`${show.date}T12:00:00`);
const stars = (rating) => `★ ${rating.toFixed(2)}`;

// MARK: one show

async function showOne(signal) {
  const found = await get(`/shows/${encodeURIComponent(address.state.show)}`, { signal });
  if (signal.aborted) return;
  const { show, sets, musicians, recordings, previous, next, copies, library, collections } = found;
  setText(byID("list-title"), `${date(show)} · ${show.venue}`);
  setText(byID("count"), "");
  const place = byID("show");
  place.hidden = false;
  place.replaceChildren(...[
    make("p", { dir: "auto" }, [show.band, show.city, show.state, show.country].filter(Boolean).join(" · ")),
    library?.notes && make("p.soft", { dir: "auto" }, library.notes),
    collections.length > 0 && make("p.soft", { dir: "auto" }, collections.map(({ name }) => name).join(" · ")),
    make("div.show-acts", {},
      library ? action(t("concerts.forget"), () => change("DELETE", "/library", undefined, t("concerts.forgotten")))
        : action(t("concerts.note"), () => change("PUT", "/library", {}, t("concerts.noted")), ".primary"),
      action(t("concerts.play"), () => change("POST", "/plays", {}, t("concerts.played"))),
      action(t("concerts.add-copy"), () => openCopy(show, recordings)),
      previous && make("a.button", { href: `/concerts${query({ show: previous.id })}`, rel: "prev" }, t("concerts.previous")),
      next && make("a.button", { href: `/concerts${query({ show: next.id })}`, rel: "next" }, t("concerts.next"))),
    sets.length > 0 && make("h2", {}, t("concerts.setlist")),
    sets.length > 0 && make("ol.setlist", {}, ...sets.map(({ name, songs }) => make("li", { dir: "auto" },
      make("strong", {}, name), make("span", {}, songsText(songs))))),
    musicians.length > 0 && make("h2", {}, t("concerts.musicians")),
    musicians.length > 0 && make("p", { dir: "auto" },
      musicians.map(({ name, instruments }) => (instruments ? `${name} (${instruments})` : name)).join(", ")),
    recordings.length > 0 && make("h2", {}, t("concerts.sources")),
    recordings.length > 0 && sourceTable(recordings),
    copies.length > 0 && make("h2", {}, t("concerts.copies")),
    copies.length > 0 && make("ul.setlist", {}, ...copies.map(({ copy, recording }) => make("li", { dir: "auto" },
      [t("desk.copy", { number: copy.number }), copy.code, recording].filter(Boolean).join(" · ")))),
  ].filter(Boolean));
}

const songsText = (songs) => songs.map(({ title, isSegue }, index) => (
  index === songs.length - 1 ? title : `${title}${isSegue ? " > " : ", "}`)).join("");

const sourceTable = (recordings) => make("table.source-table", {},
  make("thead", {}, make("tr", {}, make("th", { scope: "col" }, t("concerts.source")), make("th.number", { scope: "col" }, t("concerts.rating")),
    make("th.number", { scope: "col" }, t("concerts.reviews")), make("th", { scope: "col" }, t("concerts.lineage")))),
  make("tbody", {}, ...recordings.map(({ sourceType, rating, reviews, source, lineage, identifier }) => make("tr", {},
    make("th", { scope: "row" }, sourceType), make("td.number", {}, rating.toFixed(2)), make("td.number", {}, grouped(reviews)),
    make("td", { dir: "auto" }, [source, lineage, identifier].filter(Boolean).join(" · "))))));

function change(method, path, body, done) {
  const { show } = address.state;
  const headers = method === "POST" ? { "idempotency-key": newID() } : {};
  return perform(() => request(method, `/api/v1/shows/${encodeURIComponent(show)}${path}`, { body, headers }), done, refresh);
}

/** Opens the form for a copy that has a recording of the show. */
async function openCopy(show, recordings) {
  const { openForm } = await import("/page/form.js");
  openForm({
    title: t("concerts.add-copy"),
    fields: [
      { name: "medium", word: t("concerts.medium"), value: "cassette", choices: ["cassette", "cd", "vinyl", "other"].map(
        (word) => [word, t(`concerts.medium-${word}`)]) },
      { name: "recording", word: t("concerts.recording"), value: "", choices: [["", t("concerts.unknown-recording")],
        ...recordings.map(({ identifier, sourceType }) => [identifier, `${sourceType} ${identifier}`])] },
    ],
    act: t("concerts.add-copy"),
    send: async ({ medium, recording }) => {
      await perform(() => request("POST", `/api/v1/shows/${encodeURIComponent(show.id)}/copies`, {
        body: { medium, recording: recording || undefined }, headers: { "idempotency-key": newID() },
      }), ({ copy }) => t("concerts.copy-added", { number: copy.number, code: copy.code }), refresh, { throws: true });
    },
  });
}

// MARK: parts

function rows(items) {
  byID("rows").replaceChildren(...items);
  showEmpty();
}

function showMore(act) {
  byID("more").hidden = !act;
  byID("more-button").onclick = act ? async () => {
    byID("more").hidden = true;
    try {
      await act();
    } catch (error) {
      byID("empty").hidden = false;
      showProblem(byID("empty"), error, refresh);
    }
  } : null;
}

/** Shows only what belongs to the view. */
function clear() {
  const { show, view } = address.state;
  stopCatalogue();
  setText(byID("list-title"), t("bar.concerts"));
  byID("back").hidden = !show;
  byID("tools").hidden = Boolean(show);
  byID("search").hidden = view === "recent" || view === "catalogue";
  byID("show").hidden = true;
  byID("catalogue").hidden = true;
  showMore();
}

async function refresh() {
  call.abort();
  call = new AbortController();
  const { signal } = call;
  const { show, view, q } = address.state;
  const isAdmin = (await signedIn())?.role === "admin";
  if (signal.aborted) return;
  clear();
  if (byID("words").value !== q && document.activeElement !== byID("words")) byID("words").value = q;
  showChips(byID("chips"), views.map((word) => [word, t(`concerts.view-${word}`)]),
    view, (chosen) => address.go({ view: chosen }));
  try {
    if (!await isStaff()) throw Object.assign(new Error(), { status: 403 });
    if (show || view === "catalogue") rows([]);
    if (show) await showOne(signal);
    else if (view === "catalogue") await showCatalogue(byID("catalogue"), byID("count"), isAdmin, signal);
    else await showList(signal);
  } catch (error) {
    if (signal.aborted) return;
    setText(byID("count"), "");
    rows([]);
    byID("empty").hidden = false;
    showProblem(byID("empty"), error, refresh);
  }
}

await startPage("concerts", { touches: /^(change|copy)\./, refresh, parts: ["desk", "concerts", "moving"] });
byID("search").addEventListener("submit", (event) => event.preventDefault());
byID("words").addEventListener("input", ({ target }) => {
  clearTimeout(wait);
  wait = setTimeout(() => address.go({ q: target.value.trim() }), pause);
});
refresh();
