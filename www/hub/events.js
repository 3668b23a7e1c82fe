// The hub's event stream, with every event once and in order.

const kinds = [
  "scan.recorded", "station.changed", "copy.added", "copy.shelved", "loan.opened", "loan.closed", "release.added",
  "release.resolved", "release.changed", "attachment.changed", "reader.changed", "lookup.changed", "tag-job.changed",
  "tag.changed", "tag-queue.changed", "label-job.changed", "loan.changed", "hold.changed", "copy.changed", "borrower.changed", "inbox.changed",
  "place.changed", "crate.changed", "collection.changed", "stock-take.changed", "setting.changed", "change.undone", "fee.changed", "station.prompted", "offline-entry.changed",
];

/** The events without a number, sent while nothing can be stored. They are not repeated. */
const passing = ["station.fault"];

/** The interval of checking a quiet connection, in milliseconds: pages see no heartbeat. */
const probeEvery = 10_000;
const probeLimit = 4_000;
/** Milliseconds until a break is shown; a restart takes less. */
const patience = 1_500;

/**
 * Follows `/api/v1/events` and reconnects by itself after every break.
 *
 * The browser resumes with `Last-Event-ID`, and after an error with `?after=`. `onReload` is called when the lists must be read
 * again: at each connection, when a number was skipped, and, with true, after `reset`: old numbers may be invalid.
 */
export class EventFeed {
  #source;
  #last;
  #isUp = false;
  #offlineTimer;
  #retryTimer;
  #retries = 0;
  #isStopped = false;

  /**
   * @param {{onEvent: (event: object) => void, onReload: (isReset?: boolean) => void, onUp: () => void,
   *   onOffline: () => void, onLost?: () => void, onFault?: (event: object) => void}} handlers
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

  /** Stops for good, as before a sign-in, which reloads the page. */
  stop() {
    this.#isStopped = true;
    clearTimeout(this.#offlineTimer);
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
      clearTimeout(this.#offlineTimer);
      this.#offlineTimer = undefined;
      this.#isUp = true;
      this.handlers.onUp();
      this.handlers.onReload();
    };
    source.onerror = () => {
      this.#lost();
      // Closed for good: the answer was an error, and the browser will not retry.
      if (source.readyState === EventSource.CLOSED) this.#retryLater();
    };
    source.addEventListener("reset", (message) => {
      const id = Number.parseInt(message.lastEventId, 10);
      this.#last = Number.isSafeInteger(id) ? id : undefined;
      this.handlers.onReload(true);
    });
    for (const kind of kinds) source.addEventListener(kind, (message) => this.#take(kind, message));
    for (const kind of passing) {
      source.addEventListener(kind, (message) => this.handlers.onFault?.({ ...JSON.parse(message.data), kind }));
    }
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
    this.handlers.onLost?.();
    this.#offlineTimer ??= setTimeout(() => {
      if (!this.#isUp) this.handlers.onOffline();
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

  /** Reopens a connection that is dead without an error (a pulled cable, a sleeping tablet). */
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
