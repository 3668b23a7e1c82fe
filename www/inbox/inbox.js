// The inbox: codes that could not be resolved when scanned, until staff decide.

import { get, query } from "/hub/client.js";
import { whenShort } from "/hub/clock.js";
import { t, textOr } from "/hub/words.js";
import { byID, make } from "/record/element.js";
import { slotText } from "/record/words.js";
import { openForm } from "/page/form.js";
import { finder } from "/page/finder.js";
import { stateAddress } from "/page/address.js";
import { emptyContent, showChips } from "/page/choices.js";
import { PagedList } from "/page/list.js";
import { startPage } from "/page/page.js";
import { action, badge, listRow } from "/page/row.js";
import { once, perform } from "/page/toast.js";
import { readOffline } from "/inbox/offline.js";
import { readUndecided } from "/inbox/undecided.js";
import { readUnknown } from "/inbox/unknown.js";

const shown = ["open", "named", "looked-up", "claimed", "forgotten"];
const media = ["cd", "vinyl", "cassette", "other"];
const address = stateAddress("/inbox", shown, refresh);

const list = new PagedList({
  path: (cursor, limit) => `/inbox${query({ state: address.state.state, limit, cursor })}`,
  row,
  count: (count, isMore) => t(isMore ? "inbox.first" : "inbox.count", { count }),
  name: "inbox",
  columns: [
    { key: "record", word: () => t("columns.code"), text: ({ text }) => text },
    { key: "state", word: () => t("columns.seen"), text: ({ lastAt }) => whenShort(lastAt), order: ({ lastAt }) => Date.parse(lastAt) },
  ],
  batch: [{ word: () => t("inbox.forget"), act: ({ id }) => once(`/inbox/${encodeURIComponent(id)}/forget`) }],
  empty: () => emptyContent(t(`inbox.none-${address.state.state}`), t("inbox.none-do"),
    make("a.button.primary", { href: "/" }, t("page.to-desk"))),
});

function row(item) {
  const path = `/inbox/${encodeURIComponent(item.id)}`;
  const facts = [item.symbology, item.station, t("inbox.seen", { count: item.scans }), item.note];
  const isOpen = item.state === "open";
  return listRow({
    id: item.id, title: item.text, isCode: true, facts,
    state: [make("span.soft", {}, whenShort(item.lastAt)), item.target?.title && make("span", { dir: "auto" }, item.target.title), !isOpen && badge(t(`inbox.state-${item.state}`))],
    main: isOpen && action(t("inbox.name"), () => openNaming(item, path)),
    more: isOpen ? [
      action(t("inbox.look-up"), () => perform(() => once(`${path}/look-up`), t("inbox.looking"), refresh)),
      action(t("inbox.claim"), () => openClaim(item, path)),
      action(t("inbox.forget"), () => perform(() => once(`${path}/forget`), t("inbox.forgotten"), refresh), ".danger"),
    ] : [],
  });
}

function openNaming(item, path) {
  openForm({
    title: t("inbox.name-of", { code: item.text }), lead: [t("inbox.name-lead")],
    fields: [
      { name: "title", word: t("inbox.title"), isNeeded: true, most: 500 },
      { name: "artist", word: t("inbox.artist"), isNeeded: true, most: 500 },
      { name: "medium", word: t("inbox.medium"), choices: media.map((medium) => [medium, textOr(`medium.${medium}`, medium)]) },
    ],
    act: t("inbox.name"),
    send: (values) => perform(() => once(`${path}/name`, values), t("inbox.named"), refresh, { throws: true }),
  });
}

/** Binds the code to an existing copy. */
function openClaim(item, path) {
  const copies = finder({
    id: "claim-copy", word: t("inbox.copy"),
    find: async (words) => {
      const { items } = await get(`/releases${query({ search: words, typing: "true", limit: 5 })}`);
      const whole = await Promise.all(items.map(({ id }) => get(`/releases/${encodeURIComponent(id)}`)));
      return whole.flatMap((release) => (release.copies ?? []).map((copy) => ({ ...copy, release })));
    },
    text: (copy) => [copy.release.title, t("desk.copy", { number: copy.number }), slotText(copy.slot)].filter(Boolean).join("\u00a0· "),
  });
  openForm({
    title: t("inbox.claim-of", { code: item.text }), lead: [t("inbox.claim-lead"), copies.element],
    act: t("inbox.claim"),
    send: () => {
      if (!copies.chosen) throw new Error(t("inbox.copy-missing"));
      return perform(() => once(`${path}/claim`, { copy: copies.chosen.id }), t("inbox.claimed"), refresh, { throws: true });
    },
  });
  copies.focus();
}

function refresh() {
  showChips(byID("chips"), shown.map((one) => [one, t(`inbox.state-${one}`)]), address.state.state,
    (state) => address.go({ state }));
  list.read();
  readOffline();
  readUnknown(refresh);
  readUndecided();
}

await startPage("inbox", { parts: ["records"], touches: /^(inbox|offline-entry|change|release)\./, refresh });
refresh();
