// The marks of the fields that a person has edited, each with a way back to the value of the source.

import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { action } from "/page/row.js";

/** The word for a field of a release. */
export const fieldWord = (field) => t(`records.${field}`);

/** Returns true if a person has edited one of the fields of a release. */
export const isEdited = ({ edited = [] }, ...fields) => edited.some(({ field }) => fields.includes(field));

/** @param {object} release @param {() => void} refresh @returns {Element | false} false without a mark */
export function editedMarks(release, refresh) {
  const marks = release.edited ?? [];
  const name = release.source?.name ?? "";
  return marks.length > 0 && make("section", {}, make("h3", {}, t("records.edited")), make("ul.marks", {}, ...marks.map((mark) => (
    make("li", {}, make("span", {}, make("strong", {}, fieldWord(mark.field)), " ",
      make("span.soft", { dir: "auto" }, sourceWords(mark, name))),
    mark.isSourced && action(t("records.use-source", { name }), async () => {
      const { useSource } = await import("/library/edit.js");
      await useSource(release, mark.field, refresh);
    }))))));
}

function sourceWords({ isSourced, sourceValue }, name) {
  if (!isSourced) return t("records.by-hand");
  return sourceValue ? t("records.source-value", { name, value: sourceValue }) : t("records.source-empty", { name });
}
