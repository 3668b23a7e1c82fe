// The one-time set-up. The secret is behind the # of the address, which browsers never send; it is posted once, and the
// administrator's token is displayed once.

import { post } from "/hub/client.js";
import { loadWords, onLanguage, t, textOr, translate } from "/hub/words.js";
import { byID, icon, make, setText } from "/record/element.js";
import { languageChoice } from "/page/places.js";

const step = byID("step");
/** Shows the current step again, in another language. */
let showAgain;

/** The keys of the words for a status. */
const refusals = { 401: "wrong", 403: "wrong", 409: "done", 422: "wrong" };

function showStart(typed = "") {
  const secret = decode(location.hash.slice(1));
  const button = make("button.primary", { type: "submit" }, icon("key"), t("setup.make"));
  const field = make("input", {
    type: "password", id: "secret", autocomplete: "off", required: true, value: secret || typed,
  });
  const trouble = make("div.problem", { role: "alert", hidden: true });
  const form = make("form.entry", { novalidate: true, on: {
    submit: async (event) => {
      event.preventDefault();
      trouble.hidden = true;
      const given = field.value.trim();
      if (!given) {
        complain(trouble, t("setup.secret-missing"), t("setup.secret-missing-do"));
        field.focus();
        return;
      }
      button.disabled = true;
      try {
        const { token, role } = await post("/setup", { secret: given });
        // It is used up, and must not stay in the browser's history.
        history.replaceState(undefined, "", "/setup");
        showToken(token, role);
        step.querySelector("h1").focus();
      } catch (error) {
        const refusal = refusals[error.status];
        if (refusal) complain(trouble, t(`setup.${refusal}`), t(`setup.${refusal}-do`));
        else complain(trouble, error.title ?? t("desk.failed"), error.sentence ?? error.message);
        if (error.status === 409) form.append(make("a.button", { href: "/" }, t("page.to-desk")));
      } finally {
        button.disabled = false;
      }
    },
  } },
  ...secret ? [] : [make("label", { for: "secret" }, t("setup.secret")), field], trouble, button);
  step.replaceChildren(make("h1", {}, t("setup.title")), make("p.lead", {}, t("setup.lead")), form);
  showAgain = () => showStart(field.value);
}

function showToken(token, role) {
  const field = make("output.token.mono", { id: "token", "aria-label": t("setup.token") }, token);
  const said = make("p.said", { role: "status" });
  step.replaceChildren(
    make("h1", { tabindex: "-1" }, t("setup.keep")),
    make("p.lead", {}, t("setup.keep-lead", { role: textOr(`setup.role-${role}`, role) })),
    field,
    make("div.actions", {},
      make("button.primary", { type: "button", on: { click: () => copy(token, field, said) } }, icon("copy"),
        t("setup.copy")),
      make("a.button", { href: "/" }, t("setup.stored"))),
    said,
    make("p.soft", {}, t("setup.signed-in")));
  showAgain = () => showToken(token, role);
}

/** Copies the token. Without a secure page there is no clipboard, so it is selected for copying by hand. */
async function copy(token, field, said) {
  try {
    await navigator.clipboard.writeText(token);
    setText(said, t("setup.copied"));
  } catch {
    const range = document.createRange();
    range.selectNodeContents(field);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    setText(said, t("setup.selected"));
  }
}

function complain(place, title, text) {
  place.replaceChildren(make("strong", {}, title), make("p", {}, text));
  place.hidden = false;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Shows the frame of the step, with its list of languages. */
function showFrame() {
  translate(document);
  document.title = t("setup.page");
  const place = byID("language");
  const isFocused = place.contains(document.activeElement);
  place.replaceChildren(languageChoice());
  if (isFocused) place.querySelector("select").focus();
}

await Promise.all(["pages", "setup"].map(loadWords));
onLanguage(() => {
  showFrame();
  showAgain();
});
addEventListener("hashchange", () => location.hash && showStart());
showFrame();
showStart();
