// The groups of releases in the library that are probably one edition: merge them, or note that they are different.

import { get, query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { factLine } from "/record/words.js";
import { emptyContent } from "/page/choices.js";
import { PagedList } from "/page/list.js";
import { startPage } from "/page/page.js";
import { action, badge, listRow, releaseAddress } from "/page/row.js";
import { noteDifferent } from "/library/different.js";

const list = new PagedList({
  path: (cursor, limit) => `/releases/duplicates${query({ limit, cursor })}`,
  // A release may be in two groups, for two reasons.
  identity: ({ reasons, releases }) => [reasons[0], ...releases.map(({ release }) => release.id)].join(" "),
  row,
  isCounted: false,
  hasFilter: false,
  count: (count, isMore) => t(isMore ? "duplicates.count-more" : "duplicates.count", { count }),
  name: "duplicates",
  empty: () => emptyContent(t("duplicates.none"), t("duplicates.none-do"), make("a.button.primary", { href: "/library" }, t("page.to-library"))),
});

function row({ id, reasons, releases }) {
  const [{ release }] = releases;
  const line = listRow({
    id, release, title: release.title, facts: [release.artist],
    state: [badge(t(`records.reason-${reasons[0]}`)), badge(t("duplicates.records", { count: releases.length }))],
    main: action(t("records.merge-with"), () => merge(release)),
    more: [action(t("records.different"), () => noteDifferent(releases.map(({ release: one }) => one.id), refresh))],
  });
  line.querySelector(".line-words").append(make("ul.members", {}, ...releases.map(({ release: one, copies }) => make("li", { dir: "auto" },
    make("a", { href: releaseAddress(one) }, [one.title, factLine(one)].filter(Boolean).join("\u00a0· ")),
    `\u00a0· ${t("own.count", { count: copies })}`))));
  return line;
}

/** Opens the merge of a release as it is now with the others of its group. */
async function merge({ id }) {
  const [{ openMerge }, release] = await Promise.all([import("/library/merge.js"), get(`/releases/${encodeURIComponent(id)}`)]);
  openMerge(release, refresh);
}


function refresh() {
  list.read();
}

await startPage("duplicates", { parts: ["records"], touches: /^(copy|release|change)\./, refresh });
refresh();
