// The page for an address `/t/…` whose number no record of this library has.

import { loadWords, onLanguage, t, translate } from "/hub/words.js";
import { byID, setText } from "/record/element.js";
import { languageChoice } from "/page/places.js";

await Promise.all(["my", "pages"].map(loadWords));

function show() {
  translate(document);
  document.title = `${t("my.unknown")} · Deadwax`;
  setText(byID("number"), decodeURIComponent(location.hash.slice(1)).slice(0, 40));
  byID("language").replaceChildren(languageChoice());
}

onLanguage(show);
addEventListener("hashchange", show);
show();
