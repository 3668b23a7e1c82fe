// The inbox: codes that could not be resolved when scanned, until staff decide.

import { get, query } from "/hub/client.js";
import { whenShort } from "/hub/clock.js";
import { t, textOr } from "/hub/words.js";
import { byID, make } from "/record/element.js";
import { slotText } from "/record/words.js";
import { openForm } from "/page/form.js";
import { finder } from "/page/finder.js";
import { stateAddress } from "/page/address.js";
import { PagedList, emptyContent, showChips } from "/page/list.js";
import { startPage } from "/page/page.js";
import { once, perform } from "/page/toast.js";
import { readOffline } from "/inbox/offline.js";

const pageLength = 50;
const shown = ["open", "named", "looked-up", "claimed", "forgotten"];
const media = ["cd", "vinyl", "cassette", "other"];
const address = stateAddress("/inbox", shown, refresh);

const list = new PagedList({
  path: (cursor) => `/inbox${query({ state: address.state.state, limit: pageLength, cursor })}`,
  row,
  count: (count, isMore) => t(isMore ? "inbox.first" : "inbox.count", { count }),
  empty: () => emptyContent(t(`inbox.none-${address.state.state}`), t("inbox.none-do"),
    make("a.button.primary", { href: "/" }, t("page.to-desk"))),
});

function row(item) {
  const path = `/inbox/${encodeURIComponent(item.id)}`;
  const act = (word, act) => make("button", { type: "button", on: { click: act } }, word);
  const facts = [item.symbology, item.station, t("inbox.seen", { count: item.scans }), whenShort(item.lastAt), item.note];
  return make("li.line", { data: { id: item.id } },
    make("span.line-words", {}, make("strong.mono", { dir: "auto" }, item.text),
      make("span", { dir: "auto" }, facts.filter(Boolean).join("\u00a0· "))),
    make("span.line-side", {},
      item.target?.title && make("span", { dir: "auto" }, item.target.title),
      item.state !== "open" && make("span.badge", {}, t(`inbox.state-${item.state}`))),
    item.state === "open" && make("span.line-acts", {},
      act(t("inbox.name"), () => openNaming(item, path)),
      act(t("inbox.look-up"), () => perform(() => once(`${path}/look-up`), t("inbox.looking"), refresh)),
      act(t("inbox.claim"), () => openClaim(item, path)),
      act(t("inbox.forget"), () => perform(() => once(`${path}/forget`), t("inbox.forgotten"), refresh))));
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
      const { items } = await get(`/releases${query({ q: words, limit: 5 })}`);
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
}

await startPage("inbox", { touches: /^(inbox|offline-entry|change|release)\./, refresh });
refresh();
