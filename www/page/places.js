// The one navigation of all pages: its groups, the language, the appearance and the list of keys.

import { speak, spokenLanguage, t } from "/hub/words.js";
import { draw, icon, make } from "/record/element.js";

/** The pages by group, each with its address and its icon; without one, it has an icon of the navigation. The first group has no heading. */
const groups = [
  [undefined, [["desk", "/", "disc"], ["library", "/library", "library"], ["lists", "/lists", "wishlist"], ["phone", "/phone"]]],
  ["lending", [["borrowers", "/borrowers", "people"], ["loans", "/loans"], ["holds", "/holds"], ["pull-list", "/pull-list"]]],
  ["shelves", [["shelves", "/shelves"], ["map", "/map"], ["stock-take", "/stock-take", "stock-take"], ["bulk", "/bulk"]]],
  ["labels-and-tags", [["labels", "/labels", "labels"], ["tags", "/tags", "tag"], ["write", "/write#start", "write"]]],
  ["manage", [["inbox", "/inbox", "inbox"], ["duplicates", "/duplicates", "copy"], ["insurance", "/insurance"],
    ["statistics", "/statistics", "statistics"], ["plays", "/plays", "played"], ["concerts", "/concerts"], ["moving", "/moving"],
    ["notices", "/notices"],
    ["changes", "/changes", "undo"], ["people", "/people", "key"], ["readers", "/readers", "hid"], ["wall", "/wall"],
    ["settings", "/settings", "settings"]]],
];
/** The icons that only the navigation has; the others are those of all parts. */
const pictures = import.meta.resolve("/page/places.svg");

/** The keys that open a page after `g`. */
export const goKeys = { d: "/", l: "/library", b: "/borrowers", o: "/loans", h: "/holds", u: "/pull-list", n: "/notices", i: "/inbox", c: "/changes",
  t: "/tags", p: "/labels", s: "/settings", v: "/shelves", e: "/people", r: "/readers" };

const languages = { en: "English", de: "Deutsch", fr: "Français" };
const appearances = ["system", "light", "dark"];

/** @param {string} [name] of the current page @returns {Node[]} the content of a navigation */
export function placesContent(name) {
  return [
    ...groups.map(([group, pages]) => make("div.place-group", {},
      group && make("p.place-heading", { id: `places-${group}` }, t(`nav.${group}`)),
      make("ul", { "aria-labelledby": group && `places-${group}` }, ...pages.map(([page, address, picture]) => make("li", {},
        make("a.place", { href: address, "aria-current": page === name ? "page" : undefined },
          picture ? icon(picture) : ownIcon(page),
          make("span", {}, t(`bar.${page}`)))))))),
    make("div.place-tools", {}, personPlace(), appearanceChoice(), languageChoice(),
      make("button.quiet.place", { type: "button", on: { click: async () => {
        const { showKeys } = await import("/page/keys.js");
        showKeys(name === "desk");
      } } }, icon("keyboard"), make("span", {}, t("keys.title")))),
  ];
}

const ownIcon = (page) => draw("svg.icon", { "aria-hidden": "true", viewBox: "0 0 24 24" }, draw("use", { href: `${pictures}#${page}` }));

/** Returns the place of the person who is signed in. It fills itself, so that the navigation does not wait. */
function personPlace() {
  const place = make("div.place-person");
  import("/page/person.js").then(({ showPerson }) => showPerson(place));
  return place;
}

/** Returns a list of the languages; it is rebuilt after each change. */
export function languageChoice() {
  const select = make("select.field-select", { "aria-label": t("page.language"), on: {
    change: (event) => speak(event.target.value, true),
  } }, ...Object.entries(languages).map(([code, word]) => (
    make("option", { value: code, selected: code === spokenLanguage(), lang: code }, word))));
  return make("span.language", {}, select);
}

function appearanceChoice() {
  const now = document.documentElement.dataset.appearance ?? "system";
  return make("span.appearance", {}, make("select.field-select", { "aria-label": t("nav.appearance"), on: {
    change: (event) => appear(event.target.value),
  } }, ...appearances.map((one) => make("option", { value: one, selected: one === now }, t(`nav.appearance-${one}`)))));
}

function appear(chosen) {
  if (chosen === "system") delete document.documentElement.dataset.appearance;
  else document.documentElement.dataset.appearance = chosen;
  try {
    localStorage.setItem("deadwax.appearance", chosen);
  } catch {
    // Then the choice is lost with the page only.
  }
}
