// The hub's journal as it happens, with every event once and in order.

const kinds = [
  "scan.recorded", "station.changed", "copy.added", "copy.shelved", "loan.opened", "loan.closed", "release.added",
  "release.resolved", "reader.changed", "lookup.changed", "tag-job.changed", "tag.changed", "tag-queue.changed",
  "label-job.changed", "loan.changed", "hold.changed", "copy.changed", "borrower.changed", "inbox.changed",
  "setting.changed", "change.undone", "fee.changed", "desk.asked", "away.changed",
];

/** How often a quiet connection is asked whether it still stands; heartbeats are comments, which a page cannot see. */
const probeEvery = 10_000;
const probeLimit = 4_000;
/** A restart of the hub takes less; a shorter break is not worth a word. */
const patience = 1_500;

/**
 * Follows `/api/v1/events` and returns by itself after every break.
 *
 * The browser resumes with `Last-Event-ID`; where it gave up (the hub answered with an error) a new connection asks
 * with `?after=`. `onReload` is called when the lists must be read again: at each connection, when a number was left
 * out, and after `reset`; only then with true, for the numbers of before may mean nothing any more.
 */
export class EventFeed {
  #source;
  #last;
  #isUp = false;
  #awayTimer;
  #retryTimer;
  #retries = 0;
  #isStopped = false;

  /**
   * @param {{onEvent: (event: object) => void, onReload: (isReset?: boolean) => void, onUp: () => void,
   *   onAway: () => void}} handlers
   */
  constructor(handlers) {
    this.handlers = handlers;
  }

  start() {
    this.#open();
    setInterval(() => this.#probe(), probeEvery);
    addEventListener("online", () => this.#reopen());
    addEventListener("offline", () => this.#lost());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#probe();
    });
  }

  /** Gives up, as where a token is needed first. The page starts anew after that. */
  stop() {
    this.#isStopped = true;
    clearTimeout(this.#awayTimer);
    clearTimeout(this.#retryTimer);
    this.#source?.close();
  }

  get isUp() { return this.#isUp; }

  #open() {
    if (this.#isStopped) return;
    clearTimeout(this.#retryTimer);
    this.#source?.close();
    const source = new EventSource(`/api/v1/events${this.#last === undefined ? "" : `?after=${this.#last}`}`);
    this.#source = source;
    source.onopen = () => {
      this.#retries = 0;
      clearTimeout(this.#awayTimer);
      this.#awayTimer = undefined;
      this.#isUp = true;
      this.handlers.onUp();
      this.handlers.onReload();
    };
    source.onerror = () => {
      this.#lost();
      // Closed for good: the answer was an error, and the browser will not try again by itself.
      if (source.readyState === EventSource.CLOSED) this.#retryLater();
    };
    source.addEventListener("reset", (message) => {
      const id = Number.parseInt(message.lastEventId, 10);
      this.#last = Number.isSafeInteger(id) ? id : undefined;
      this.handlers.onReload(true);
    });
    for (const kind of kinds) source.addEventListener(kind, (message) => this.#take(kind, message));
  }

  #take(kind, message) {
    let event;
    try {
      event = JSON.parse(message.data);
    } catch {
      this.handlers.onReload();
      return;
    }
    const id = Number(message.lastEventId || event.id);
    if (Number.isSafeInteger(id)) {
      if (this.#last !== undefined && id <= this.#last) return;
      if (this.#last !== undefined && id > this.#last + 1) this.handlers.onReload();
      this.#last = id;
    }
    this.handlers.onEvent({ ...event, kind });
  }

  #lost() {
    this.#isUp = false;
    this.#awayTimer ??= setTimeout(() => {
      if (!this.#isUp) this.handlers.onAway();
    }, patience);
  }

  #retryLater() {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#open(), Math.min(500 * 2 ** this.#retries++, 4000));
  }

  #reopen() {
    this.#retries = 0;
    this.#open();
  }

  /** A connection can be dead without a word (a pulled cable, a sleeping tablet); then it is opened anew. */
  async #probe() {
    if (this.#isStopped) return;
    let answers;
    try {
      answers = (await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(probeLimit) })).ok;
    } catch {
      answers = false;
    }
    if (!answers) {
      this.#lost();
    } else if (!this.#isUp) {
      this.#reopen();
    }
    if (!answers && this.#source.readyState === EventSource.OPEN) {
      this.#source.close();
      this.#retryLater();
    }
  }
}
