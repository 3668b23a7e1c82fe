// One row of a list: sleeve, title, person, state, the main action, and a menu with the others.

import { query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";
import { moreMenu } from "/page/menu.js";

/** Returns a button with its action. */
export const action = (word, act, kind = "") => make(`button${kind}`, { type: "button", on: { click: act } }, word);

/**
 * @param {{id: string, title: string, href?: string, isCode?: boolean, release?: object, facts?: (string | false | undefined)[],
 *   person?: object, by?: string, state?: (Node | string | false | undefined)[], main?: Element, more?: Element[]}} parts
 *   `release` has a sleeve; `person` is a borrower, `by` the
 *   words in their place; `state` are badges and dates; `more` are the actions of the menu.
 */
export function listRow({ id, title, href, isCode, release, facts = [], person, by, state = [], main, more = [] }) {
  const name = href ? make("a.row-title", { href, dir: "auto" }, title)
    : make(isCode ? "strong.row-title.mono" : "strong.row-title", { dir: "auto" }, title);
  return make(release ? "li.line.has-sleeve" : "li.line", { data: { id } },
    release && make("span.row-sleeve", {}, sleeve(release, { lettered: false })),
    make("span.line-words", {}, name,
      ...facts.length ? [make("span", { dir: "auto" }, facts.filter(Boolean).join("\u00a0· "))] : []),
    make("span.row-person", { dir: by && "auto" }, by ?? (person && make("a", {
      href: `/borrowers${query({ borrower: person.id })}`, dir: "auto" }, person.shortName))),
    make("span.row-state", {}, ...state),
    make("span.row-acts", {}, main, moreMenu(title, more)));
}

/** Returns the address of a release's page; undefined without one. */
export const releaseAddress = (release) => release && `/library${query({ release: release.id })}`;

/** Returns a badge. @param {string} word @param {string} [tone] @param {Element} [picture] */
export const badge = (word, tone, picture) => make("span.badge", { data: { tone } }, picture, word);

/** Returns the check box that selects a row. @param {string} title @param {boolean} isOn @param {(isOn: boolean) => void} onChange */
export const selectBox = (title, isOn, onChange) => make("label.row-select", {},
  make("input", { type: "checkbox", checked: isOn, "aria-label": t("row.select", { title }), on: {
    change: (event) => onChange(event.target.checked),
  } }));
