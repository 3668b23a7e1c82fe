// The search at Discogs for what the library does not have: its hits, each to be added with a copy or as a wish.

import { newID, query, request } from "/hub/client.js";
import { whenShort } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { isStaff, signedIn } from "/page/person.js";
import { problemWords } from "/page/page.js";
import { perform } from "/page/toast.js";

/** The time for an answer in milliseconds: Discogs may be slow. */
const patience = 30000;

/** Shows the button of the search in a place if staff are signed in. @param {Element} place @param {string} words */
export async function offerDiscogs(place, words, onAdded) {
  await signedIn();
  if (!await isStaff()) return;
  const hits = make("div.discogs-hits", { "aria-live": "polite" });
  const button = make("button", { type: "button", on: { click: () => search(hits, button, words, onAdded) } },
    t("records.discogs-search"));
  place.replaceChildren(button, hits);
  place.hidden = false;
}

async function search(place, button, words, onAdded) {
  button.disabled = true;
  place.setAttribute("aria-busy", "true");
  try {
    const { items, fetchedAt } = await request("GET", `/api/v1/discogs/releases${query({ search: words })}`, { timeout: patience });
    place.replaceChildren(
      items.length ? make("ol.discogs-list", {}, ...items.map((item) => line(item, onAdded)))
        : make("p", {}, t("records.discogs-none")),
      make("p.soft", {}, make("a", {
        href: "https://www.discogs.com/", target: "_blank", rel: "noopener noreferrer",
      }, t("records.discogs-attribution")), fetchedAt && ` · ${t("records.discogs-age", { time: whenShort(fetchedAt) })}`));
  } catch (error) {
    const { title, text } = problemWords(error);
    place.replaceChildren(make("p.empty-title", {}, title), make("p", {}, text));
  } finally {
    button.disabled = false;
    place.removeAttribute("aria-busy");
  }
}

function line(hit, onAdded) {
  const facts = [hit.formats, hit.country, hit.year, hit.catalogNumber].filter(Boolean).join("\u00a0· ");
  // The key stays the same if the button is pressed again after a lost answer.
  const act = (word, wishlist, key = newID()) => make("button", {
    type: "button", "aria-label": `${word}: ${hit.title}, ${facts}`,
    on: { click: () => add(hit, wishlist, key, onAdded) },
  }, word);
  return make("li.discogs-hit", {},
    make("p", { dir: "auto" }, make("a", { href: hit.url, target: "_blank", rel: "noopener noreferrer" }, hit.title)),
    make("p.soft", { dir: "auto" }, facts),
    make("div.discogs-acts", {}, act(t("records.discogs-add"), false), act(t("records.discogs-wish"), true)));
}

async function add(hit, wishlist, key, onAdded) {
  let release;
  await perform(async () => {
    release = await request("POST", `/api/v1/discogs/releases/${hit.number}`, {
      body: { wishlist }, headers: { "idempotency-key": key },
    });
  }, t(wishlist ? "records.discogs-wished" : "records.discogs-added"), () => release && onAdded(release));
}
