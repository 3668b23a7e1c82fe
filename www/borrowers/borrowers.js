// Borrowers: a list found by name, with one of them beside it.

import { get, query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, icon, make } from "/record/element.js";
import { Address } from "/page/address.js";
import { emptyContent } from "/page/choices.js";
import { letterJump } from "/page/jump.js";
import { PagedList } from "/page/list.js";
import { showProblem, startPage } from "/page/page.js";
import { borrowerContent } from "/borrowers/borrower.js";
import { openEnrolment, takeScan } from "/borrowers/enrol.js";

/** The delay from the last key to the search, in milliseconds. */
const searchAfter = 200;

const address = new Address("/borrowers", {
  read: (search) => ({ q: search.get("q") ?? "", from: search.get("from") ?? "", borrower: search.get("borrower") ?? undefined }),
  show,
});
let searchTimer;
let call;
const field = byID("words");

function show(before) {
  if (field.value.trim() !== address.state.q) field.value = address.state.q;
  if (!before || before.q !== address.state.q || before.from !== address.state.from) list.read();
  if (!before || before.borrower !== address.state.borrower) readOne(Boolean(before));
}

const list = new PagedList({
  path: (cursor, limit) => `/borrowers${query({ search: address.state.q, from: address.state.from, limit, cursor })}`,
  row,
  count: (count, isMore) => t(isMore ? "borrowers.first" : "borrowers.count", { count }),
  name: "borrowers",
  hasFilter: false,
  jump: (isLong) => (isLong || address.state.from ? letterJump(address.state.from, (from) => address.go({ from })) : undefined),
  columns: [
    { key: "record", word: () => t("columns.name"), text: ({ name, shortName }) => `${name} \u2013 ${shortName}`, order: ({ name }) => name },
    { key: "state", word: () => t("columns.loans"), text: ({ open }) => String(open), order: ({ open, overdue }) => open + overdue * 1000 },
  ],
  empty: () => (address.state.q || address.state.from
    ? emptyContent(t("borrowers.none-found"), t("borrowers.none-found-do"),
      make("button.primary", { type: "button", on: { click: () => address.go({ q: "", from: "" }) } }, t("borrowers.show-all")))
    : emptyContent(t("borrowers.none"), t("borrowers.none-do"),
      make("button.primary", { type: "button", on: { click: enrol } }, t("borrowers.enrol")))),
});

function row(borrower) {
  const { id, name, shortName, group, isStaff, open, overdue, block } = borrower;
  return make("li", { data: { id } }, make("a.line.has-sleeve.is-person", {
    href: `/borrowers${query({ q: address.state.q, from: address.state.from, borrower: id })}`,
    "aria-current": id === address.state.borrower ? "true" : undefined,
    on: { click: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      address.go({ borrower: id });
    } },
  },
  make("span.avatar", { "aria-hidden": "true" }, initials(name)),
  make("span.line-words", {}, make("strong", { dir: "auto" }, name),
    make("span", { dir: "auto" }, [shortName, group, isStaff && t("borrowers.staff")].filter(Boolean).join("\u00a0· "))),
  make("span.row-state", {},
    block && make("span.badge", { data: { tone: "no" } }, icon("no"), t("borrowers.blocked")),
    overdue > 0 && make("span.badge", { data: { tone: "ask" } }, t("desk.overdue", { count: overdue })),
    open > 0 && make("span.badge", {}, t("desk.loans-open", { count: open })))));
}

/** Returns the first letters of the first and the last name. */
const initials = (name) => {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 && words.at(-1)].filter(Boolean).map((word) => [...word][0].toLocaleUpperCase()).join("");
};

async function readOne(hasMoved) {
  call?.abort();
  const place = byID("one");
  for (const line of list.list.querySelectorAll("[data-id]")) {
    const isChosen = line.dataset.id === address.state.borrower;
    if (isChosen) line.firstElementChild.setAttribute("aria-current", "true");
    else line.firstElementChild.removeAttribute("aria-current");
  }
  document.body.classList.toggle("has-one", Boolean(address.state.borrower));
  if (!address.state.borrower) {
    place.hidden = true;
    place.replaceChildren();
    return;
  }
  call = new AbortController();
  const { signal } = call;
  const close = make("button.quiet.close", { type: "button", "aria-label": t("desk.close"), on: { click: () => {
    const { borrower } = address.state;
    address.go({ borrower: undefined });
    list.list.querySelector(`[data-id="${CSS.escape(borrower)}"] a`)?.focus();
  } } }, icon("close"));
  const path = `/borrowers/${encodeURIComponent(address.state.borrower)}`;
  try {
    const [borrower, loans, holds, fees] = await Promise.all([
      get(path, { signal }), ...["loans", "holds", "fees"].map((part) => get(`${path}/${part}?state=open&limit=50`, { signal })),
    ]);
    place.replaceChildren(close, ...borrowerContent(borrower, {
      loans: loans.items, holds: holds.items, fees: fees.items, refresh, leave: () => address.go({ borrower: undefined }),
    }));
  } catch (error) {
    if (signal.aborted) return;
    const problem = make("div.empty");
    place.replaceChildren(close, problem);
    if (error.status === 404) problem.replaceChildren(...emptyContent(t("borrowers.gone"), t("borrowers.gone-do")));
    else await showProblem(problem, error, () => readOne(false));
  }
  place.hidden = false;
  if (hasMoved) {
    place.scrollTop = 0;
    place.focus({ preventScroll: innerWidth >= 1000 });
  }
}

function refresh() {
  list.read();
  readOne(false);
}

function enrol() { openEnrolment({ done: (borrower) => { list.read(); address.go({ borrower: borrower.id }); } }); }

byID("search").addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(searchTimer);
  address.go({ q: field.value.trim() });
});
field.addEventListener("input", () => {
  clearTimeout(searchTimer);
  searchTimer = setTimeout(() => address.go({ q: field.value.trim() }, false), searchAfter);
});
byID("enrol").addEventListener("click", enrol);

await startPage("borrowers", { touches: /^(borrower|loan|hold|fee|change)\./, refresh, onEvent: takeScan });
show();
