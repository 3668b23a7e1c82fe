// Merging two records of one edition: candidates, a preview of what moves, and the merge.

import { get, newID, query, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { factLine } from "/record/words.js";
import { finder } from "/page/finder.js";
import { openForm } from "/page/form.js";
import { problemText } from "/page/page.js";
import { perform } from "/page/toast.js";
import { noteDifferent } from "/library/different.js";
import { pathOf } from "/library/edit.js";
import { fieldWord } from "/library/marks.js";

/** Opens the form that merges another release into this one. @param {object} release @param {() => void} refresh */
export async function openMerge(release, refresh) {
  const key = newID();
  let preview;
  let number = 0;
  const plan = make("div.plan", { role: "status" });
  const line = (other) => [other.title, other.artist, factLine(other)].filter(Boolean).join("\u00a0· ");
  const search = finder({
    id: "merge-other", word: t("records.merge-other"), text: line,
    find: async (words) => (await get(`/releases${query({ search: words, typing: "true", limit: 8 })}`)).items.filter(({ id }) => id !== release.id),
    onChoose: (other) => choose(other?.id),
  });
  const candidates = make("div.found");
  const form = openForm({
    title: t("records.merge-of", { title: release.title }), lead: [t("records.merge-text"), candidates, search.element, plan],
    act: t("records.merge"),
    send: async () => {
      if (!preview) throw new Error(t("records.merge-missing"));
      await perform(() => request("POST", `${pathOf(release)}/merge`, {
        body: { other: preview.other.id, otherVersion: preview.other.version },
        headers: { "if-match": `"${preview.release.version}"`, "idempotency-key": key },
      }), t("records.merged"), refresh, { throws: true });
    },
  });
  form.setAct(t("records.merge"), false);

  /** Shows what a merge would move. */
  async function choose(id) {
    number += 1;
    const mine = number;
    preview = undefined;
    form.setAct(t("records.merge"), false);
    plan.replaceChildren();
    if (!id) return;
    try {
      const answer = await get(`/releases/${encodeURIComponent(release.id)}/merge${query({ other: id })}`);
      if (mine !== number) return;
      preview = answer;
      plan.replaceChildren(...previewContent(answer));
      form.setAct(t("records.merge"));
    } catch (error) {
      if (mine === number) plan.replaceChildren(make("p", {}, problemText(error)));
    }
  }

  /** Shows the releases that may be the same edition; each can be noted as a different one. */
  async function readCandidates() {
    const { items } = await get(`/releases/${encodeURIComponent(release.id)}/duplicates`).catch(() => ({ items: [] }));
    candidates.replaceChildren(...items.map(({ release: other, reasons }) => make("div.candidate", {},
      make("button", { type: "button", on: { click: () => choose(other.id) } }, `${line(other)}\u00a0· ${t(`records.reason-${reasons[0]}`)}`),
      make("button.quiet", { type: "button", "aria-label": t("records.different-from", { title: line(other) }), on: {
        click: () => noteDifferent([release.id, other.id], readCandidates),
      } }, t("records.different")))));
  }

  await readCandidates();
  search.focus();
}

function previewContent({ other, copies, loans, holds, endedHolds, codes, fields, tags = [], movesSource, movesWish }) {
  const rows = [
    copies.length && t("records.moves-copies", { count: copies.length, numbers: copies.map(({ number }) => number).join(", ") }),
    loans && t("records.moves-loans", { count: loans }),
    holds && t("records.moves-holds", { count: holds }),
    endedHolds && t("records.ends-holds", { count: endedHolds }),
    codes.length && t("records.moves-codes", { codes: codes.join(", ") }),
    tags.length && t("records.moves-tags", { tags: tags.join("; ") }),
    movesSource && t("records.moves-source"),
    movesWish && t("records.moves-wish"),
    ...fields.map(({ field, value }) => t("records.moves-field", { field: fieldWord(field), value: value ?? "–" })),
  ].filter(Boolean);
  return [
    make("p", { dir: "auto" }, make("strong", {}, t("records.merge-preview", { title: other.title }))),
    make("ul", {}, ...(rows.length ? rows : [t("records.moves-nothing")]).map((row) => make("li", { dir: "auto" }, row))),
  ];
}
