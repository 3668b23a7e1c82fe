// The numbers of the library, for a screen on the wall. It asks again by itself, and has nothing to press.

import { get } from "/hub/client.js";
import { face, grouped, whenShort } from "/hub/clock.js";
import { loadWords, onLanguage, t, translate } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";

await Promise.all(["wall", "pages", "desk"].map(loadWords));

/** The time between two requests, in milliseconds. */
const pace = 15_000;
const kinds = ["releases", "copies", "onLoan", "overdue"];

let shown;
/** The clock of the last answer, as on the screen. */
let shownAt;
let timer;

function show() {
  translate(document);
  document.title = `${t("wall.title")} · Deadwax`;
  if (!shown) return;
  byID("problem").hidden = true;
  byID("numbers").hidden = false;
  byID("numbers").replaceChildren(...kinds.map((kind) => make("div.wall-number", { data: { kind, late: kind === "overdue" && shown.overdue ? "yes" : undefined } },
    make("dt", {}, t(`wall.${kind}`)), make("dd", {}, grouped(shown[kind])))));
  const { lastScan } = shown;
  byID("last").hidden = !lastScan;
  if (!lastScan) return;
  byID("record").replaceChildren(make("div.wall-sleeve", { "aria-hidden": "true" }, sleeve(lastScan)),
    make("div.wall-words", {}, make("strong", { dir: "auto" }, lastScan.title),
      lastScan.artist && make("span", { dir: "auto" }, lastScan.artist),
      make("time.soft", { datetime: lastScan.at }, whenShort(lastScan.at))));
}

async function read() {
  clearTimeout(timer);
  try {
    shown = await get("/wall");
    shownAt = face();
    setText(byID("state"), "");
    show();
  } catch (error) {
    await fail(error);
    // A person signs in on this page; it then loads again.
    if (error.status === 401 || error.status === 403) return;
  }
  timer = setTimeout(read, pace);
}

/** Without an answer the last numbers stay, with their age. */
async function fail(error) {
  if (shown && error.status !== 401 && error.status !== 403) {
    setText(byID("state"), t("wall.old", { time: shownAt }));
    return;
  }
  shown = undefined;
  for (const part of ["numbers", "last"]) byID(part).hidden = true;
  const { showProblem } = await import("/page/page.js");
  await showProblem(byID("problem"), error, read);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) clearTimeout(timer);
  else read();
});
onLanguage(show);
show();
await read();
