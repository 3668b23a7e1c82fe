// The releases whose barcode several records at Discogs have: staff answer the questions on the page of the release.

import { get, query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { listRow, releaseAddress } from "/page/row.js";

const shown = 50;
const [section, rows, count] = ["undecided", "undecided-rows", "undecided-count"].map(byID);
let call;

/** Reads the list; the section is hidden without an entry. */
export async function readUndecided() {
  call?.abort();
  call = new AbortController();
  const { signal } = call;
  try {
    const { items, total } = await get(`/releases/undecided${query({ limit: shown })}`, { signal });
    section.hidden = !items.length;
    rows.replaceChildren(...items.map(row));
    setText(count, total === undefined ? t("list.more-than", { count: items.length })
      : t("records.undecided-count", { count: total }));
  } catch {
    // The list below shows the remedy.
    if (!signal.aborted) section.hidden = true;
  }
}

const row = ({ release, alternatives }) => listRow({
  id: release.id, title: release.artist ? `${release.artist} \u2013 ${release.title}` : release.title, release,
  facts: [release.barcode, t("records.undecided-do", { count: alternatives })],
  main: make("a.button", { href: releaseAddress(release) }, t("records.undecided-choose")),
});
