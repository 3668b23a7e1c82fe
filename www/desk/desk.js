// The page Desk: brings the hub's events to the card, the strips and the foot.

import { HubOffline, Problem, get, query, request } from "/hub/client.js";
import { startClock } from "/hub/clock.js";
import { EventFeed } from "/hub/events.js";
import { onLanguage, speak, spokenLanguage, t, translate } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { heard, isCommand, isFound, modeWord, resolved, upToDate } from "/record/words.js";
import { actScan, actsAt, expired, quietly, wantsToken } from "/desk/acts.js";
import { Feed, feedLength } from "/desk/feed.js";
import { calmAfter } from "/desk/idle.js";
import { guardPIN, startKeys } from "/desk/keys.js";
import { Lamps } from "/desk/lamps.js";
import { Middle, Toast } from "/desk/middle.js";
import { Newcomer } from "/desk/newcomer.js";
import { OpenPanel } from "/desk/panel.js";
import { closeSheet } from "/desk/sheet.js";
import { play, setQuiet, startSound } from "/desk/sound.js";
import { StationStrip } from "/desk/station.js";
import { UndoButton } from "/desk/undo.js";
import { VirtualHardware } from "/desk/virtual.js";

const search = new URLSearchParams(location.search);
/** The station of this screen: `?station=NAME`, or the first the hub lists. */
let stationName = search.get("station") ?? undefined;
let station;
/** The count of displays of the station: an answer requested before the latest may be outdated. */
let stationShown = 0;
/** The scans, newest first. */
let scans = [];
/** The highest announced number, so that a reload announces nothing twice. */
let announced = -1;
let stationRead, loading;
let announcing = 0, mustLoadAgain = false;
/** True once a token is requested: nothing else happens before a reload. */
let isSigningIn = false;
/** The lock of this screen; see desk/lock.js. */
let lock;

const lamps = new Lamps((health) => middle?.setHealth(health));
const feed = new Feed(async (scan) => (await import("/desk/why.js")).openWhy(scan));
const strip = new StationStrip({ onMode: changeMode });
const panel = new OpenPanel({
  onEnd: () => act("end").then(ended),
  onRenewAll: () => act("renewAll"),
  onNextSlot: () => act("nextSlot"),
  onWarn: (text) => announce(text),
});
const middle = new Middle({
  reader: (name) => lamps.reader(name),
  onChoice: (number) => act("pick", number),
  onAnswer: (word, reason) => act("answer", word, reason),
  onPin: (pin) => (lock?.isWaiting ? lock.signIn(pin) : act("pin", pin)),
  steps: () => newcomer?.content(),
});
const toast = new Toast();
const undoButton = new UndoButton({ onUndo: () => act("undo") });
const counter = new VirtualHardware({
  onProblem: complain, onLayout: () => middle.fit(), onReady: (isThere) => newcomer.setVirtual(isThere),
});
const newcomer = new Newcomer({ middle, counter, onMode: changeMode });

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
  onOffline: async () => {
    // An error status closes the stream without a reason; a request returns it.
    try {
      await get("/stations");
    } catch (error) {
      if (wantsToken(error)) return withoutToken(error);
    }
    if (events.isUp) return undefined;
    document.body.dataset.hub = "offline";
    lamps.setHub(false);
    play("fault");
    if (middle.isEmpty) middle.calm();
    return undefined;
  },
});

// MARK: reading the state

/** Reads everything the page shows. Calls during a run cause one more run, not several. */
function load() {
  if (loading) {
    mustLoadAgain = true;
    return;
  }
  loading = readAll().catch((error) => {
    if (wantsToken(error)) withoutToken(error);
    else if (error instanceof Problem) complain(error);
    else if (!(error instanceof HubOffline)) throw error;
  }).finally(() => {
    loading = undefined;
    if (mustLoadAgain) {
      mustLoadAgain = false;
      load();
    }
  });
}

function showToCounter(readers) {
  const cameras = readers.filter((reader) => reader.capabilities.includes("preview"));
  counter.setCamera(cameras.find((reader) => reader.name === "virtual-camera") ?? cameras[0]);
}

async function readAll() {
  const { items: stations } = await get("/stations");
  showStations(stations);
  const shown = stationShown;
  // Only a station's own resource has its session.
  const [whole, list, ready] = await Promise.all([
    get(`/stations/${encodeURIComponent(stationName)}`),
    get(`/scans${query({ station: stationName, limit: feedLength })}`),
    request("GET", "/readyz", { accept: [503] }),
  ]);
  if (shown === stationShown) setStation(whole);
  else readStation();
  // A hub that cannot report its state answers with a problem instead.
  const readers = (ready.readers ?? []).filter((reader) => !stationName || reader.station === stationName);
  lamps.setReaders(readers);
  lamps.setLookup(ready.lookup);
  lamps.setHub(true, ready.version);
  showToCounter(readers);
  for (const scan of list.items.toReversed?.() ?? [...list.items].reverse()) keep(scan);
  showScans();

  newcomer.setLibrary(scans, station);
  const newest = scans[0];
  if (announced < 0) {
    announced = newest?.seq ?? 0;
    // After a reload, the last scan is shown again, unless its session has ended or the first steps are on.
    const isFresh = newest && !newcomer.cameFromPage() && Date.now() - Date.parse(newest.receivedAt) < calmAfter;
    if (isFresh && newest.outcome.code !== "session-ended") middle.show(newest, { isOld: true });
    else middle.calm();
  } else if (newest && newest.seq > announced) {
    // Scans made while the hub was unreachable: the last one is shown, the list has all.
    present(newest);
  }
  readTags();
  counter.load();
  newcomer.read();
}

function readTags() {
  get(`/stations/${encodeURIComponent(stationName)}/tags`).then(({ items }) => lamps.setTags(items)).catch(quietly);
}

function showStations(stations) {
  const names = stations.map(({ name }) => name);
  // Stations come and go; this screen's is called "desk" unless the address has another name.
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
  stationShown += 1;
  setQuiet(station?.policy?.isQuiet === true);
  strip.show(station);
  panel.show(station);
  middle.setStation(station);
  undoButton.show(station);
  lock?.setStation(station);
  guardPIN(middle.card, station, before);
  const { language } = station?.policy ?? {};
  if (language && language !== spokenLanguage()) speak(language);
  if (before?.fault?.kind !== station?.fault?.kind && station?.fault) play("fault");
  if (station?.policy?.speaks) import("/desk/voice.js").then(({ sayState }) => sayState(next, before)).catch(() => {});
  const over = before?.session && before.session.id !== station?.session?.id && before.session.id;
  if (over) wipe(over);
  if (!station?.session || before?.session) return;
  closeSheet();
  if (!byID("receipt").hidden) import("/desk/receipt.js").then(({ wipeReceipt }) => wipeReceipt());
}

/** Clears a session from the screen at its end; only the receipt stays for a moment. */
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
  const shown = stationShown;
  get(`/stations/${encodeURIComponent(stationName)}`, { signal: call.signal }).then((next) => {
    if (shown === stationShown) setStation(next);
    else if (stationRead === call) readStation();
  }).catch((error) => {
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
    // The policy of a station is a setting.
    case "station.changed": case "setting.changed":
      if (isOurs && event.outcome?.code === "choice-expired") tellExpired(event.outcome, station, middle.shown?.id);
      if (isOurs && stationName) readStation();
      break;
    case "reader.changed":
      if (event.reader && isOurs) {
        if (lamps.setReader(event.reader)) play("fault");
        showToCounter(lamps.readers);
        if (event.reader.capabilities.includes("tags")) readTags();
      }
      break;
    case "release.resolved": case "release.changed":
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
  }
}

/** Inserts or updates a scan in the list; a release that is found stays. Returns false if the scan was there already. */
function keep(told) {
  const scan = upToDate(told);
  const index = scans.findIndex(({ id }) => id === scan.id);
  if (index >= 0) {
    if (!isFound(scans[index]) || isFound(scan)) scans[index] = scan;
    return false;
  }
  scans = [scan, ...scans].sort((one, other) => other.seq - one.seq).slice(0, 24);
  return true;
}

function showScans() {
  middle.setScans(scans);
  feed.show(scans);
}

/** Shows, sounds and announces a new scan at once. One that was not saved was announced before. */
function present(scan) {
  keep(scan);
  showScans();
  if (scan.seq <= announced) return;
  announced = scan.seq;
  if (scan.outcome.code === "pin-needed") awaitPIN();
  // A card can change the policy of the station, which is in no event.
  else if (isCommand(scan)) readStation();
  if (scan.outcome.code !== "not-saved") tell(scan, heard(scan.outcome));
  newcomer.setLibrary(scans, station);
  newcomer.read();
}

/** Sends keys to the pad from now on. */
function awaitPIN() {
  middle.expectPIN();
  closeSheet();
  readStation();
}

/** Shows, sounds and announces, and speaks if set to. A question announces itself: the answer to the one before may come later. */
function tell(scan, sound) {
  middle.show(scan);
  play(sound);
  const turn = announcing += 1;
  import("/desk/spoken.js").then(({ spoken }) => turn === announcing && scan.outcome.code !== "choose-source" && announce(spoken(scan)), () => {});
}

async function announce(text) {
  byID("announcement").textContent = text;
  if (station?.policy?.speaks) (await import("/desk/voice.js")).say(station, text);
}

/** Shows an action of this screen, which has no scan, on the card like one. */
function tellAct(...action) {
  tell(actScan(...action), heard(action[0]));
}

/** Shows that a prompt had no answer, unless another outcome came in the meantime. */
async function tellExpired(told, before, shown) {
  const outcome = await expired(told);
  if (outcome && middle.shown?.id === shown) tellAct(outcome, before);
}

/** Shows the progress of an order to write a tag on the card, like a scan. */
async function takeJob(event) {
  const scan = await (await import("/desk/job.js")).scanOfJob(event, stationName, middle.shown).catch(quietly);
  if (scan?.isWriting) middle.show(scan);
  else if (scan) tell(scan, scan.tone);
}

function rename(release) {
  scans = scans.map((scan) => (scan.outcome.release?.id === release.id
    ? { ...scan, outcome: resolved(scan.outcome, release) } : scan));
  showScans();
  const again = middle.shown && scans.find(({ id }) => id === middle.shown.id);
  if (again && again.outcome.release?.id === release.id) middle.show(again);
}

// MARK: the middle

/** Asks to sign in, unless the hub accepts the browser without the cookie that it has just removed. */
async function withoutToken(error) {
  if (isSigningIn) return;
  isSigningIn = true;
  events.stop();
  return (await import("/desk/signin.js")).showSignIn(middle, error.status);
}

function complain(error) { toast.complain(error); }

/** Calls one of `actsAt`, and shows the station's new state. @returns {Promise<boolean>} true if it worked. */
async function act(what, ...values) {
  if (!stationName) return false;
  strip.setBusy(true);
  panel.setBusy(true);
  const before = station;
  try {
    const next = await actsAt(stationName, before)[what](...values);
    if (next.outcome?.title) tellAct(next.outcome, before, values[0]);
    setStation(next);
    return true;
  } catch (error) {
    if (error.station) setStation(error.station);
    // The pad itself shows that the PIN was wrong, without a message over it.
    if (error.code === "pin-wrong") play("no");
    else complain(error);
    return false;
  } finally {
    strip.setBusy(false);
    panel.setBusy(false);
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

// The hub sends outcomes in the station's language.
onLanguage(() => {
  document.title = t("desk.page");
  load();
});

translate(document);
document.title = t("desk.page");
startKeys(middle, () => ({ station: stationName, onScan: present, onPIN: awaitPIN }));
startClock(byID("clock"));
startSound();
events.start();
if (search.has("locked") || search.has("sign-in")) {
  lock = (await import("/desk/lock.js")).startLock({ changeMode, readStation, announce, complain, play }, station);
}
