// The shared parts of the staff's pages: the words, the frame, sign-in, and the hub's events.

import { EventFeed } from "/hub/events.js";
import { hasText, loadWords, onLanguage, spokenLanguage, t, translate } from "/hub/words.js";
import { icon, make, setText } from "/record/element.js";
import { showFrame } from "/page/shell.js";

/** The time in milliseconds for which events are collected before the page reads again. */
const gather = 300;
/** The longest time in milliseconds in which the hub answers that it is there. */
const patience = 4000;

/**
 * Loads the words, shows the frame and follows the language. For pages with their own event stream.
 *
 * @param {string} name of the page @param {{refresh: () => void, parts?: string[], title?: () => string}} options
 *   `refresh` is called for another language; `parts` of the catalogue that the page needs besides the common ones.
 */
export async function startWords(name, { refresh, parts = [], title = () => t(`bar.${name}`) }) {
  await Promise.all(["pages", "", ...parts].map(loadWords));
  const show = () => {
    translate(document);
    document.title = `${title()} · Deadwax`;
    showFrame(name);
  };
  show();
  onLanguage(() => {
    show();
    refresh();
  });
}

/**
 * Shows the frame and follows the hub.
 *
 * @param {string} name of the page @param {{touches: RegExp, refresh: () => void, onEvent?: (event: object) => void}}
 *   options `touches` are the kinds of events after which `refresh` is called; it is called for another language too.
 */
export async function startPage(name, { touches, refresh, onEvent, parts = [] }) {
  await startWords(name, { refresh, parts });
  let timer;
  new EventFeed({
    onEvent: (event) => {
      onEvent?.(event);
      if (!touches.test(event.kind)) return;
      clearTimeout(timer);
      timer = setTimeout(refresh, gather);
    },
    ...away(refresh),
  }).start();
}

/**
 * Returns the handlers of an event stream that say when the hub is away, and read again what the page has missed meanwhile.
 *
 * @param {() => void} refresh
 */
export function away(refresh) {
  const note = make("p.away-note", { role: "status", hidden: true }, icon("fault"), make("span"));
  document.body.append(note);
  const show = (isAway) => {
    note.hidden = !isAway;
    setText(note.lastElementChild, isAway ? t("page.away") : "");
  };
  // The first connection opens while the page itself is being read.
  let hasMissed = false;
  let isOpen = false;
  return {
    onLost: () => {
      isOpen = false;
      hasMissed = true;
    },
    onReload: (isReset) => {
      if (hasMissed || isReset || isOpen) refresh();
      hasMissed = false;
      isOpen = true;
    },
    onUp: () => show(false),
    // A stream also ends where the hub refuses it, as after a sign-out.
    onOffline: async () => {
      const answers = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(patience) }).then(({ ok }) => ok, () => false);
      show(!answers && !isOpen);
    },
  };
}

/** Returns an error in this page's language if the catalogue has it. @param {Error} error */
export function problemText(error) {
  const codes = error.reasons?.length ? toldReasons(error) : [];
  return codes.length ? codes.map(({ code, detail }) => reasonText(code, detail)).join(" ") : problemLine(error);
}

/** Returns an error with its title. @param {Error} error */
export function problemLine(error) {
  const { title, text } = problemWords(error);
  return `${title.replace(/[.?!]?$/, (end) => end || ".")} ${text}`;
}

/** Returns title and text of an error. @param {Error} error @returns {{title: string, text: string}} */
export function problemWords(error) {
  const codes = toldReasons(error);
  const isOwn = codes.length > 0 && spokenLanguage() !== "en";
  return {
    title: isOwn ? t(`outcome.${codes[0].code}.title`) : error.title ?? t("page.failed"),
    text: isOwn ? codes.map(({ code, detail }) => reasonText(code, detail)).join(" ") : error.sentence ?? error.message,
  };
}

/** Returns the reasons in the catalogue; the problem's own code if it has none. */
function toldReasons({ reasons = [], code, message }) {
  const all = reasons.length || !code ? reasons : [{ code, detail: message }];
  return all.filter((reason) => hasText(`outcome.${reason.code}.title`));
}

/** Returns a reason in words; the hub's English text has its numbers. */
export function reasonText(code, detail) {
  if (spokenLanguage() === "en" && detail) return detail;
  return hasText(`outcome.${code}.detail.bare`) ? t(`outcome.${code}.detail.bare`) : t(`outcome.${code}.detail`);
}

/** Fills the empty place of a page with the reason nothing can be shown. */
export async function showProblem(place, error, again) {
  if (error.status === 401 || error.status === 403) {
    (await import("/desk/signin.js")).putSignIn(place, error.status);
  } else {
    const { title, text } = problemWords(error);
    place.replaceChildren(make("p.empty-title", {}, title), make("p", {}, text),
      make("button.primary", { type: "button", on: { click: again } }, t("page.again")));
  }
  place.hidden = false;
}
