// The desk: brings the hub's events to the card, the strips and the foot.

import { HubAway, Problem, get, newID, post, put, query, request } from "/hub/client.js";
import { face } from "/hub/clock.js";
import { EventFeed } from "/hub/events.js";
import { byID, make, setText } from "/record/element.js";
import { modeWord, resolved, tone } from "/record/words.js";
import { isOver, jobTone } from "/record/tags.js";
import { cardContent, fitTitle, spoken } from "/desk/card.js";
import { openEntry } from "/desk/entry.js";
import { Feed, feedLength } from "/desk/feed.js";
import { jobScan } from "/desk/job.js";
import { calmAfter, idleContent } from "/desk/idle.js";
import { Lamps } from "/desk/lamps.js";
import { forgetToken, signInContent } from "/desk/signin.js";
import { play, startSound } from "/desk/sound.js";
import { StationStrip } from "/desk/station.js";
import { openWhy } from "/desk/why.js";
import { VirtualCounter } from "/counter/counter.js";

/** Which desk this screen stands on: `?station=NAME`, or the first the hub names. */
let stationName = new URLSearchParams(location.search).get("station") ?? undefined;
let station;
/** Newest first. */
let scans = [];
/** The scan on the card; undefined while the calm page is shown. */
let shown;
/** The highest number that was announced, so that a reload says nothing twice. */
let announced = -1;
let calmTimer;
let toastTimer;
let stationRead;
let loading;
let mustLoadAgain = false;
/** Once a token is asked for, nothing else happens before the page starts anew. */
let isSigningIn = false;

const card = byID("outcome");
const lamps = new Lamps();
const feed = new Feed(openWhy);
const strip = new StationStrip({ onMode: changeMode, onEnd: endWhatIsOpen });
const counter = new VirtualCounter({ onProblem: complain, onLayout: () => fitTitle(card) });

const events = new EventFeed({
  onEvent: take,
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
    if (!card.hasChildNodes()) showAway();
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
  const [list, ready] = await Promise.all([
    get(`/scans${query({ station: stationName, limit: feedLength })}`),
    request("GET", "/readyz", { accept: [503] }),
  ]);
  // A hub that is not even fit to say how it is answers with a problem instead.
  const readers = (ready.readers ?? []).filter((reader) => !stationName || reader.station === stationName);
  lamps.setReaders(readers);
  lamps.setLookup(ready.lookup);
  lamps.setHub(true, ready.version);
  showToCounter(readers);
  for (const scan of list.items.toReversed?.() ?? [...list.items].reverse()) keep(scan);
  feed.show(scans);

  const newest = scans[0];
  if (announced < 0) {
    announced = newest?.seq ?? 0;
    if (newest && Date.now() - Date.parse(newest.receivedAt) < calmAfter) showCard(newest);
    else showCalm();
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

/** What the lamps tell anyway. */
function quietly(error) {
  if (!(error instanceof HubAway || error instanceof Problem)) throw error;
}

function showStations(stations) {
  const names = stations.map(({ name }) => name);
  // Other stations come and go; the one beside this screen is called "desk" unless the address says otherwise.
  if (!names.includes(stationName)) stationName = names.includes("desk") ? "desk" : names[0];
  const select = byID("stations");
  select.replaceChildren(...names.map((name) => make("option", { value: name, selected: name === stationName }, name)));
  select.closest("label").hidden = names.length < 2;
  setStation(stations.find(({ name }) => name === stationName));
}

byID("stations").addEventListener("change", (event) => {
  location.search = query({ station: event.target.value });
});

function setStation(next) {
  const changed = station?.mode !== next?.mode;
  const asked = station?.question?.code;
  station = next;
  strip.show(station);
  if (asked !== station?.question?.code && shown) showCard(shown);
  if (changed && !shown && announced >= 0) showCalm();
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
      if (isOurs && stationName) readStation();
      break;
    case "reader.changed":
      if (event.reader && isOurs) {
        lamps.setReader(event.reader);
        showToCounter(lamps.readers);
        if (event.reader.kind === "nfc") readTags();
        if (event.reader.state === "failed" || event.reader.state === "stalled") play("fault");
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

/** A new scan: shown, sounded and announced in this very turn. */
function present(scan) {
  keep(scan);
  feed.show(scans);
  if (scan.seq <= announced) return;
  announced = scan.seq;
  showCard(scan);
  play(tone(scan.outcome));
  byID("announcement").textContent = spoken(scan);
}

/** How an order to write a tag goes: it stands on the card like a scan, but is none. */
async function takeJob(event) {
  const job = event.job ?? await get(`/tag-jobs/${encodeURIComponent(event.subject)}`).catch(quietly);
  if (!job || (job.station && job.station !== stationName) || job.state === "waiting") return;
  if (shown?.job && shown.id === job.id && isOver(shown.job)) return;
  const scan = jobScan(job);
  showCard(scan);
  if (job.state === "writing") return;
  play(jobTone(job));
  byID("announcement").textContent = spoken(scan);
}

/** A look-up has filled in a title. */
function rename(release) {
  scans = scans.map((scan) => (scan.outcome.release?.id === release.id
    ? { ...scan, outcome: resolved(scan.outcome, release) } : scan));
  feed.show(scans);
  const again = shown && scans.find(({ id }) => id === shown.id);
  if (again && again.outcome.release?.id === release.id) showCard(again);
}

// MARK: the middle

function showCard(scan) {
  shown = scan;
  card.dataset.scan = scan.id;
  card.dataset.tone = scan.job ? jobTone(scan.job) : tone(scan.outcome);
  const isAsked = station?.question && station.question.code === scan.outcome.code;
  card.replaceChildren(...cardContent(scan, {
    reader: lamps.reader(scan.reader), onChoice: choose, onAnswer: isAsked ? answer : undefined,
  }));
  fitTitle(card);
  clearTimeout(calmTimer);
  calmTimer = setTimeout(calmDown, calmAfter);
}

function calmDown() {
  // While somebody's session or pair is open the desk is not idle.
  if (station && station.state !== "idle") {
    calmTimer = setTimeout(calmDown, 5000);
    return;
  }
  showCalm();
}

function showCalm() {
  shown = undefined;
  delete card.dataset.scan;
  clearTimeout(calmTimer);
  card.dataset.tone = "calm";
  card.replaceChildren(...idleContent(station?.mode, scans));
}

/** The page came, but nothing after it. */
function showAway() {
  card.dataset.tone = "calm";
  card.replaceChildren(make("div.calm", {},
    make("p.calm-words", {}, "The hub does not answer"),
    make("p.calm-mode", {}, "This page returns by itself.")));
}

/**
 * The token of this browser was refused, or there is none. One that is worth nothing is put away first: a desk on the
 * hub's own machine needs none, and a wrong one is worse there.
 */
function withoutToken(error) {
  if (isSigningIn) return;
  isSigningIn = true;
  events.stop();
  if (error.status === 401 && forgetToken()) location.reload();
  else askForToken(error);
}

function askForToken(error) {
  shown = undefined;
  clearTimeout(calmTimer);
  card.dataset.tone = "calm";
  card.replaceChildren(...signInContent({
    isForbidden: error.status === 403,
    onSignedIn: () => location.reload(),
  }));
}

/** Says what went wrong; a fault is a sound too. */
function complain(error) {
  const toast = byID("toast");
  setText(toast, `${error.title ?? "That did not work"}. ${error.sentence ?? error.message}`);
  toast.hidden = false;
  play("fault");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    toast.hidden = true;
  }, 8000);
}

// MARK: what people do here

async function changeMode(mode) {
  if (!station || mode === station.mode) return;
  strip.setBusy(true);
  try {
    setStation(await put(`/stations/${encodeURIComponent(stationName)}/mode`, { mode }));
    byID("announcement").textContent = `Mode: ${modeWord(mode)}.`;
    showCalm();
  } catch (error) {
    complain(error);
  } finally {
    strip.setBusy(false);
    document.querySelector(`.mode[data-mode="${CSS.escape(mode)}"]`)?.focus();
  }
}

async function endWhatIsOpen() {
  strip.setBusy(true);
  try {
    setStation(await post(`/stations/${encodeURIComponent(stationName)}/end`));
    byID("announcement").textContent = "Ended. Ready for the next.";
    showCalm();
    card.focus();
  } catch (error) {
    complain(error);
  } finally {
    strip.setBusy(false);
  }
}

/** Choosing a copy is scanning that copy's own code. */
async function choose(copy) {
  try {
    present(await post("/scans", { id: newID(), code: copy.code, station: stationName, symbology: "typed" }));
  } catch (error) {
    complain(error);
  }
}

/** Yes or no to what the desk asks, as the cards say it too. */
async function answer(word) {
  try {
    setStation(await post(`/stations/${encodeURIComponent(stationName)}/answer`, { answer: word }));
  } catch (error) {
    complain(error);
  }
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest?.("input, select, textarea, [role=listbox]")) return;
  if (/^[yn]$/i.test(event.key)) card.querySelector(`[data-answer^="${event.key.toLowerCase()}"]`)?.click();
  if (/^[1-9]$/.test(event.key)) card.querySelectorAll(".choice")[Number(event.key) - 1]?.click();
});

byID("type-button").addEventListener("click", () => openEntry({ station: stationName, onScan: present }));

function showClock() {
  const clock = byID("clock");
  setText(clock, face());
  clock.dateTime = face();
  setTimeout(showClock, 60_000 - (Date.now() % 60_000) + 20);
}

new ResizeObserver(() => fitTitle(card)).observe(card);
showClock();
startSound();
counter.start();
events.start();
