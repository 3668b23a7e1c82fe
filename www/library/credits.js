// Credits: who took part in a release or a track. They are many, so they are folded.

import { t } from "/hub/words.js";
import { make } from "/record/element.js";

/**
 * Returns the credits behind a line that opens them; undefined for none.
 *
 * @param {{name: string, role?: string, listedAs?: string, tracks?: string}[]} credits
 * @param {string} [title] the track, for screen readers.
 */
export function foldedCredits(credits, title) {
  if (!credits.length) return undefined;
  const roles = new Map();
  for (const credit of credits) {
    const role = credit.role ?? t("records.artist");
    roles.set(role, [...roles.get(role) ?? [], person(credit)]);
  }
  return make("details.credits", {},
    make("summary", { "aria-label": title && t("library.credits-of", { count: credits.length, title }) },
      t("library.credits", { count: credits.length })),
    make("dl.facts", {}, ...[...roles].flatMap(([role, people]) => [
      make("dt", { dir: "auto" }, role), make("dd", { dir: "auto" }, people.join(" · ")),
    ])));
}

/** Returns the name as printed, with the name in the source's list and the tracks that the credit is for. */
function person({ name, listedAs, tracks }) {
  const remarks = [listedAs && t("library.listed-as", { name: listedAs }), tracks].filter(Boolean);
  return remarks.length ? `${name} (${remarks.join("; ")})` : name;
}
