// Forms of the library for one release: its fields, a new release, its removal, and another copy.

import { newID, post, request } from "/hub/client.js";
import { t, textOr } from "/hub/words.js";
import { make } from "/record/element.js";
import { closeSheet, openSheet } from "/desk/sheet.js";
import { openForm } from "/page/form.js";
import { action } from "/page/row.js";
import { perform } from "/page/toast.js";
import { fieldWord } from "/library/marks.js";

const media = ["cd", "vinyl", "cassette", "other"];
/** The fields with several values, each with the sign between these. */
const lists = { genres: ",", styles: ",", tags: ";" };

const values = (release) => ({
  title: release.status === "not-found" || release.status === "unresolved" ? plainTitle(release) : release.title,
  artist: release.artist ?? "", medium: release.medium ?? "other", year: release.year ? String(release.year) : "",
  label: release.label ?? "", catalogNumber: release.catalogNumber ?? "", country: release.country ?? "",
  released: release.released ?? "", genres: (release.genres ?? []).join(", "), styles: (release.styles ?? []).join(", "),
  tags: (release.tags ?? []).join("; "), notes: release.notes ?? "", barcode: release.barcode ?? "",
});

/** A release that is known by its barcode alone has no title to correct. */
const plainTitle = ({ title, barcode }) => (title === `Barcode ${barcode}` ? "" : title);

function fields(before) {
  const field = (name, more = {}) => ({ name, word: fieldWord(name), value: before[name], ...more });
  return [
    field("title", { isNeeded: true, most: 500 }), field("artist", { most: 500 }),
    field("medium", { choices: media.map((medium) => [medium, textOr(`medium.${medium}`, medium)]) }),
    field("year", { inputMode: "numeric", most: 4, check: (text) => (/^\d*$/.test(text) ? undefined : t("records.year-wrong")) }),
    field("label"), field("catalogNumber", { most: 100 }), field("country", { most: 100 }),
    field("released", { most: 10, help: t("records.released-help") }),
    field("genres", { most: 2000, help: t("records.list-help") }), field("styles", { most: 2000, help: t("records.list-help") }),
    field("tags", { most: 3100, help: t("records.tags-help") }),
    field("notes", { isLong: true, most: 5000 }), field("barcode", { most: 40, inputMode: "numeric" }),
  ];
}

/** Returns a value of the form as the hub takes it. */
function wireValue(name, text) {
  if (lists[name]) return text.split(lists[name]).map((word) => word.trim()).filter(Boolean);
  return name === "year" ? (text ? Number(text) : null) : text;
}

/** Opens the form that corrects a release. @param {object} release @param {() => void} refresh */
export function openEdit(release, refresh) {
  const before = values(release);
  openForm({
    title: t("records.edit-of", { title: release.title }), fields: fields(before), act: t("page.save"),
    send: async (after) => {
      const patch = {};
      for (const [name, text] of Object.entries(after)) if (text !== before[name]) patch[name] = wireValue(name, text);
      if (Object.keys(patch).length) await save(release, patch, refresh, { throws: true });
    },
  });
}

/** Opens the form that enters a release by hand. @param {(release: object) => void} made */
export function openNew(made) {
  const key = newID();
  openForm({
    title: t("records.new"), fields: fields({ ...values({ title: "" }), medium: "cd" }), act: t("records.enter"),
    send: async (after) => {
      const body = {};
      for (const [name, text] of Object.entries(after)) if (text) body[name] = wireValue(name, text);
      let release;
      await perform(async () => {
        release = await post("/releases", body, { headers: { "idempotency-key": key } });
      }, t("records.entered"), () => made(release), { throws: true });
    },
  });
}

const save = (release, patch, refresh, options) => perform(() => request("PATCH", pathOf(release), {
  body: patch, headers: { "if-match": `"${release.version}"` },
}), t("page.saved"), refresh, options);

/** Puts a release on the wish list, or removes it. @param {object} release @param {boolean} isWished @param {() => void} refresh */
export const setWished = (release, isWished, refresh) => save(release, { isWished }, refresh);

export const pathOf = ({ id }) => `/api/v1/releases/${encodeURIComponent(id)}`;

/** Opens the question that removes a release. @param {object} release @param {() => void} removed */
export function openRemove(release, removed) {
  openSheet(t("records.remove-of", { title: release.title }), [
    make("p", {}, t("records.remove-text")),
    make("div.actions", {}, action(t("page.cancel"), closeSheet), action(t("records.remove"), async () => {
      closeSheet();
      await perform(() => request("DELETE", pathOf(release), { headers: { "if-match": `"${release.version}"` } }),
        t("records.removed"), removed);
    }, ".primary.grave")),
  ]);
}

/** Adds a copy of a release. */
export function addCopy(release, refresh) {
  const key = newID();
  return perform(() => post("/copies", { release: release.id }, { headers: { "idempotency-key": key } }),
    (copy) => t("records.copy-added", { number: copy.number }), refresh);
}

/** Gives a field of a release the value of its source again. @param {object} release @param {string} field @param {() => void} refresh */
export function useSource(release, field, refresh) {
  const key = newID();
  return perform(() => request("POST", `${pathOf(release)}/use-source`, {
    body: { fields: [field] }, headers: { "if-match": `"${release.version}"`, "idempotency-key": key },
  }), t("page.saved"), refresh);
}
