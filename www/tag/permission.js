// What the hub lets only the staff do: it is said, and a token can be given on the spot.

import { make } from "/record/element.js";
import { closeSheet, openSheet } from "/desk/sheet.js";
import { signInContent } from "/desk/signin.js";

/** @param {Problem} error of status 401 or 403. */
export function forbiddenSheet(error) {
  openSheet("For the staff", [
    make("p", {}, error.status === 403
      ? "Moving, binding and taking tags apart is for the staff. Sign in with a staff token to go on."
      : "This browser is not signed in."),
    ...signInContent({ isForbidden: false, onSignedIn: () => {
      closeSheet();
      location.reload();
    } }),
  ]);
}
