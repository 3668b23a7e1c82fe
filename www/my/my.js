// A borrower's own page. The token stands behind the # of the address, which browsers never send by themselves.

import { Problem, newID, request } from "/hub/client.js";
import { day, daysUntil } from "/hub/clock.js";
import { loadWords, onLanguage, speak, t, translate } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";
import { languageChoice } from "/page/places.js";

await Promise.all(["my", "pages", "desk"].map(loadWords));

const content = byID("content");
const said = byID("said");
let shown;

const call = (method, path, body) => request(method, `/api/v1/my${path}`, {
  body, headers: { authorization: `Bearer ${decodeURIComponent(location.hash.slice(1))}`,
    ...method === "POST" ? { "idempotency-key": newID() } : {} },
});

function show(page) {
  shown = page;
  translate(document);
  document.title = `${t("my.title")} · Deadwax`;
  byID("language").replaceChildren(languageChoice());
  if (!page) return;
  const { name, loans, loanLimit, holds, endsAt } = page;
  content.replaceChildren(
    make("section.own-part", {}, make("h1", { dir: "auto" }, name),
      make("p", {}, loans.length ? t("my.loans-of", { open: loans.length, limit: loanLimit }) : t("my.no-loans")),
      make("ul.own-items", {}, ...loans.map(loanItem)),
      loans.length > 1 && make("button.primary", { type: "button", on: { click: (event) => renew(undefined, event.target) } },
        t("my.renew-all"))),
    holds.length > 0 && make("section.own-part", {}, make("h2", {}, t("my.holds")),
      make("ul.own-items", {}, ...holds.map(holdItem))),
    make("p.soft", {}, t("my.ends", { date: day(endsAt) })));
}

function loanItem({ id, title, artist, medium, dueAt, isOverdue, notRenewed }) {
  const name = [title, artist].filter(Boolean).join(" \u2013 ");
  return make("li.own-item", { data: { id } }, sleeve({ title, artist, medium }, { lettered: false }),
    make("div.own-words", {}, make("strong", { dir: "auto" }, title), artist && make("span", { dir: "auto" }, artist),
      make("span.own-when", { data: { late: isOverdue ? "yes" : undefined } },
        dueWords(dueAt, isOverdue))),
    notRenewed && make("p.own-reasons", {}, notRenewed.map((reason) => reason.detail || reason.title).join(" ")),
    make("button", { type: "button", "aria-label": t("my.renew-of", { title: name }), on: {
      click: (event) => renew(id, event.target) } }, t("my.renew")));
}

/** Returns when a loan is due, as a person says it. */
function dueWords(dueAt, isOverdue) {
  const [days, date] = [daysUntil(dueAt), day(dueAt)];
  if (isOverdue) return days < 0 ? t("my.overdue-days", { days: -days, date }) : t("my.overdue", { date });
  if (days < 2) return t(days < 1 ? "my.due-today" : "my.due-tomorrow");
  return t("my.due-in", { days, date });
}

function holdItem({ id, title, artist, medium, state, position, pickUpBy }) {
  const name = [title, artist].filter(Boolean).join(" \u2013 ");
  return make("li.own-item", { data: { id } }, sleeve({ title, artist, medium }, { lettered: false }),
    make("div.own-words", {}, make("strong", { dir: "auto" }, title), artist && make("span", { dir: "auto" }, artist),
      make("span.own-when", {}, state === "ready" ? t("my.ready", { date: pickUpBy && day(pickUpBy) })
        : t("my.waiting", { position }))),
    make("button", { type: "button", "aria-label": t("my.cancel-of", { title: name }), on: {
      click: (event) => cancel(id, name, event.target) } }, t("my.cancel")));
}

async function act(button, work, report) {
  button.disabled = true;
  try {
    const page = await work();
    show(page);
    setText(said, report(page));
    said.scrollIntoView({ block: "nearest" });
  } catch (error) {
    button.disabled = false;
    showProblem(error);
  }
}

const renew = (loan, button) => act(button, () => call("POST", "/renew", loan ? { loan } : {}), ({ loans }) => {
  const refused = loans.filter(({ notRenewed }) => notRenewed);
  return t(refused.length ? "my.not-renewed" : "my.renewed", { count: refused.length });
});

function cancel(id, title, button) {
  if (button.dataset.sure !== "yes") {
    button.dataset.sure = "yes";
    button.removeAttribute("aria-label");
    button.textContent = t("my.cancel-sure");
    return undefined;
  }
  return act(button, () => call("POST", `/holds/${encodeURIComponent(id)}/cancel`), () => t("my.cancelled", { title }));
}

/** Says what is wrong; a link that has ended leaves nothing on the page. */
function showProblem(error) {
  if (error instanceof Problem && error.status === 401) {
    shown = undefined;
    setText(said, "");
    content.replaceChildren(make("section.own-part", {}, make("h1", {}, t("my.no-link")), make("p", {}, t("my.no-link-do"))));
  } else {
    setText(said, error.status === 429 ? t("my.too-many") : error.sentence ?? error.message);
  }
}

async function read() {
  try {
    const page = await call("GET", "");
    if (page.language && !shown) await speak(page.language);
    show(page);
  } catch (error) {
    show(undefined);
    showProblem(error);
  }
}

onLanguage(() => show(shown));
addEventListener("hashchange", read);
await read();
