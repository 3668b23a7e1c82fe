// The desk: brings the hub's events to the card, the strips and the foot.

import { HubAway, Problem, get, newID, query, request } from "/hub/client.js";
import { face } from "/hub/clock.js";
import { EventFeed } from "/hub/events.js";
import { onLanguage, speak, spokenLanguage, t, translate } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { expired, heard, modeWord, resolved } from "/record/words.js";
import { actsAt, quietly } from "/desk/acts.js";
import { spoken } from "/desk/card.js";
import { Feed, feedLength } from "/desk/feed.js";
import { calmAfter } from "/desk/idle.js";
import { Lamps } from "/desk/lamps.js";
import { Middle, Toast } from "/desk/middle.js";
import { closeSheet } from "/desk/sheet.js";
import { play, setQuiet, startSound } from "/desk/sound.js";
import { StationStrip } from "/desk/station.js";
import { UndoButton } from "/desk/undo.js";
import { VirtualDesk } from "/desk/virtual.js";
import { Visit } from "/desk/visit.js";

/** Which desk this screen stands on: `?station=NAME`, or the first the hub names. */
let stationName = new URLSearchParams(location.search).get("station") ?? undefined;
let station;
/** Newest first. */
let scans = [];
/** The highest number that was announced, so that a reload says nothing twice. */
let announced = -1;
let stationRead;
let loading;
let mustLoadAgain = false;
/** Once a token is asked for, nothing else happens before the page starts anew. */
let isSigningIn = false;

const lamps = new Lamps();
const feed = new Feed(async (scan) => (await import("/desk/why.js")).openWhy(scan));
const strip = new StationStrip({ onMode: changeMode });
const visit = new Visit({
  onEnd: () => act("end").then(ended),
  onRenewAll: () => act("renewAll"),
  onWarn: (text) => announce(text),
});
const middle = new Middle({
  reader: (name) => lamps.reader(name),
  onChoice: (number) => act("pick", number),
  onAnswer: (word, reason) => act("answer", word, reason),
  onPin: (pin) => act("pin", pin),
});
const toast = new Toast();
const undoButton = new UndoButton({ onUndo: () => act("undo") });
const counter = new VirtualDesk({ onProblem: complain, onLayout: () => middle.fit() });

const events = new EventFeed({
  onEvent: take,
  onFault: async (event) => {
    const { takeFault } = await import("/desk/fault.js");
    takeFault(event, { stationName, station, setStation, readStation });
  },
  onReload: (isReset = false) => {
    if (isReset) {
      scans = [];
      announced = -1;
    }
    load();
  },
  onUp: () => {
    document.body.dataset.hub = "up";
    lamps.setHub(true);
  },
  onAway: async () => {
    // An error status closes the stream without a word; the reason is learned by asking.
    try {
      await get("/stations");
    } catch (error) {
      if (wantsToken(error)) return withoutToken(error);
    }
    if (events.isUp) return undefined;
    document.body.dataset.hub = "away";
    lamps.setHub(false);
    play("fault");
    if (middle.isEmpty) showAway();
    return undefined;
  },
});

// MARK: reading the state

/** Reads everything the page shows. Calls that come meanwhile make it run once more, not twice. */
function load() {
  if (loading) {
    mustLoadAgain = true;
    return;
  }
  loading = readAll().catch((error) => {
    if (wantsToken(error)) withoutToken(error);
    else if (error instanceof Problem) complain(error);
    else if (!(error instanceof HubAway)) throw error;
  }).finally(() => {
    loading = undefined;
    if (mustLoadAgain) {
      mustLoadAgain = false;
      load();
    }
  });
}

/** The virtual desk's own camera; where there is but one, it is that. */
function showToCounter(readers) {
  const cameras = readers.filter((reader) => reader.kind === "camera");
  counter.setCamera(cameras.find((reader) => reader.name === "virtual-camera") ?? cameras[0]);
}

const wantsToken = (error) => error instanceof Problem && (error.status === 401 || error.status === 403);

async function readAll() {
  const { items: stations } = await get("/stations");
  showStations(stations);
  // Only a desk's own answer tells who has its session.
  const [whole, list, ready] = await Promise.all([
    get(`/stations/${encodeURIComponent(stationName)}`),
    get(`/scans${query({ station: stationName, limit: feedLength })}`),
    request("GET", "/readyz", { accept: [503] }),
  ]);
  setStation(whole);
  // A hub that is not even fit to say how it is answers with a problem instead.
  const readers = (ready.readers ?? []).filter((reader) => !stationName || reader.station === stationName);
  lamps.setReaders(readers);
  lamps.setLookup(ready.lookup);
  lamps.setHub(true, ready.version);
  showToCounter(readers);
  for (const scan of list.items.toReversed?.() ?? [...list.items].reverse()) keep(scan);
  showScans();

  const newest = scans[0];
  if (announced < 0) {
    announced = newest?.seq ?? 0;
    // What was shown before the page was loaded anew is shown again, unless it was of a session that is over.
    const isFresh = newest && Date.now() - Date.parse(newest.receivedAt) < calmAfter;
    if (isFresh && newest.outcome.code !== "session-ended") middle.show(newest);
    else middle.calm();
  } else if (newest && newest.seq > announced) {
    // Scans made while the hub was away from this screen: the last one is shown, none is passed over in the list.
    present(newest);
  }
  readTags();
  counter.load();
}

/** What lies on the readers of this desk. */
function readTags() {
  get(`/stations/${encodeURIComponent(stationName)}/tags`).then(({ items }) => lamps.setTags(items)).catch(quietly);
}

function showStations(stations) {
  const names = stations.map(({ name }) => name);
  // Other stations come and go; the one beside this screen is called "desk" unless the address says otherwise.
  if (!names.includes(stationName)) stationName = names.includes("desk") ? "desk" : names[0];
  const select = byID("stations");
  select.replaceChildren(...names.map((name) => make("option", { value: name, selected: name === stationName }, name)));
  select.closest("label").hidden = names.length < 2;
}

byID("stations").addEventListener("change", (event) => {
  location.search = query({ station: event.target.value });
});

function setStation(next) {
  const before = station;
  station = next;
  setQuiet(station?.policy?.isQuiet === true);
  strip.show(station);
  visit.show(station);
  middle.setStation(station);
  undoButton.show(station);
  const { language } = station?.policy ?? {};
  if (language && language !== spokenLanguage()) speak(language);
  if (before?.fault?.kind !== station?.fault?.kind && station?.fault) play("fault");
  const over = before?.session && before.session.visit !== station?.session?.visit && before.session.visit;
  if (over) wipe(over);
  if (station?.session && !before?.session) closeSheet();
}

/** The end of a session: nothing of it stays on the screen but, for a moment, its receipt. */
async function wipe(over) {
  closeSheet();
  setText(byID("announcement"), "");
  const receipt = station?.policy?.receipt ?? "none";
  if (receipt === "none" || document.hidden) return;
  (await import("/desk/receipt.js")).showReceipt(over, complain);
}

/** Reads the station again; events carry no names. */
function readStation() {
  stationRead?.abort();
  const call = new AbortController();
  stationRead = call;
  get(`/stations/${encodeURIComponent(stationName)}`, { signal: call.signal }).then(setStation).catch((error) => {
    if (!call.signal.aborted && error instanceof Problem) complain(error);
  });
}

// MARK: events

function take(event) {
  const isOurs = !event.station || event.station === stationName;
  switch (event.kind) {
    case "scan.recorded":
      if (isOurs && event.scan) present(event.scan);
      if (isOurs && event.scan?.symbology === "tag UID") readTags();
      break;
    case "station.changed":
      if (isOurs && event.outcome?.code === "choice-expired") tellAct(expired(event.outcome), station);
      if (isOurs && stationName) readStation();
      break;
    case "reader.changed":
      if (event.reader && isOurs) {
        if (lamps.setReader(event.reader)) play("fault");
        showToCounter(lamps.readers);
        if (event.reader.kind === "nfc") readTags();
      }
      break;
    case "release.resolved":
      if (event.release) rename(event.release);
      break;
    case "tag-job.changed":
      if (isOurs) takeJob(event);
      break;
    case "tag.changed":
      readTags();
      break;
    case "lookup.changed":
      request("GET", "/readyz", { accept: [503] }).then((ready) => lamps.setLookup(ready.lookup)).catch(() => {});
      break;
    default:
      break;
  }
}

/** Puts a scan into the list in its place; false when it was there already. */
function keep(scan) {
  const index = scans.findIndex(({ id }) => id === scan.id);
  if (index >= 0) {
    scans[index] = scan;
    return false;
  }
  scans = [scan, ...scans].sort((one, other) => other.seq - one.seq).slice(0, 24);
  return true;
}

function showScans() {
  middle.setScans(scans);
  feed.show(scans);
}

/** A new scan: shown, sounded and announced in this very turn. One that was not saved was told when it was not. */
function present(scan) {
  keep(scan);
  showScans();
  if (scan.seq <= announced) return;
  announced = scan.seq;
  if (scan.outcome.code !== "not-saved") tell(scan, heard(scan.outcome));
}

/** Shown, sounded, announced, and spoken where the desk is set to. */
function tell(scan, sound) {
  middle.show(scan);
  play(sound);
  announce(spoken(scan));
}

async function announce(text) {
  byID("announcement").textContent = text;
  if (station?.policy?.speaks && !station.policy.isQuiet) (await import("/desk/speech.js")).say(text, spokenLanguage());
}

/** What was done on this screen has no scan of its own; the card shows it like one, with what it was about. */
function tellAct(outcome, before, picked) {
  const choice = before?.choosing?.choices.find(({ number }) => number === picked);
  const about = [choice, before?.confirming, before?.question, outcome.code === "undone" && before?.undo]
    .find((one) => one?.release || one?.copy) ?? {};
  const { release, copy } = about;
  const scan = { id: newID(), at: new Date().toISOString(), symbology: "", text: "",
    outcome: { release, copy, ...outcome } };
  tell(scan, heard(outcome));
}

/** How an order to write a tag goes: it stands on the card like a scan, but is none. */
async function takeJob(event) {
  const job = event.job ?? await get(`/tag-jobs/${encodeURIComponent(event.subject)}`).catch(quietly);
  if (!job || (job.station && job.station !== stationName) || job.state === "waiting") return;
  if (middle.shown?.id === job.id && middle.shown.isOver) return;
  const scan = await (await import("/desk/job.js")).jobScan(job);
  if (job.state === "writing") middle.show(scan);
  else tell(scan, scan.tone);
}

/** A look-up has filled in a title. */
function rename(release) {
  scans = scans.map((scan) => (scan.outcome.release?.id === release.id
    ? { ...scan, outcome: resolved(scan.outcome, release) } : scan));
  showScans();
  const again = middle.shown && scans.find(({ id }) => id === middle.shown.id);
  if (again && again.outcome.release?.id === release.id) middle.show(again);
}

// MARK: the middle

/** The page came, but nothing after it. */
function showAway() {
  middle.put(make("div.calm", {},
    make("p.calm-words", {}, t("desk.hub-away")), make("p.calm-mode", {}, t("desk.returns-itself"))));
}

/**
 * The token of this browser was refused, or there is none. One that is worth nothing is put away first: a desk on the
 * hub's own machine needs none, and a wrong one is worse there.
 */
async function withoutToken(error) {
  if (isSigningIn) return;
  isSigningIn = true;
  events.stop();
  const { forgetToken, signInContent } = await import("/desk/signin.js");
  if (error.status === 401 && forgetToken()) location.reload();
  else middle.put(...signInContent({ isForbidden: error.status === 403, onSignedIn: () => location.reload() }));
}

/** Says what went wrong; a fault is a sound too. */
function complain(error) {
  toast.say(`${error.title ?? t("desk.failed")}. ${error.sentence ?? error.message}`);
  play(error.status === 409 ? "no" : "fault");
}

/** Does one of the acts of `actsAt`, and shows the desk as it is then. @returns {Promise<boolean>} whether it worked. */
async function act(what, ...values) {
  if (!stationName) return false;
  strip.setBusy(true);
  visit.setBusy(true);
  const before = station;
  try {
    const next = await actsAt(stationName, before)[what](...values);
    if (next.outcome?.title) tellAct(next.outcome, before, values[0]);
    setStation(next);
    return true;
  } catch (error) {
    if (error.station) setStation(error.station);
    complain(error);
    return false;
  } finally {
    strip.setBusy(false);
    visit.setBusy(false);
  }
}

async function changeMode(mode) {
  if (!station || mode === station.mode) return;
  if (await act("changeMode", mode)) {
    byID("announcement").textContent = t("desk.mode-now", { mode: modeWord(mode) });
    middle.calm();
  }
  document.querySelector(`.mode[data-mode="${CSS.escape(mode)}"]`)?.focus();
}

function ended(isDone) {
  if (!isDone) return;
  byID("announcement").textContent = t("desk.ended");
  middle.calm();
  middle.card.focus();
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest?.("input, select, textarea, [role=listbox]")) return;
  // A button that has the focus is pressed by Enter, and not the pad.
  if (event.key === "Enter" && event.target.closest?.("button, a")) return;
  if (middle.press(event.key)) event.preventDefault();
});

byID("type-button").addEventListener("click", async () => {
  (await import("/desk/entry.js")).openEntry({ station: stationName, onScan: present });
});

onLanguage(() => {
  document.title = t("desk.page");
  // The hub tells outcomes in the desk's language.
  load();
});

function showClock() {
  const clock = byID("clock");
  setText(clock, face());
  clock.dateTime = face();
  setTimeout(showClock, 60_000 - (Date.now() % 60_000) + 20);
}

translate(document);
document.title = t("desk.page");
showClock();
startSound();
events.start();
