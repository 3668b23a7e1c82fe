// The releases that were added by their barcode and are in no catalogue: staff enter them by hand or merge them.

import { get, query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { action, listRow } from "/page/row.js";

const shown = 50;
const [section, rows, count] = ["unknown", "unknown-rows", "unknown-count"].map(byID);
let call;

/** Reads the list; the section is hidden without an entry. @param {() => void} refresh after a change */
export async function readUnknown(refresh) {
  call?.abort();
  call = new AbortController();
  const { signal } = call;
  try {
    const { items, total } = await get(`/releases${query({ status: "not-found", limit: shown })}`, { signal });
    section.hidden = !items.length;
    rows.replaceChildren(...items.map((release) => row(release, refresh)));
    setText(count, t("records.unknown-count", { count: total ?? items.length }));
  } catch {
    // The list below shows the remedy.
    if (!signal.aborted) section.hidden = true;
  }
}

/** Opens a form for the release as it is now. */
const opens = (module, name, { id }, refresh) => async () => {
  const [forms, release] = await Promise.all([import(module), get(`/releases/${encodeURIComponent(id)}`)]);
  forms[name](release, refresh);
};

function row(release, refresh) {
  return listRow({
    id: release.id, title: release.title, facts: [t("records.unknown-do")],
    main: action(t("records.enter-title"), opens("/library/edit.js", "openEdit", release, refresh)),
    more: [
      action(t("records.merge-with"), opens("/library/merge.js", "openMerge", release, refresh)),
      make("a.button", { href: `/library${query({ release: release.id })}` }, t("records.open")),
    ],
  });
}
