// What the pages of the staff share: the words, the links to each other, signing in, and hearing the hub.

import { EventFeed } from "/hub/events.js";
import { hasText, loadWords, onLanguage, speak, spokenLanguage, t, translate } from "/hub/words.js";
import { byID, make } from "/record/element.js";

/** The pages in the order of the bar. */
const pages = [
  ["desk", "/"], ["library", "/library"], ["borrowers", "/borrowers"], ["loans", "/loans"], ["holds", "/holds"],
  ["inbox", "/inbox"], ["changes", "/changes"], ["tags", "/tags"], ["labels", "/labels"], ["settings", "/settings"],
];
const languages = { en: "English", de: "Deutsch", fr: "Français" };
/** Milliseconds in which changes from elsewhere are gathered before the page reads again. */
const gather = 300;

/**
 * Makes the bar and follows the hub.
 *
 * @param {string} name of the page @param {{touches: RegExp, refresh: () => void, onEvent?: (event: object) => void}}
 *   options `touches` are the kinds of events after which `refresh` is called; it is called for another language too.
 */
export async function startPage(name, { touches, refresh, onEvent }) {
  await Promise.all([loadWords("pages"), loadWords("")]);
  const show = () => {
    translate(document);
    document.title = `${t(`bar.${name}`)} · Deadwax`;
    byID("pages").replaceChildren(...pages.map(([page, address]) => make("a", {
      href: address, "aria-current": page === name ? "page" : undefined,
    }, t(`bar.${page}`))), languageChoice());
  };
  show();
  onLanguage(() => {
    show();
    refresh();
  });
  let timer;
  new EventFeed({
    onEvent: (event) => {
      onEvent?.(event);
      if (!touches.test(event.kind)) return;
      clearTimeout(timer);
      timer = setTimeout(refresh, gather);
    },
    onReload: () => {},
    onUp: () => {},
    onAway: () => {},
  }).start();
}

function languageChoice() {
  const select = make("select.field-select", { "aria-label": t("page.language"), on: {
    change: (event) => speak(event.target.value, true),
  } }, ...Object.entries(languages).map(([code, word]) => (
    make("option", { value: code, selected: code === spokenLanguage(), lang: code }, word))));
  return make("span.language", {}, select);
}

/** What went wrong, in this page's language where the catalogue has it. @param {Error} error */
export function problemText(error) {
  const codes = (error.reasons ?? []).filter(({ code }) => hasText(`outcome.${code}.title`));
  if (codes.length) return codes.map(({ code, detail }) => reasonText(code, detail)).join(" ");
  const title = error.title ?? t("page.failed");
  return `${title.replace(/[.]?$/, ".")} ${error.sentence ?? error.message}`;
}

/** A reason in words; English comes from the hub with its numbers in it. */
export function reasonText(code, detail) {
  if (spokenLanguage() === "en" && detail) return detail;
  return hasText(`outcome.${code}.detail.bare`) ? t(`outcome.${code}.detail.bare`) : t(`outcome.${code}.detail`);
}

/** Fills the empty place of a page with why nothing can be shown. */
export async function showProblem(place, error, again) {
  if (error.status === 401 || error.status === 403) {
    const { signInContent } = await import("/desk/signin.js");
    place.replaceChildren(...signInContent({
      isForbidden: error.status === 403, title: t("page.signin"), text: t("page.signin-text"), word: t("page.signin-do"),
      onSignedIn: () => location.reload(),
    }));
  } else {
    place.replaceChildren(
      make("p.empty-title", {}, error.title ?? t("page.failed")), make("p", {}, error.sentence ?? error.message),
      make("button.primary", { type: "button", on: { click: again } }, t("page.again")));
  }
  place.hidden = false;
}
