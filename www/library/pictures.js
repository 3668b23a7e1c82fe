// The pictures, texts and PDFs of a release: a gallery, with the acts of staff.

import { get, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { forgetCovers, previewOf } from "/record/cover.js";
import { patience, upload } from "/library/upload.js";
import { FileField } from "/page/file-field.js";
import { moreMenu } from "/page/menu.js";
import { isStaff } from "/page/person.js";
import { action } from "/page/row.js";
import { outward } from "/library/facts.js";
import { complain, perform } from "/page/toast.js";

/** The hub's limit for a file in bytes. */
const most = 32 * 1024 * 1024;
const kinds = "image/jpeg,image/png,image/webp,application/pdf,text/plain";

const addressOf = ({ id }) => `/api/v1/attachments/${encodeURIComponent(id)}`;

/** Returns the section of a release's files. It fills itself, and stays hidden while there is nothing to see or do. */
export function pictures(release) {
  const place = make("section.pictures", { hidden: true });
  fill(place, release).catch(() => {});
  return place;
}

async function fill(place, release) {
  const [{ items }, mayChange] = await Promise.all([
    get(`/releases/${encodeURIComponent(release.id)}/attachments`), isStaff()]);
  const refresh = () => {
    forgetCovers();
    fill(place, release).catch(complain);
  };
  place.hidden = !items.length && !mayChange;
  place.replaceChildren(
    make("h3", {}, t("pictures.title")),
    items.length ? make("ul.gallery", {}, ...items.map((item) => card(item, mayChange, refresh)))
      : make("p.soft", {}, t("pictures.none")),
    ...mayChange ? [adder(release, items, refresh)] : []);
  showCover(place, items.find(({ isCover }) => isCover));
}

/** Lays the cover on the drawn sleeve of the release. */
function showCover(place, cover) {
  const sleeve = place.closest(".release")?.querySelector(".release-head .cover");
  if (!sleeve) return;
  sleeve.querySelector(".cover-picture")?.remove();
  if (!cover) return;
  const image = make("img.cover-picture", { src: previewOf(cover, "medium"), alt: t("pictures.cover-of"), decoding: "async",
    on: { error: () => image.remove() } });
  sleeve.append(image);
}

function card(item, mayChange, refresh) {
  const isPicture = item.kind === "picture";
  return make("li", {},
    make("a.gallery-link", { href: `${addressOf(item)}/content`, target: "_blank", rel: "noopener" },
      isPicture ? make("img", { src: previewOf(item), alt: "", loading: "lazy", width: "160", height: "160" })
        : icon("labels"),
      make("span.gallery-name", { dir: "auto" }, item.name)),
    make("div.gallery-foot", {},
      item.isCover ? make("span.badge", {}, t("pictures.cover")) : make("span"),
      item.source === "cover-art-archive" && origin(item),
      mayChange && moreMenu(item.name, acts(item, isPicture, refresh))));
}

/** Returns the name of the archive that a cover was fetched from, with a link to its page there. */
function origin({ sourceUrl }) {
  const name = t("pictures.archive");
  return /^https:\/\//.test(sourceUrl ?? "") ? outward(sourceUrl, name) : make("span", {}, name);
}

function acts(item, isPicture, refresh) {
  const send = (method, path, body, done) => () => perform(
    () => request(method, path, { body, headers: { "if-match": `"${item.version}"` }, timeout: patience }), done, refresh);
  return [
    isPicture && item.release && action(t(item.isCover ? "pictures.no-cover" : "pictures.use-as-cover"),
      send("PATCH", addressOf(item), { isCover: !item.isCover }, t("page.saved"))),
    isPicture && action(t("pictures.turn"), send("POST", `${addressOf(item)}/edits`, { quarters: 1 }, t("page.saved"))),
    isPicture && action(t("pictures.cut"), async () => (await import("/library/cut.js")).openCut(item, refresh)),
    action(t("pictures.remove"), send("DELETE", addressOf(item), undefined, t("pictures.removed"))),
  ].filter(Boolean);
}

/** Returns the field that adds files. */
function adder(release, items, refresh) {
  const field = new FileField({ id: "gallery-file", word: "pictures.add", accept: kinds, isMultiple: true, picture: "camera",
    onFiles: async (files) => {
      // A cover of the archive makes room for that of a person.
      let hasCover = items.some(({ isCover, source }) => isCover && source === "own");
      field.setBusy(true);
      for (const file of files) {
        if (file.size > most) {
          complain(new Error(t("pictures.too-large", { name: file.name })));
          continue;
        }
        const isCover = !hasCover && file.type.startsWith("image/");
        const isDone = await perform(() => upload(release, file, file.name, isCover), t("pictures.added", { name: file.name }), () => {});
        hasCover ||= isCover && isDone;
      }
      refresh();
    } });
  return field.element;
}
