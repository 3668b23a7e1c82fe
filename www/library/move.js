// Moving copies to another release: the copies to move, and the release that they are copies of.

import { get, query, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { factLine } from "/record/words.js";
import { finder } from "/page/finder.js";
import { openForm } from "/page/form.js";
import { perform } from "/page/toast.js";

/** Returns an error whose title says all. */
const refusal = (key) => Object.assign(new Error(""), { title: t(key) });

/**
 * Opens the form. Each copy moves by itself, so that one that cannot move holds up no other.
 *
 * @param {object} copy the copy that is chosen at first @param {object} release @param {() => void} refresh
 */
export function openMove(copy, release, refresh) {
  const boxes = new Map(release.copies.map((one) => [one, make("input", { type: "checkbox", checked: one.id === copy.id })]));
  const choice = make("fieldset.move-copies", {}, make("legend", {}, t("records.move-which")),
    ...[...boxes].map(([one, box]) => make("label.move-copy", {}, box, make("span", {}, `${t("desk.copy", { number: one.number })} ${one.code}`))));
  const search = finder({
    id: "move-release", word: t("records.move-to"),
    text: (other) => [other.title, other.artist, factLine(other)].filter(Boolean).join("\u00a0· "),
    find: async (words) => (await get(`/releases${query({ search: words, limit: 8 })}`)).items.filter(({ id }) => id !== release.id),
  });
  openForm({
    title: t("records.move-of", { title: release.title }),
    lead: [t("records.move-text"), ...boxes.size > 1 ? [choice] : [], search.element], act: t("records.move"),
    send: async () => {
      const moved = [...boxes].filter(([, box]) => box.checked).map(([one]) => one);
      if (!moved.length) throw refusal("records.move-none");
      if (!search.chosen) throw refusal("records.move-missing");
      const { id, title } = search.chosen;
      for (const one of moved) {
        await perform(() => request("PATCH", `/api/v1/copies/${encodeURIComponent(one.id)}`, {
          body: { release: id }, headers: { "if-match": `"${one.version}"` } }),
        t("records.moved", { number: one.number, title }), refresh, { throws: true });
        // A form that is sent again moves only the others.
        boxes.get(one).checked = false;
      }
    },
  });
  search.focus();
}
