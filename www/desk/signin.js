// The form for a token, if the hub wants one. The browser stores it as a cookie.

import { request } from "/hub/client.js";
import { loadWords, t } from "/hub/words.js";
import { make } from "/record/element.js";

await loadWords("signin");

/** A year, in seconds. */
const keptFor = 31_536_000;

/** Removes the browser's token; false if there is none that a page may remove. */
export function forgetToken() {
  const before = document.cookie;
  document.cookie = "deadwax=; path=/; max-age=0; samesite=strict";
  return document.cookie !== before;
}

/**
 * @param {{isForbidden: boolean, title?: string, text?: string, word?: string, onSignedIn: () => void}} options
 *   `isForbidden` if the token is valid, but lacks permission; `title`, `text` and `word` (on the button) for pages
 *   other than Desk.
 * @returns {Node[]}
 */
export function signInContent({ isForbidden, title, text, word, onSignedIn }) {
  const field = make("input", { type: "password", id: "token", autocomplete: "off", required: true });
  const trouble = make("p.problem", { role: "alert", hidden: true });
  const form = make("form.entry", {
    novalidate: true,
    on: {
      submit: async (event) => {
        event.preventDefault();
        const token = field.value.trim();
        try {
          // The allowed characters of a cookie; tokens have no others.
          if (!/^[\w.~+/=:-]{8,512}$/.test(token)) throw new Error(t("signin.no-token"));
          await request("GET", "/api/v1/stations", { headers: { authorization: `Bearer ${token}` } });
          const secure = location.protocol === "https:" ? "; secure" : "";
          document.cookie = `deadwax=${token}; path=/; max-age=${keptFor}; samesite=strict${secure}`;
          if (!await isKept(token)) throw new Error(t("signin.older"));
          onSignedIn();
        } catch (error) {
          trouble.textContent = error.status === 401 ? t("signin.unknown") : error.sentence ?? error.message;
          trouble.hidden = false;
          field.focus();
        }
      },
    },
  }, make("label", { for: "token" }, t("signin.token")), field, trouble,
  make("div.actions", {}, make("button.primary", { type: "submit" }, word ?? t("signin.desk-do"))));
  return [make("div.signin", {},
    make("p.signin-title", {}, title ?? t("signin.desk")),
    make("p", {}, text ? text : t(isForbidden ? "signin.desk-forbidden" : "signin.desk-text")),
    form)];
}

/** Returns true if the browser now sends this token. One that the hub set earlier stays in its place. */
async function isKept(token) {
  if (!document.cookie.split("; ").includes(`deadwax=${token}`)) return false;
  try {
    await request("GET", "/api/v1/stations");
    return true;
  } catch (error) {
    if (error.status === 401) return false;
    throw error;
  }
}
