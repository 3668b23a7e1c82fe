// The person who is signed in, in the navigation: the name, another passphrase, signing in and out.

import { get, request } from "/hub/client.js";
import { loadWords, t } from "/hub/words.js";
import { icon, make } from "/record/element.js";

await loadWords("signin");

let answer;

/** Reports to the other tabs of this browser that the screen was locked. */
export const locks = new BroadcastChannel("deadwax.lock");
locks.onmessage = () => location.replace("/");

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
    ...["staff", "admin"].includes(caller.role) ? [item("lock", t("signin.lock"), async () => (await import("/page/screen-lock.js")).openLock())] : [],
    ...caller.account ? [item("lock", t("signin.change"), async () => (await import("/page/passphrase.js")).openPassphrase(caller))] : [],
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

addEventListener("pageshow", ({ persisted }) => {
  // Back does not show a page of a person who has signed out.
  if (persisted) location.reload();
});

