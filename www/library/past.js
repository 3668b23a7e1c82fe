// The history of a release: what happened to its copies, the last first. For staff.

import { get, query } from "/hub/client.js";
import { moment } from "/hub/clock.js";
import { t, textOr } from "/hub/words.js";
import { make } from "/record/element.js";
import { isStaff } from "/page/person.js";

/** The copies of which the history is read, and the changes that are shown. */
const [mostCopies, mostShown] = [6, 10];

/** Returns the section. It fills itself, and stays empty for others than staff. @param {object[]} copies */
export function past(copies) {
  const place = make("section.past", { hidden: true });
  if (copies.length) fill(place, copies).catch(() => {});
  return place;
}

async function fill(place, copies) {
  if (!await isStaff()) return;
  const lists = await Promise.all(copies.slice(0, mostCopies).map(({ id }) => get(`/changes${query({ copy: id, limit: mostShown })}`)));
  const changes = lists.flatMap(({ items }) => items).sort((one, other) => other.seq - one.seq).slice(0, mostShown);
  if (!changes.length) return;
  place.replaceChildren(make("h3", {}, t("library.history")), make("ol.history", {}, ...changes.map(line)),
    make("p", {}, make("a", { href: "/changes" }, t("library.all-changes"))));
  place.hidden = false;
}

function line({ kind, at, by, copy, borrower, undoneBy }) {
  return make("li", {}, make("time.soft", { datetime: at }, moment(at).replace(/:\d\d\.\d+$/, "")),
    make("span", {}, [textOr(`did.${kind}`, kind), copy && t("desk.copy", { number: copy.number }), borrower,
      undoneBy && t("changes.undone"), by && t("changes.by", { who: by })].filter(Boolean).join("\u00a0· ")));
}
