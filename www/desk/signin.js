// Where the hub wants a token: it is asked for once and kept by this browser as a cookie.

import { request } from "/hub/client.js";
import { make } from "/record/element.js";

/** A year, in seconds. */
const keptFor = 31_536_000;

const reasons = {
  missing: "An administrator makes one for each desk. It is asked for once.",
  refused: "The token it had is no longer valid. Ask an administrator for a new one.",
  forbidden: "The token it has may not run a desk. Ask an administrator for one with the role station.",
};

/** @param {{reason: keyof typeof reasons, onSignedIn: () => void}} options @returns {Node[]} */
export function signInContent({ reason, onSignedIn }) {
  const field = make("input", { type: "password", id: "token", autocomplete: "off", required: true });
  const trouble = make("p.problem", { role: "alert", hidden: true });
  const form = make("form.entry", {
    novalidate: true,
    on: {
      submit: async (event) => {
        event.preventDefault();
        const token = field.value.trim();
        try {
          // What a cookie can hold; tokens have no other characters.
          if (!/^[\w.~+/=:-]{8,512}$/.test(token)) throw new Error("This does not look like a token.");
          await request("GET", "/api/v1/stations", { headers: { authorization: `Bearer ${token}` } });
          const secure = location.protocol === "https:" ? "; secure" : "";
          document.cookie = `deadwax=${token}; path=/; max-age=${keptFor}; samesite=strict${secure}`;
          await request("GET", "/api/v1/stations");
          onSignedIn();
        } catch (error) {
          trouble.textContent = error.status === 401
            ? "The hub does not know this token, or it was revoked." : error.sentence ?? error.message;
          trouble.hidden = false;
          field.focus();
        }
      },
    },
  }, make("label", { for: "token" }, "Token"), field, trouble,
  make("div.actions", {}, make("button.primary", { type: "submit" }, "Sign this desk in")));
  return [make("div.signin", {},
    make("p.signin-title", {}, "This desk needs a token"),
    make("p", {}, reasons[reason]),
    form)];
}
