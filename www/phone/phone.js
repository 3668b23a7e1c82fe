// The camera of a phone as a reader: a picture is sent to the hub, and its code is a scan of the chosen station.

import { get, newID, post, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, icon, make } from "/record/element.js";
import { tone } from "/record/words.js";
import { upload } from "/library/upload.js";
import { FileField } from "/page/file-field.js";
import { problemWords, showProblem, startWords } from "/page/page.js";
import { isStaff } from "/page/person.js";
import { perform } from "/page/toast.js";
import { PictureView } from "/phone/picture.js";
import { sendable } from "/phone/sendable.js";
import { ShelfPictures } from "/phone/shelf.js";

/** Milliseconds: the hub may decode two pictures before this one. */
const patience = 40_000;
const remembered = "deadwax.phone-station";

await startWords("phone", { parts: ["phone"], refresh: () => {} });

const stationChoice = byID("station");
const answer = byID("answer");
const picture = new PictureView(byID("picture"), byID("choices"), (code) => scan(code));
const shelf = new ShelfPictures(byID("shelf"), { station: () => station(), show: showBand, onProblem: showFailure });
/** The number of the newest picture: the answer for an earlier one is not shown. */
let newest = 0;

const station = () => stationChoice.value;
const path = (scans) => `/api/v1/stations/${encodeURIComponent(station())}/pictures${scans ? "" : "?scan=no"}`;

// MARK: answers

function showBand(kind, picture, title, ...lines) {
  answer.replaceChildren(make("div.phone-band", { data: { tone: kind } }, icon(picture), make("strong", { dir: "auto" }, title),
    ...lines.filter(Boolean).map((line) => make("p", { dir: "auto" }, line))));
}

function showScan({ outcome }) {
  const kind = tone(outcome);
  const { release } = outcome;
  showBand(kind, kind, outcome.title, release && [release.title, release.artist].filter(Boolean).join(" \u2013 "), outcome.detail);
  if (release) offerCover(release, answer.firstChild);
}

/** Offers staff to photograph the cover of what was scanned, below its answer. */
async function offerCover(release, band) {
  if (!await isStaff() || answer.firstChild !== band) return;
  const cover = new FileField({ id: "cover", word: "phone.cover", accept: "image/*", capture: "environment", picture: "camera",
    onFiles: async ([file]) => {
      cover.setBusy(true);
      await perform(async () => upload(release, await sendable(file), file.name, true), t("phone.cover-added", { title: release.title }), () => {});
      cover.setBusy(false);
    } });
  band.after(cover.element);
}

/** The words for the statuses of a picture that the hub refuses. */
const refusals = { 413: "large", 422: "unreadable", 429: "busy", 503: "busy" };

function showFailure(error) {
  const key = error.code === "picture-unreadable" ? "unreadable" : error.code === "invalid" ? undefined : refusals[error.status];
  if (key) return showBand("no", "no", t(`phone.${key}`), t(`phone.${key}-do`));
  const { title, text } = problemWords(error);
  return showBand("fault", "fault", title, text);
}

// MARK: pictures

async function take(file) {
  const number = newest += 1;
  const key = newID();
  shelf.clear();
  showBand("", "camera", t("phone.reading"));
  picture.show(file);
  field.setBusy(true);
  try {
    const found = await send(await sendable(file), true, key);
    if (number !== newest) return;
    picture.mark(found);
    if (found.scan) showScan(found.scan);
    else if (found.codes.length) showBand("ask", "ask", t("phone.several", { count: found.codes.length }), t("phone.several-do"));
    else showBand("ask", "ask", t("phone.none"), t("phone.none-do"));
  } catch (error) {
    if (number === newest) showFailure(error);
  } finally {
    field.setBusy(false);
  }
}

const send = (blob, scans, key) => request("POST", path(scans), {
  blob, timeout: patience, headers: key ? { "idempotency-key": key } : {},
});

/** Scans one of several codes, or a typed one. */
async function scan({ code, symbology }) {
  newest += 1;
  shelf.clear();
  try {
    showScan(await post("/scans", { code, symbology, station: station(), id: newID(), reader: "phone" }));
    picture.choose(code);
  } catch (error) {
    showFailure(error);
  }
}

const field = new FileField({ id: "file", word: "phone.take", accept: "image/*", capture: "environment", picture: "camera", isPrimary: true,
  onFiles: ([file]) => take(file) });
const shelfField = new FileField({ id: "shelf-files", word: "phone.shelf", accept: "image/*", picture: "camera", isMultiple: true,
  onFiles: async (files) => {
    newest += 1;
    picture.clear();
    if (files.length === 1) picture.show(files[0]);
    shelfField.setBusy(true);
    await shelf.read(files);
    shelfField.setBusy(false);
  } });
byID("acts").prepend(field.element, shelfField.element);

byID("typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const typed = byID("code");
  const code = typed.value.trim();
  if (!code) return typed.focus();
  picture.clear();
  await scan({ code, symbology: "typed" });
  return typed.select();
});

// MARK: live picture

if (window.isSecureContext && navigator.mediaDevices?.getUserMedia) {
  const button = byID("live");
  button.hidden = false;
  let live;
  button.addEventListener("click", async () => {
    if (live) {
      live.stop();
      return;
    }
    const { LivePicture } = await import("/phone/live.js");
    try {
      live = await LivePicture.start({
        read: (blob) => send(blob, false), scan, mark: (found) => picture.mark(found), onProblem: showFailure,
        onStop: () => {
          live = undefined;
          button.textContent = t("phone.live");
          picture.clear();
        },
      });
      picture.showVideo(live.video);
      button.textContent = t("phone.live-stop");
    } catch {
      showBand("no", "no", t("phone.no-camera"), t("phone.no-camera-do"));
    }
  });
}

// MARK: stations

async function start() {
  byID("empty").hidden = true;
  try {
    const { items } = await get("/stations");
    const own = (await get("/sign-in").catch(() => undefined))?.station;
    const names = own ? [own] : items.map(({ name }) => name);
    const before = localStorage.getItem(remembered);
    stationChoice.replaceChildren(...names.map((name) => make("option", { value: name, selected: name === before }, name)));
    byID("reader").hidden = false;
  } catch (error) {
    showProblem(byID("empty"), error, start);
  }
}

stationChoice.addEventListener("change", () => localStorage.setItem(remembered, station()));
await start();
