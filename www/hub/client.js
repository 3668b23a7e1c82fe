// Requests to the hub this page came from, independent of the display.

import { noteServerTime } from "/hub/clock.js";
import { t } from "/hub/words.js";

/** A response of the hub that is an RFC 9457 problem. */
export class Problem extends Error {
  /**
   * @param {number} status HTTP status.
   * @param {Partial<import("/hub/types.js").Problem>} body the problem document, or the part that could be read.
   * @param {number} [retryAfter] the seconds to wait before another attempt.
   */
  constructor(status, body = {}, retryAfter = undefined) {
    super(body.detail || body.title || t("desk.hub-status", { status }));
    this.status = status;
    this.retryAfter = retryAfter;
    this.code = body.code || "unknown";
    this.title = body.title || t("desk.hub-refused");
    this.reasons = Array.isArray(body.reasons) ? body.reasons : [];
    this.isRetryable = body.retryable === true;
    /** Confirms exactly these reasons. */
    this.token = body.token;
    /** The mistake in a query of the library: its kind, its place and a suggestion. */
    this.mistake = body.mistake;
    /** With `state-changed`: the current state of the station. */
    this.station = body.station;
  }

  /** All reasons in words, or the detail if there are none. */
  get sentence() {
    const reasons = this.reasons.map((reason) => reason.detail).filter(Boolean);
    return reasons.length ? reasons.join(" ") : this.message;
  }
}

/** The hub did not answer, or not in time. */
export class HubOffline extends Error {
  constructor() {
    super(t("desk.hub-offline"));
    this.title = t("desk.hub-offline");
    this.code = "offline";
  }

  get sentence() { return t("desk.hub-offline-do"); }
}

/**
 * Sends one request and parses the JSON answer.
 *
 * @param {string} method @param {string} path from the root, with its query.
 * @param {{body?: object, blob?: Blob, headers?: object, signal?: AbortSignal, timeout?: number, accept?: number[]}} options
 * `blob` is a body that is not JSON, in its own type; `timeout` in milliseconds; `accept` are statuses outside 2xx whose body is returned too.
 * @throws {Problem | HubOffline} or the abort of the caller's own signal.
 */
export async function request(method, path, { body, blob, headers = {}, signal, timeout = 8000, accept = [] } = {}) {
  const limit = AbortSignal.timeout(timeout);
  let response;
  let text;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      body: blob ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal: signal ? either(signal, limit) : limit,
      cache: "no-cache",
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new HubOffline();
  }
  noteServerTime(response.headers.get("date"));
  let value;
  try {
    value = text ? JSON.parse(text) : undefined;
  } catch {
    value = undefined;
  }
  if (response.ok || accept.includes(response.status)) return value;
  throw new Problem(response.status, value, Number(response.headers.get("retry-after")) || undefined);
}

/** @param {string} path below `/api/v1`. */
export const get = (path, options) => request("GET", `/api/v1${path}`, options);
export const post = (path, body, options) => request("POST", `/api/v1${path}`, { body, ...options });
export const put = (path, body, options) => request("PUT", `/api/v1${path}`, { body, ...options });

/** Returns a query string of the values that are set; empty if none is. */
export function query(values) {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== "") search.set(key, value);
  }
  const text = search.toString();
  return text ? `?${text}` : "";
}

/** Returns a random UUID, also on pages that are served without TLS. */
export function newID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function either(first, second) {
  if (AbortSignal.any) return AbortSignal.any([first, second]);
  const both = new AbortController();
  for (const signal of [first, second]) {
    if (signal.aborted) both.abort();
    signal.addEventListener("abort", () => both.abort(), { once: true });
  }
  return both.signal;
}
