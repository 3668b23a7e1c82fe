// The message for actions that are reserved for staff, with the form to sign in.

import { t } from "/hub/words.js";
import { openSheet } from "/desk/sheet.js";
import { signInContent } from "/desk/signin.js";

/** @param {Problem} error of status 401 or 403. */
export function forbiddenSheet(error) {
  openSheet(t("tags.staff-sheet"), signInContent({
    isForbidden: error.status === 403,
    title: error.status === 403 ? t("tags.staff-only") : t("tags.signin"),
    text: t("tags.staff-text"),
    onSignedIn: () => location.reload(),
  }));
}
