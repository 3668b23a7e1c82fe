// The person who is signed in, in the navigation: the name, another passphrase, signing in and out.

import { get, post, put, request } from "/hub/client.js";
import { loadWords, t } from "/hub/words.js";
import { icon, make } from "/record/element.js";

await loadWords("signin");

let answer;

/** Reports to the other tabs of this browser that the screen was locked. */
const locks = new BroadcastChannel("deadwax.lock");
locks.onmessage = () => location.replace("/");

/** The fewest characters of a passphrase. */
export const leastPassphrase = 10;

/** Returns a check of a new passphrase. @param {string} value */
export const checkPassphrase = (value) => (
  value.length < leastPassphrase ? t("signin.too-short", { least: leastPassphrase }) : undefined);

/** Returns the caller as the hub knows it; undefined if it is not signed in. It is requested once for a page. */
export const signedIn = () => {
  answer ??= get("/sign-in").catch(() => undefined);
  return answer;
};

/** Returns true if the caller may see what concerns borrowers. */
export const isStaff = async () => ["staff", "admin"].includes((await signedIn())?.role);

/** Shows the person in a place of the navigation. @param {Element} place */
export async function showPerson(place) {
  const caller = await signedIn();
  const item = (picture, word, click) => make("button.quiet.place", { type: "button", on: { click } }, icon(picture),
    make("span", {}, word));
  if (!caller?.name) {
    place.replaceChildren(item("key", t("signin.desk-do"), openSignIn));
    return;
  }
  place.replaceChildren(
    make("p.person", {}, icon("people"), make("span", {}, make("strong", { dir: "auto" }, caller.name), " ",
      make("span.soft", {}, t(`signin.role-${caller.role}`)))),
    ...["staff", "admin"].includes(caller.role) ? [item("lock", t("signin.lock"), openLock)] : [],
    ...caller.account ? [item("lock", t("signin.change"), () => openPassphrase(caller))] : [],
    item("end", t("signin.out"), signOut));
}

/** Opens the form to sign in, and then this page again. */
async function openSignIn() {
  const [{ openSheet }, { signInContent }] = await Promise.all([import("/desk/sheet.js"), import("/desk/signin.js")]);
  document.querySelector(".drawer[open]")?.close();
  openSheet(t("signin.desk-do"), signInContent({ isForbidden: false, title: t("signin.title"), text: t("signin.text"),
    onSignedIn: () => location.reload() }));
}

async function signOut() {
  try {
    await request("DELETE", "/api/v1/sign-in");
    location.href = "/";
  } catch (error) {
    const { complain } = await import("/page/toast.js");
    complain(error);
  }
}

/** Opens the form that locks this screen to the Desk of a station. Other tabs of this browser go there, too. */
async function openLock() {
  const [{ openForm }, { items }] = await Promise.all([import("/page/form.js"), get("/stations")]);
  document.querySelector(".drawer[open]")?.close();
  const here = new URLSearchParams(location.search).get("station");
  const names = items.map(({ name }) => name);
  openForm({
    title: t("signin.lock"),
    lead: [t("signin.lock-text")],
    fields: [{ name: "station", word: t("signin.lock-station"), value: names.includes(here) ? here : "desk",
      choices: names.map((name) => [name, name]) }],
    act: t("signin.lock-do"),
    send: async ({ station }) => {
      await post("/screen-lock", { station });
      locks.postMessage("locked");
      location.replace(`/?station=${encodeURIComponent(station)}&locked=`);
    },
  });
}

/** Opens the form for another passphrase of one's own. */
async function openPassphrase({ account, name }) {
  const [{ openForm }, { say }] = await Promise.all([import("/page/form.js"), import("/page/toast.js")]);
  document.querySelector(".drawer[open]")?.close();
  openForm({
    title: t("signin.change"),
    lead: [t("signin.change-text")],
    fields: [
      { name: "current", word: t("signin.current"), type: "password", isNeeded: true },
      { name: "passphrase", word: t("signin.new"), type: "password", isNeeded: true, check: checkPassphrase,
        help: t("signin.new-help", { least: leastPassphrase }) },
    ],
    act: t("signin.change-do"),
    send: async ({ current, passphrase }) => {
      await setPassphrase(account, { current, passphrase }, { isOwn: true });
      say(t("signin.changed", { name }));
    },
  });
}

/**
 * Sets the passphrase of an account. A refusal is in words.
 *
 * @param {string} account @param {{passphrase: string, current?: string}} body @param {{isOwn: boolean}} options
 */
export async function setPassphrase(account, body, { isOwn }) {
  try {
    await put(`/accounts/${encodeURIComponent(account)}/passphrase`, body);
  } catch (error) {
    if (error.status === 429) throw inWords(t("signin.refused"), t("signin.wait", { count: error.retryAfter }));
    if (error.status === 403 && isOwn) throw inWords(t("signin.refused"), t("signin.current-wrong"));
    throw error;
  }
}

/** Returns an error with a title and a text for people. */
export const inWords = (title, text) => Object.assign(new Error(text), { title });

addEventListener("pageshow", ({ persisted }) => {
  // Back does not show a page of a person who has signed out.
  if (persisted) location.reload();
});

