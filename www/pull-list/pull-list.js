// The pull list: copies on the shelf that are to be fetched for holds. A check-in traps each, and prints its slip.

import { query } from "/hub/client.js";
import { day } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { byID } from "/record/element.js";
import { emptyContent } from "/page/choices.js";
import { PagedList } from "/page/list.js";
import { startPage } from "/page/page.js";
import { action, badge, listRow, releaseAddress } from "/page/row.js";
import { once, perform, say } from "/page/toast.js";
import { sendSlip } from "/holds/slip.js";

const pageLength = 100;
const code = byID("code");

const list = new PagedList({
  path: (cursor) => `/holds/pull-list${query({ limit: pageLength, cursor })}`,
  row: pullLine,
  count: (count, isMore) => t(isMore ? "pull.first" : "pull.count", { count }),
  name: "pull-list",
  columns: [
    { key: "state", word: () => t("pull.place"), text: ({ copy }) => copy.slot ?? "" },
    { key: "mark", word: () => t("pull.mark"), text: ({ copy }) => copy.shelfMark ?? "" },
    { key: "record", word: () => t("columns.record"), text: ({ release }) => [release.title, release.artist].filter(Boolean).join(" \u2013 ") },
    { key: "copy", word: () => t("pull.copy"), text: ({ copy }) => String(copy.number) },
    { key: "person", word: () => t("columns.person"), text: ({ borrower }) => borrower?.shortName ?? "" },
  ],
  empty: () => emptyContent(t("pull.none"), t("pull.none-do")),
});

/** Returns the line of a copy. @param {import("/hub/types.js").PullListItem} item */
function pullLine({ id, copy, release, borrower, placedAt, notAfter }) {
  return listRow({
    id, title: release.title, href: releaseAddress(release), release,
    facts: [release.artist, copy.shelfMark, t("desk.copy", { number: copy.number }), t("holds.since", { date: day(placedAt) }),
      notAfter && t("holds.not-after", { date: day(notAfter) })],
    person: borrower,
    state: [badge(copy.slot ?? t("pull.no-place"))],
    main: action(t("pull.fetched"), () => fetched({ copy: id })),
  });
}

/** Checks in a copy, so that it is trapped for its hold. Returns true if it was. @param {{copy?: string, code?: string}} named */
async function fetched(named) {
  let hold;
  const isDone = await perform(async () => {
    const result = await once("/returns", named);
    hold = result.hold;
    if (hold) await sendSlip(hold.id);
    return result;
  }, () => (hold ? t("pull.trapped", { title: hold.release?.title ?? "", name: hold.borrower?.shortName ?? "–" })
    : t("pull.not-wanted")), () => list.read());
  return isDone && Boolean(hold);
}

byID("scan").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = code.value.trim();
  if (!text) {
    say(t("pull.code-missing"), { isFault: true });
    code.focus();
    return;
  }
  await fetched({ code: text });
  code.select();
  code.focus();
});

const refresh = () => list.read();
await startPage("pull-list", { touches: /^(hold|change|loan|copy)\./, refresh });
refresh();
