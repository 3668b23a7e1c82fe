// The tokens of programs and screens, which are shown once, and the end of a sign-in or a token.

import { get, newID, post, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { icon, make, setText } from "/record/element.js";
import { closeSheet, openSheet } from "/desk/sheet.js";
import { openForm } from "/page/form.js";
import { inWords } from "/page/passphrase.js";
import { action } from "/page/row.js";
import { complain, say } from "/page/toast.js";
import { roleField } from "/people/accounts.js";

/** Opens the form for a new token. @param {() => void} refresh */
export async function openToken(refresh) {
  const key = newID();
  const stations = (await get("/stations").catch(() => ({ items: [] }))).items;
  let made;
  const { field } = openForm({
    title: t("people.make-token"),
    lead: [t("people.token-text")],
    fields: [
      { name: "name", word: t("people.token-name"), isNeeded: true, most: 80, help: t("people.token-name-help") },
      roleField("station"),
      { name: "station", word: t("people.station"), value: "", help: t("people.station-help"),
        choices: [["", t("people.any-station")], ...stations.map(({ name }) => [name, name])] },
      { name: "lock", word: t("people.lock"), value: "", help: t("people.lock-help"),
        choices: [["", t("people.lock-no")], ["locked", t("people.lock-yes")]] },
    ],
    act: t("people.make-token"),
    send: async ({ name, role, station, lock }) => {
      const isTied = role === "station" && station;
      const body = { name, role, ...isTied ? { station } : {}, ...isTied && lock ? { isLocked: true } : {} };
      made = await post("/tokens", body, { headers: { "idempotency-key": key } });
      refresh();
    },
    closed: () => made && showToken(made),
  });
  const bind = () => {
    field("station").disabled = field("role").value !== "station";
    field("lock").disabled = field("station").disabled || !field("station").value;
  };
  for (const name of ["role", "station"]) field(name).addEventListener("change", bind);
  bind();
}

/** Shows a new token, with a button that copies it. */
function showToken({ name, token }) {
  const place = make("output.token.mono", { id: "token", tabindex: "0", "aria-label": t("people.token") }, token ?? t("people.token-lost"));
  const said = make("p.said", { role: "status" });
  openSheet(t("people.token-of", { name }), [
    make("p", {}, t("people.token-once")), place, said,
    make("div.actions", {},
      make("button", { type: "button", on: { click: () => copy(token, place, said) } }, icon("copy"), t("people.copy")),
      action(t("people.token-saved"), closeSheet, ".primary")),
  ]);
}

/** Copies a text. Without a secure page there is no clipboard, so it is selected for copying by hand. */
async function copy(text, place, said) {
  try {
    await navigator.clipboard.writeText(text);
    setText(said, t("people.copied"));
  } catch {
    const range = document.createRange();
    range.selectNodeContents(place);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    setText(said, t("people.selected"));
  }
}

/** Asks whether a token ends. */
export const openRevoke = (token, refresh) => (
  ask(t("people.revoke-of", { name: token.name }), t("people.revoke-text"), t("people.revoke"), `/tokens/${token.id}`, () => {
    say(t("people.is-revoked", { name: token.name }));
    refresh();
  }));

/** Asks whether a sign-in ends. After one's own, the page needs another one. */
export const openEnd = (signIn, refresh) => (
  ask(t("people.end-of", { name: signIn.name }), t(signIn.isCurrent ? "people.end-own" : "people.end-text"), t("people.end"),
    `/sign-ins/${signIn.id}`, () => {
      if (signIn.isCurrent) location.href = "/";
      say(t("people.is-ended", { name: signIn.name }));
      refresh();
    }));

function ask(title, text, act, path, done) {
  openSheet(title, [
    make("p", {}, text),
    make("div.actions", {}, action(t("page.cancel"), closeSheet), action(act, async () => {
      closeSheet();
      try {
        await request("DELETE", `/api/v1${path}`);
        done();
      } catch (error) {
        complain(refusal(error));
      }
    }, ".primary.grave")),
  ]);
}

function refusal(error) {
  if (error.code === "last-administrator") return inWords(t("people.last-token"), t("people.last-token-do"));
  return error.code === "own-token" ? inWords(t("people.own-token"), t("people.own-token-do")) : error;
}
