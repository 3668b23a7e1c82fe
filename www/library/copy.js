// The staff's notes on one copy: its parts, reference only, its shelf mark, and whether it is available.

import { request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";

const states = ["available", "missing", "lost", "withdrawn"];
const counts = ["parts", "partsMissing"];

/** Returns the remarks on a copy; often none. @param {import("/hub/types.js").CopySummary} copy @returns {string[]} */
export function copyRemarks(copy) {
  const { parts, partsMissing, isReference, isWithdrawn, shelfMark, status } = copy;
  return [
    shelfMark,
    partsMissing > 0 ? t("copies.parts-missing", { left: parts - partsMissing, other: parts })
      : parts > 1 && t("loans.parts", { parts }),
    isReference && t("copies.reference"),
    isWithdrawn && status === "on-loan" && t("copies.withdrawn"),
  ].filter(Boolean);
}

/** Returns the state of a copy that is neither on loan nor available; else undefined. */
export const copyAway = ({ status }) => (states.slice(1).includes(status) ? t(`copies.${status}`) : undefined);

/** Returns the button that opens the form. @param {import("/hub/types.js").CopySummary} copy @param {() => void} refresh */
export const editButton = (copy, refresh) => make("button.quiet", {
  type: "button", "aria-label": t("copies.edit-of", { number: copy.number }), on: { click: () => edit(copy, refresh) },
}, t("borrowers.edit"));

async function edit(copy, refresh) {
  const [{ openForm }, { perform }] = await Promise.all([import("/page/form.js"), import("/page/toast.js")]);
  const before = {
    parts: String(copy.parts),
    partsMissing: String(copy.partsMissing),
    isReference: copy.isReference ? "yes" : "no",
    status: copy.isWithdrawn ? "withdrawn" : states.includes(copy.status) ? copy.status : "available",
    shelfMark: copy.shelfMark ?? "",
  };
  const number = { type: "number", isNeeded: true, most: 4 };
  openForm({
    title: t("copies.edit-of", { number: copy.number }),
    fields: [
      { ...number, name: "parts", word: t("copies.parts"), value: before.parts, help: t("copies.parts-help") },
      { ...number, name: "partsMissing", word: t("copies.missing-parts"), value: before.partsMissing },
      { name: "isReference", word: t("copies.lent-word"), value: before.isReference,
        choices: [["no", t("copies.lent")], ["yes", t("copies.reference")]] },
      { name: "status", word: t("copies.status"), value: before.status,
        choices: states.map((state) => [state, t(`copies.${state}`)]),
        help: copy.status === "on-loan" ? t("copies.on-loan-help") : undefined },
      { name: "shelfMark", word: t("copies.shelf-mark"), value: before.shelfMark, most: 64 },
    ],
    act: t("page.save"),
    send: async (values) => {
      const patch = {};
      for (const [key, value] of Object.entries(values)) {
        if (value === before[key]) continue;
        patch[key] = key === "isReference" ? value === "yes" : counts.includes(key) ? Number(value) : value;
      }
      if (!Object.keys(patch).length) return;
      await perform(() => send(copy, patch), t("page.saved"), refresh, { throws: true });
    },
  });
}

async function send(copy, body) {
  try {
    return await request("PATCH", `/api/v1/copies/${encodeURIComponent(copy.id)}`, {
      body, headers: { "if-match": `"${copy.version}"` },
    });
  } catch (error) {
    if (error.status !== 401 && error.status !== 403) throw error;
    throw Object.assign(new Error(t("page.signin-text")), { title: t("page.signin") });
  }
}
