// What the hub lets only the staff do: it is said, and a token can be given on the spot.

import { openSheet } from "/desk/sheet.js";
import { signInContent } from "/desk/signin.js";

/** @param {Problem} error of status 401 or 403. */
export function forbiddenSheet(error) {
  openSheet("For the staff", signInContent({
    isForbidden: error.status === 403,
    title: error.status === 403 ? "This is for the staff" : "This browser is not signed in",
    text: "Binding, unbinding and moving a tag is for the staff. Sign in with a staff token, then do it again.",
    word: "Sign in",
    onSignedIn: () => location.reload(),
  }));
}
