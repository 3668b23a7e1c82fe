// The one-time set-up. The secret is behind the # of the address, which browsers never send. It is posted once, with the
// name and the passphrase of the first administrator, who is then signed in.

import { post } from "/hub/client.js";
import { loadWords, onLanguage, t, translate } from "/hub/words.js";
import { byID, icon, make } from "/record/element.js";
import { leastPassphrase as least, secretField } from "/desk/signin.js";
import { languageChoice } from "/page/places.js";

const step = byID("step");
/** Shows the current step again, in another language. */
let showAgain;

/** The keys of the words for a refusal, by its code or its status. */
const refusals = { "set-up-used": "used", "name-taken": "taken", 401: "wrong", 403: "wrong", 409: "used", 422: "wrong" };

function showStart(typed = {}) {
  const secret = decode(location.hash.slice(1));
  const button = make("button.primary", { type: "submit" }, icon("key"), t("setup.make"));
  const field = make("input", { type: "password", id: "secret", autocomplete: "off", value: secret || (typed.secret ?? "") });
  const name = make("input", { type: "text", id: "name", autocomplete: "username", autocapitalize: "none", spellcheck: "false",
    maxlength: "80", value: typed.name ?? "" });
  const passphrase = secretField("passphrase", "new-password");
  passphrase.field.value = typed.passphrase ?? "";
  passphrase.field.setAttribute("aria-describedby", "passphrase-help");
  const trouble = make("div.problem", { role: "alert", hidden: true });
  const refuse = (key, input, values) => {
    complain(trouble, t(`setup.${key}`), t(`setup.${key}-do`, values));
    input?.focus();
  };
  const form = make("form.entry", { novalidate: true, on: {
    submit: async (event) => {
      event.preventDefault();
      trouble.hidden = true;
      const order = { secret: field.value.trim(), name: name.value.trim(), passphrase: passphrase.field.value };
      if (!order.secret) return refuse("secret-missing", field);
      if (!order.name) return refuse("name-missing", name);
      if (order.passphrase.length < least) return refuse("short", passphrase.field, { least });
      button.disabled = true;
      try {
        await post("/setup", order);
        // It is used up, and must not stay in the browser's history.
        history.replaceState(undefined, "", "/setup");
        showDone(order.name);
        step.querySelector("h1").focus();
      } catch (error) {
        const refusal = refusals[error.code] ?? refusals[error.status];
        if (refusal) refuse(refusal, refusal === "taken" ? name : undefined);
        else complain(trouble, error.title ?? t("desk.failed"), error.sentence ?? error.message);
        form.querySelector("a")?.remove();
        if (refusal === "used") form.append(make("a.button", { href: "/people" }, t("setup.sign-in")));
      } finally {
        button.disabled = false;
      }
      return undefined;
    },
  } },
  ...secret ? [] : [make("label", { for: "secret" }, t("setup.secret")), field],
  make("label", { for: "name" }, t("signin.name")), name,
  make("label", { for: "passphrase" }, t("signin.passphrase")), passphrase.field,
  make("p.help", { id: "passphrase-help" }, t("signin.new-help", { least })), passphrase.shown, trouble, button);
  step.replaceChildren(make("h1", {}, t("setup.title")), make("p.lead", {}, t("setup.lead")), form);
  showAgain = () => showStart({ secret: field.value, name: name.value, passphrase: passphrase.field.value });
}

function showDone(name) {
  step.replaceChildren(
    make("h1", { tabindex: "-1" }, t("setup.ready")),
    make("p.lead", {}, t("setup.signed-in", { name })),
    make("div.actions", {},
      make("a.button.primary", { href: "/" }, t("page.to-desk")),
      make("a.button", { href: "/people" }, t("setup.people"))));
  showAgain = () => showDone(name);
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
