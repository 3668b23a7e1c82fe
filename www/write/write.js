// The guided write screen: the station's state as a sequence of steps.

import { HubOffline, Problem, get, newID, post, put, query, request } from "/hub/client.js";
import { EventFeed } from "/hub/events.js";
import { t } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { copyRow } from "/record/copies.js";
import { effort, isOver, jobTone, jobWord, uidText } from "/record/tags.js";
import { heard, tone } from "/record/words.js";
import { problemLine, startWords } from "/page/page.js";
import { play, startSound } from "/desk/sound.js";
import { chooseList, chooseRecord, openUnfinished } from "/write/choose.js";
import { named, ofJob, readerWords, sceneOf } from "/write/scene.js";
import { forbiddenSheet } from "/tag/permission.js";
import { GuideView } from "/write/view.js";

const parameters = new URLSearchParams(location.search);

/** The known state. `focus` is the last event, still to be shown. */
const state = {
  station: undefined, reader: undefined, present: [], queue: undefined,
  copy: undefined, scan: undefined, job: undefined, focus: undefined, unfinished: [],
};
let stationName = parameters.get("station") ?? undefined;
let lastScan = -1;
let said = "";
let toastTimer;

const view = new GuideView({ onAction: act, onChoice: scanCopy });

// MARK: reading

/** Returns true for a reader of this station that writes tags. */
const isWriter = (reader) => reader.capabilities.includes("write") && reader.station === stationName;
const here = (path = "") => `/stations/${encodeURIComponent(stationName)}${path}`;

async function load() {
  try {
    const { items } = await get("/stations");
    const names = items.map(({ name }) => name);
    if (!names.includes(stationName)) stationName = names.includes("desk") ? "desk" : names[0];
    setStation(items.find(({ name }) => name === stationName));
    const [ready] = await Promise.all([
      request("GET", "/readyz", { accept: [503] }), readPresent(), readUnfinished(),
    ]);
    state.reader = (ready.readers ?? []).find(isWriter);
    const running = state.unfinished.find((job) => job.station === stationName && job.state !== "torn");
    if (running && !state.focus) focusJob(running);
    if (location.hash === "#start") {
      const copy = parameters.get("copy");
      history.replaceState(undefined, "", `/write${query({ station: parameters.get("station") })}`);
      await start();
      // The page of a record has chosen it.
      if (copy) await scanCopy(await get(`/copies/${encodeURIComponent(copy)}`));
    }
  } catch (error) {
    complain(error);
  }
  show();
}

/** Reads the tags on the reader. */
async function readPresent() {
  const before = state.present;
  state.present = (await get(here("/tags"))).items;
  const isGone = (uid) => uid && before.some((tag) => tag.uid === uid) && !state.present.some((tag) => tag.uid === uid);
  // The report on a tag ends when it is removed; the line at the foot retains it. A torn tag must return.
  if (state.focus === "job" && state.job && isOver(state.job) && isGone(state.job.uid)) state.focus = undefined;
  if (state.focus === "scan" && isGone(state.scan.text) && tone(state.scan.outcome) !== "ask") state.focus = undefined;
  const wasTwo = state.focus === "scan" && state.scan.outcome.code === "two-tags";
  if (wasTwo && state.present.length < 2) state.focus = undefined;
}

async function readStation() { setStation(await get(here())); }

function setStation(station) {
  state.station = station;
  state.queue = station?.tagQueue;
}

async function readUnfinished() {
  const lists = await Promise.all(["torn", "writing", "waiting"].map((wanted) => (
    get(`/tag-jobs${query({ state: wanted, limit: 20 })}`))));
  state.unfinished = lists.flatMap(({ items }) => items);
}

function focusJob(job) {
  state.job = job;
  state.focus = "job";
  state.copy = named(job) ?? state.copy;
}

// MARK: events

async function take(event) {
  const isOurs = !event.station || event.station === stationName;
  try {
    switch (event.kind) {
      case "scan.recorded":
        if (!isOurs || !event.scan || event.scan.seq <= lastScan) return;
        takeScan(event.scan);
        if (event.scan.symbology === "tag UID") {
          show();
          await readPresent();
        }
        break;
      case "station.changed":
        if (!isOurs) return;
        await readStation();
        break;
      case "tag.changed":
        await readPresent();
        break;
      case "tag-queue.changed":
        if (event.subject && event.subject !== stationName) return;
        await readStation();
        break;
      case "tag-job.changed":
        await takeJob(event.job ?? await get(`/tag-jobs/${encodeURIComponent(event.subject)}`));
        break;
      case "reader.changed":
        if (!event.reader || !isWriter(event.reader)) return;
        state.reader = event.reader;
        await readPresent();
        break;
      default:
        return;
    }
    show();
  } catch (error) {
    complain(error);
  }
}

function takeScan(scan) {
  lastScan = scan.seq;
  state.scan = scan;
  state.focus = "scan";
  const copy = named(scan.outcome);
  if (copy) state.copy = copy;
  play(heard(scan.outcome));
}

async function takeJob(job) {
  await readUnfinished();
  if (job.station !== stationName && job.id !== state.job?.id) return;
  const wasOver = state.job?.id === job.id && isOver(state.job) && isOver(job);
  focusJob(job);
  if (!wasOver && (isOver(job) || job.state === "torn")) {
    play(jobTone(job));
    remember(job);
    // The tag was removed before the event: the list has already moved on.
    const isThere = state.present.some(({ uid }) => uid === job.uid);
    if (job.state === "done" && state.queue?.next && !isThere) state.focus = undefined;
  }
}

/** Shows the last result while the next one begins. */
function remember(job) {
  const title = named(job)?.release?.title;
  view.setLast(jobTone(job), [title, jobWord(job), effort(job)].filter(Boolean).join(" · "));
}

// MARK: display

function show() {
  const scene = sceneOf(state);
  document.body.dataset.mode = state.station?.mode ?? "";
  view.show(scene, state);
  byID("reader-state").textContent = readerWords(state);
  const torn = state.unfinished.filter((job) => job.state === "torn");
  const button = byID("unfinished");
  button.hidden = torn.length === 0;
  setText(button, t("write.unfinished", { count: torn.length }));
  const sentence = `${scene.title}. ${scene.lead}`;
  if (sentence !== said) byID("announcement").textContent = sentence;
  said = sentence;
}

function complain(error) {
  if (!(error instanceof Problem || error instanceof HubOffline)) throw error;
  if (error.status === 401 || error.status === 403) {
    forbiddenSheet(error);
    return;
  }
  const toast = byID("toast");
  setText(toast, problemLine(error));
  toast.hidden = false;
  play("fault");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    toast.hidden = true;
  }, 8000);
}

// MARK: actions

const actions = {
  start,
  yes: () => answer("yes"),
  no: () => answer("no"),
  again: () => order({ copy: state.job?.copy?.id ?? state.copy?.id }),
  replace: async () => {
    const { uid, copy } = state.station.question ?? {};
    await answer("no");
    await order({ uid, copy: copy?.id ?? state.copy?.id, second: "replace" });
  },
  bind: async () => {
    const uid = (state.focus === "job" ? state.job?.uid : state.scan?.text) ?? state.present[0]?.uid;
    const tag = await put(`/tags/${encodeURIComponent(uid)}/binding`, { copy: state.copy?.id, move: false });
    state.focus = undefined;
    view.setLast("done", t("write.bound-unwritten", { uid: uidText(tag.uid) }));
  },
  calloff: async () => focusJob(await post(`/tag-jobs/${encodeURIComponent(state.job.id)}/cancel`)),
  skip: async () => {
    await post(here("/tag-queue/skip"));
    await readStation();
  },
  stop: async () => {
    await request("DELETE", `/api/v1${here("/tag-queue")}`);
    state.focus = undefined;
    await readStation();
  },
  choose: () => chooseRecord(scanCopy),
  list: () => chooseList({ onStart: startList, onProblem: complain }),
};

async function act(name) {
  view.setBusy(true);
  try {
    await actions[name]?.();
  } catch (error) {
    complain(error);
  } finally {
    view.setBusy(false);
    show();
  }
}

/** The station's mode before this page set Write; undefined if it was Write already. */
let modeBefore;

async function start() {
  const { mode } = state.station;
  if (mode !== "write") {
    setStation(await put(here("/mode"), { mode: "write" }));
    modeBefore = mode;
  }
  state.focus = undefined;
}

async function answer(word) {
  setStation(await post(here("/answer"), { answer: word, prompt: state.station.question?.id }));
  if (state.focus === "scan" && tone(state.scan.outcome) === "ask") state.focus = undefined;
}

async function order(what) {
  focusJob(await post("/tag-jobs", { action: "write", station: stationName, ...what }));
}

/** Chooses a copy by scanning its own code. */
async function scanCopy(copy) {
  try {
    if (state.station.mode !== "write") await start();
    takeScan(await post("/scans", { id: newID(), code: copy.code, station: stationName, symbology: "typed" }));
    await readStation();
  } catch (error) {
    complain(error);
  }
  show();
}

async function startList(wanted) {
  await put(here("/tag-queue"), wanted);
  state.focus = undefined;
  await readStation();
  show();
}

byID("unfinished").addEventListener("click", () => {
  openUnfinished(state.unfinished.filter((job) => job.state === "torn"), (job) => make("li", {},
    job.copy ? copyRow(named(job)) : make("p.mono", {}, uidText(job.uid)),
    make("p.soft", {}, t("write.tag-is", { uid: uidText(job.uid), text: ofJob(job).lead }))));
});

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest?.("input, select, textarea")) return;
  if (/^[1-9]$/.test(event.key)) view.chooseNumber(Number(event.key));
  const word = { y: "yes", n: "no" }[event.key.toLowerCase()];
  if (word) view.press(word);
});

// On leaving, an idle station returns to its previous mode.
addEventListener("pagehide", () => {
  const { mode, state: stage, tagQueue, question } = state.station ?? {};
  const isBusy = tagQueue || question || stage !== "idle"
    || state.unfinished.some((job) => job.station === stationName && job.state !== "torn");
  if (modeBefore === undefined || mode !== "write" || isBusy) return;
  fetch(`/api/v1${here("/mode")}`, { method: "PUT", keepalive: true, headers: { "content-type": "application/json" },
    body: JSON.stringify({ mode: modeBefore }) });
  modeBefore = undefined;
});

startSound();
await startWords("write", {
  refresh: show, parts: ["tags"], title: () => t("mode.write.title"),
});
new EventFeed({
  onEvent: take,
  onReload: load,
  onUp: () => { document.body.dataset.hub = "up"; },
  onOffline: () => {
    document.body.dataset.hub = "offline";
    setStation(undefined);
    show();
  },
}).start();
