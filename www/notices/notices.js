// Notices to borrowers: the templates with a live preview, and the log of what was sent.

import { get, post, query, request } from "/hub/client.js";
import { whenShort } from "/hub/clock.js";
import { loadWords, spokenLanguage, t } from "/hub/words.js";
import { byID } from "/record/element.js";
import { emptyContent, showChips } from "/page/choices.js";
import { PagedList } from "/page/list.js";
import { problemText, startPage } from "/page/page.js";
import { action, badge, listRow, releaseAddress } from "/page/row.js";
import { complain, once, perform } from "/page/toast.js";
import { editor } from "/notices/editor.js";

const kinds = ["hold-ready", "hold-expired", "due-soon", "overdue"];
const languages = ["en", "de", "fr"];
const shown = ["open", "sent", "all"];
const tones = { sent: "done", refused: "fault", unknown: "ask" };
let log = "open";
let chosen = { kind: kinds[0], language: spokenLanguage() };

const list = new PagedList({
  path: (cursor) => `/notices${query({ state: log, limit: 50, cursor })}`,
  row: noticeLine,
  count: (count, isMore) => t(isMore ? "notices.first" : "notices.count", { count }),
  name: "notices",
  columns: [
    { key: "record", word: () => t("columns.record"), text: ({ kind, release }) => [t(`notices.kind-${kind}`), release?.title].filter(Boolean).join(" \u2013 ") },
    { key: "person", word: () => t("columns.person"), text: ({ borrower }) => borrower?.shortName ?? "" },
    { key: "state", word: () => t("columns.state"), text: stateText, order: ({ createdAt }) => Date.parse(createdAt) },
  ],
  empty: () => emptyContent(t(`notices.none-${log}`), t("notices.none-do")),
});

function stateText({ state, way, sentAt, createdAt }) {
  return `${t(`notices.state-${state}`)}, ${t(`notices.way-${way}`)}, ${whenShort(sentAt ?? createdAt)}`;
}

/** Returns the line of a notice. @param {import("/hub/types.js").Notice} notice */
function noticeLine(notice) {
  const { id, kind, way, state, release, borrower, createdAt, sentAt, attempts, reason } = notice;
  const canSend = state === "refused" || state === "unknown";
  return listRow({
    id, title: release?.title ?? t(`notices.kind-${kind}`), href: releaseAddress(release), release,
    facts: [t(`notices.kind-${kind}`), t(`notices.way-${way}`), whenShort(sentAt ?? createdAt),
      attempts > 1 && t("notices.attempts", { count: attempts }), reason],
    person: borrower,
    state: [badge(t(`notices.state-${state}`), tones[state])],
    main: canSend && action(t("notices.send"), () => perform(
      () => once(`/notices/${encodeURIComponent(id)}/send`), t("notices.sending-again"), readLog)),
  });
}

const readLog = () => list.read();

function showChoices() {
  showChips(byID("kinds"), kinds.map((kind) => [kind, t(`notices.kind-${kind}`)]), chosen.kind,
    (kind) => choose({ ...chosen, kind }));
  showChips(byID("languages"), languages.map((one) => [one, t(`notices.language-${one}`)]), chosen.language,
    (language) => choose({ ...chosen, language }));
  showChips(byID("chips"), shown.map((one) => [one, t(`notices.show-${one}`)]), log, (one) => {
    log = one;
    showChoices();
    readLog();
  });
}

function choose(next) {
  chosen = next;
  showChoices();
  readTemplate();
}

/** Shows the chosen template, unless a person is changing it. */
async function readTemplate() {
  const address = `/notice-templates/${chosen.kind}.${chosen.language}`;
  try {
    const template = await get(address);
    if (address !== `/notice-templates/${chosen.kind}.${chosen.language}`) return;
    const change = (method, body) => request(method, `/api/v1${address}`, {
      body, headers: { "if-match": `"${template.version}"` },
    });
    byID("template").replaceChildren(...editor(template, {
      preview: (body) => post(`${address}/preview`, body),
      save: (body) => perform(() => change("PUT", body), t("notices.saved"), readTemplate),
      restore: () => perform(() => change("DELETE"), t("notices.restored"), readTemplate),
      trouble: problemText,
    }));
  } catch (error) {
    complain(error);
  }
}

function refresh() {
  showChoices();
  if (!byID("template").querySelector(".is-changed")) readTemplate();
  readLog();
}

await loadWords("notices");
await startPage("notices", { touches: /^(setting|change|hold|loan)\./, refresh });
refresh();
