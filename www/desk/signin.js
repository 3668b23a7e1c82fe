// The form to sign in with name and passphrase. The hub stores the sign-in in a cookie that scripts cannot read.

import { get, post, query } from "/hub/client.js";
import { loadWords, t } from "/hub/words.js";
import { make } from "/record/element.js";
import { loadStyle } from "/desk/style.js";

await Promise.all([loadWords("signin"), loadStyle("/desk/signin.css")]);

/** The number of forms so far: a page can have one in a panel and one behind it. */
let forms = 0;

/** Returns true if the hub accepts this browser now. With its refusal, the hub has removed a cookie that is not valid. */
export const isAdmitted = () => get("/sign-in").then(() => true, () => false);

/**
 * @param {{isForbidden: boolean, title?: string, text?: string, word?: string, hasToken?: boolean, onCard?: () => void,
 *   onSignedIn: () => void}} options
 *   `isForbidden` if the browser is signed in, but lacks permission; `title`, `text` and `word` (on the button) for pages
 *   other than Desk; `hasToken` is false if a token is not accepted; `onCard` waits for card and PIN. Without it, a link leads to
 *   Desk for them, if this browser is a station.
 * @returns {Node[]}
 */
export function signInContent({ isForbidden, title, text, word = t("signin.desk-do"), hasToken = true, onCard, onSignedIn }) {
  const id = `signin-${forms += 1}`;
  const name = make("input", { type: "text", id: `${id}-name`, autocomplete: "username", autocapitalize: "none",
    spellcheck: "false", maxlength: "80", autofocus: true });
  const passphrase = secretField(`${id}-passphrase`, "current-password");
  const token = make("input", { type: "password", id: `${id}-token`, autocomplete: "off", maxlength: "512" });
  return [make("div.signin", {},
    make("p.signin-title", {}, title ?? t("signin.desk")),
    make("p", {}, text ?? t(isForbidden ? "signin.desk-forbidden" : "signin.desk-text")),
    form({ fields: [name, passphrase.field], word, onSignedIn, kind: ".primary", missing: "signin.missing", wrong: "signin.wrong",
      body: () => ({ name: name.value.trim(), passphrase: passphrase.field.value }) },
    make("label", { for: name.id }, t("signin.name")), name,
    make("label", { for: passphrase.field.id }, t("signin.passphrase")), passphrase.field, passphrase.shown),
    cardWay(onCard),
    hasToken && make("details.signin-more", {}, make("summary", {}, t("signin.with-token")),
      form({ fields: [token], word: t("signin.token-do"), onSignedIn, missing: "signin.token-missing", wrong: "signin.unknown",
        body: () => ({ token: token.value.trim() }) },
      make("p.help", {}, t("signin.token-help")), make("label", { for: token.id }, t("signin.token")), token)))];
}

/** Returns the way to sign in by card and PIN. */
function cardWay(onCard) {
  if (onCard) return make("p.signin-card", {}, make("button", { type: "button", on: { click: onCard } }, t("signin.card")));
  const here = new URLSearchParams(location.search);
  const way = make("p.signin-card", { hidden: true }, make("a", { href: `/${query({ station: here.get("station"),
    "sign-in": "card", next: location.pathname + location.search })}` }, t("signin.card")));
  isAdmitted().then((isStation) => { way.hidden = !isStation; });
  return way;
}

/** Shows the form on the page Desk, unless the hub accepts the browser without the cookie that it has just removed. */
export async function showSignIn(middle, status) {
  if (status === 401 && await isAdmitted()) {
    location.reload();
    return;
  }
  // Before the set-up there is nothing to sign in with.
  const note = await import("/desk/steps.js").then(({ readSetupNote }) => readSetupNote()).catch(() => undefined);
  const [content] = signInContent({ isForbidden: status === 403, onSignedIn: () => location.reload() });
  if (note) content.prepend(note);
  middle.put(content);
}

/**
 * Puts the form into a place of a page. Each event of the hub reads a page again: the form stays then, with what a person has typed.
 *
 * @param {Element} place @param {401 | 403} status of the hub's refusal
 */
export function putSignIn(place, status) {
  if (place.querySelector(".signin")?.dataset.status === String(status)) return;
  place.replaceChildren(...signInContent({
    isForbidden: status === 403, title: t("page.signin"), text: t(status === 403 ? "page.signin-more" : "page.signin-text"),
    onSignedIn: () => location.reload(),
  }));
  place.querySelector(".signin").dataset.status = String(status);
}

/** The fewest characters of a passphrase. */
export const leastPassphrase = 10;

/** Returns a field for a passphrase, and a box that shows what is typed. @param {string} id @param {string} autocomplete */
export function secretField(id, autocomplete) {
  const field = make("input", { type: "password", id, autocomplete, maxlength: "200" });
  const shown = make("label.check", {}, make("input", { type: "checkbox", on: {
    change: ({ target }) => { field.type = target.checked ? "text" : "password"; },
  } }), make("span", {}, t("signin.show")));
  return { field, shown };
}

function form({ fields, word, kind = "", missing, wrong, body, onSignedIn }, ...content) {
  const trouble = make("p.problem", { role: "alert", hidden: true });
  const button = make(`button${kind}`, { type: "submit" }, word);
  const complain = (text, field) => {
    trouble.textContent = text;
    trouble.hidden = false;
    field.focus();
  };
  return make("form.entry", { novalidate: true, on: {
    submit: async (event) => {
      event.preventDefault();
      trouble.hidden = true;
      const empty = fields.find((field) => !field.value.trim());
      if (empty) {
        complain(t(missing), empty);
        return;
      }
      button.disabled = true;
      try {
        await post("/sign-in", body());
        onSignedIn();
      } catch (error) {
        complain(refusal(error, wrong), fields.at(-1));
      } finally {
        button.disabled = false;
      }
    },
  } }, ...content, trouble, make("div.actions", {}, button));
}

/** Returns the reason why the hub refused. A name that is too long is as wrong as an unknown one. */
function refusal(error, wrong) {
  if (error.code === "screen-locked") return t("signin.locked");
  if (error.status === 429) return t("signin.wait", { count: error.retryAfter });
  return error.status === 401 || error.status === 422 ? t(wrong) : error.sentence ?? error.message;
}
