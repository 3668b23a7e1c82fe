// The names of the items on the tray. Names of records and people are the same in every language; the hub's other names
// are English.

import { hasText, spokenLanguage, t, textOr } from "/hub/words.js";
import { slotText } from "/record/words.js";

/** The kinds in the order of the tray. */
export const kinds = {
  record: "counter.records", tag: "desk.tags", borrower: "counter.cards", slot: "counter.slots",
  command: "counter.commands",
};

/** The command cards whose names differ from their modes. */
const modes = { "write tags": "write", labels: "label", "wish list": "wishlist" };
/** The line below the name, for kinds with a common one. */
const mores = { slot: "desk.slot-label", command: "desk.command-card" };

/** @param {{id: string, kind: string, title: string}} item */
export function itemTitle(item) {
  if (spokenLanguage() === "en") return item.title;
  if (item.kind === "command") return commandWord(item.title);
  if (item.kind === "tag") return tagText("tag", item, item.title);
  return item.kind === "slot" ? slotText(item.title) : item.title;
}

/** Returns its details in a few words. */
export function itemMore(item) {
  if (spokenLanguage() === "en") return item.subtitle ?? "";
  if (item.kind === "tag") return tagText("more", item, item.subtitle ?? "");
  if (item.kind === "borrower") return t(/staff/i.test(item.subtitle) ? "counter.staff-card" : "counter.card");
  return mores[item.kind] ? t(mores[item.kind]) : item.subtitle ?? "";
}

/** Returns name and details, for screen readers. */
export function itemName(item) {
  const kind = item.kind === "record" || item.kind === "tag" ? t(`counter.${item.kind}`) : "";
  return [itemTitle(item), itemMore(item), kind, item.hasTag && t("counter.with-tag")].filter(Boolean).join(", ");
}

/** Returns the words of a tag by its id, such as `tag-ntag213-1`. */
function tagText(what, { id }, other) {
  const [, name, number] = /^tag-(.+?)(?:-(\d+))?$/.exec(id) ?? [];
  const key = `counter.${what}-${what === "more" && name === "classic" ? "type4" : name}`;
  return hasText(key) ? t(key, { number }) : other;
}

function commandWord(title) {
  const word = title.toLowerCase();
  const [, what, value] = /^(number|grade) (.+)$/i.exec(title) ?? [];
  if (what) return t(`counter.command-${what.toLowerCase()}`, { value });
  const name = (modes[word] ?? word).replaceAll(" ", "-");
  return textOr(`mode.${name}.word`, textOr(`counter.command-${name}`, textOr(`desk.${name}`, title)));
}
