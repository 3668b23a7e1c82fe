// The one-time set-up. The secret stands behind the # of the address, which a browser never sends; it is posted once,
// and the administrator's token it buys is shown once.

import { post } from "/hub/client.js";
import { byID, icon, make } from "/record/element.js";

const step = byID("step");

const wrongLink = [
  "This link is not right", "Take the newest one the program printed when it started, and copy all of it.",
];
const refusals = {
  401: wrongLink,
  403: wrongLink,
  409: ["This desk is set up already", "The link works once. Ask an administrator for a token of your own."],
  422: wrongLink,
};

function showStart() {
  const secret = decode(location.hash.slice(1));
  const button = make("button.primary", { type: "submit" }, icon("key"), "Make my token");
  const field = make("input", { type: "password", id: "secret", autocomplete: "off", required: true, value: secret });
  const trouble = make("div.problem", { role: "alert", hidden: true });
  const form = make("form.entry", { novalidate: true, on: {
    submit: async (event) => {
      event.preventDefault();
      trouble.hidden = true;
      const given = field.value.trim();
      if (!given) {
        complain(trouble, "The secret is missing",
          "Open the link that the program printed, or paste what stands behind its #.");
        field.focus();
        return;
      }
      button.disabled = true;
      try {
        const { token, role } = await post("/setup", { secret: given });
        // It is worth nothing any more, and has no place in the history.
        history.replaceState(undefined, "", "/setup");
        showToken(token, role);
      } catch (error) {
        const other = [error.title ?? "That did not work", error.sentence ?? error.message];
        complain(trouble, ...refusals[error.status] ?? other);
        if (error.status === 409) form.append(make("a.button", { href: "/" }, "To the desk"));
      } finally {
        button.disabled = false;
      }
    },
  } },
  ...secret ? [] : [make("label", { for: "secret" }, "Secret from the link"), field], trouble, button);
  step.replaceChildren(
    make("h1", {}, "Set up this desk"),
    make("p.lead", {}, "This makes the first administrator’s token. It is shown once, and the link works once."),
    form);
}

function showToken(token, role) {
  const field = make("output.token.mono", { id: "token", "aria-label": "Token" }, token);
  const said = make("p.said", { role: "status" });
  step.replaceChildren(
    make("h1", { tabindex: "-1" }, "Keep this token now"),
    make("p.lead", {}, `It opens the hub as ${role === "admin" ? "administrator" : role}. Nobody can show it again: `
      + "put it where passwords are kept."),
    field,
    make("div.actions", {},
      make("button.primary", { type: "button", on: { click: () => copy(token, field, said) } }, icon("copy"), "Copy"),
      make("a.button", { href: "/" }, "I have kept it, to the desk")),
    said,
    make("p.soft", {}, "This browser is signed in with it already."));
  step.querySelector("h1").focus();
}

/** The clipboard is only there on secure pages; elsewhere the token is selected for copying by hand. */
async function copy(token, field, said) {
  try {
    await navigator.clipboard.writeText(token);
    said.textContent = "Copied.";
  } catch {
    const range = document.createRange();
    range.selectNodeContents(field);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    said.textContent = "It is selected: press Ctrl and C.";
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

addEventListener("hashchange", () => location.hash && showStart());
showStart();
