// The lock of this screen, and signing in by card and PIN. The page loads it only if its address asks for one of them. The hub
// itself enforces the lock: this file only shows it.

import { get, post, query } from "/hub/client.js";
import { loadWords, t } from "/hub/words.js";
import { byID, icon, make } from "/record/element.js";
import { closeSheet, openSheet } from "/desk/sheet.js";

/** The time in milliseconds for which the screen waits for a card. */
const patience = 60_000;
/** The modes in which each card begins a loan session. */
const cardModes = new Set(["auto", "check-out", "renew"]);

/** Starts the lock of this screen, or the sign-in by card. The parameters are those of `ScreenLock` and its `start`. */
export function startLock(desk, station) {
  const lock = new ScreenLock(desk);
  lock.start(station);
  return lock;
}

class ScreenLock {
  #desk;
  #station;
  /** True until the station is known, if the address asks for a card. */
  #isEager = false;
  #search = new URLSearchParams(location.search);
  #note;
  #timer;

  /**
   * @param {{changeMode: (mode: string) => Promise<void>, readStation: () => void,
   *   announce: (text: string) => void, complain: (error: object) => void, play: (sound: string) => void}} desk
   */
  constructor(desk) { this.#desk = desk; }

  /** True while the next PIN signs a person in, in place of opening the staff functions only. */
  get isWaiting() { return Boolean(this.#note); }

  /** @param {object} [station] as far as it is known */
  async start(station) {
    const [caller] = await Promise.all([get("/sign-in").catch(() => undefined), loadWords("signin")]);
    if (!this.#search.has("locked")) {
      this.#isEager = true;
      this.setStation(this.#station ?? station);
    } else if (caller && !caller.isLocked) location.replace(`/${query({ station: this.#search.get("station") })}`);
    // Without an answer the screen stays locked: leaving would only lead here again.
    else this.#showLock();
  }

  /** Follows the station. @param {object} [station] */
  setStation(station) {
    this.#station = station;
    if (!this.#isEager || !station) return;
    this.#isEager = false;
    this.waitForCard();
  }

  #showLock() {
    byID("menu-button").hidden = true;
    byID("stations").disabled = true;
    document.querySelector(".brand").removeAttribute("href");
    document.querySelector(".tools").append(make("button.quiet.tool", { id: "unlock-button", type: "button",
      on: { click: () => this.#openForm() } }, icon("key"), make("span", {}, t("signin.unlock"))));
  }

  async #openForm() {
    const { signInContent } = await import("/desk/signin.js");
    openSheet(t("signin.unlock-title"), signInContent({ isForbidden: false, title: t("signin.unlock-title"),
      text: t("signin.unlock-text"), word: t("signin.unlock"), hasToken: false, onCard: () => this.waitForCard(),
      onSignedIn: () => this.#leave() }));
  }

  /** Waits for a staff card. Its PIN is then sent to sign in. */
  async waitForCard() {
    closeSheet();
    this.#stop();
    const modes = this.#station?.policy?.modes ?? [];
    const free = modes.length ? modes.find((mode) => !cardModes.has(mode)) : "look-up";
    if (!free) {
      this.#desk.complain({ title: t("signin.card"), message: t("signin.card-mode"), status: 409 });
      return;
    }
    if (cardModes.has(this.#station?.mode)) await this.#desk.changeMode(free);
    this.#note = make("p.warning", { role: "status", id: "card-note" }, icon("key"), make("span", {}, t("signin.card-now")), " ",
      make("button.quiet", { type: "button", on: { click: () => this.#stop() } }, t("signin.card-cancel")));
    byID("outcome").before(this.#note);
    this.#desk.announce(t("signin.card-now"));
    this.#timer = setTimeout(() => this.#stop(), patience);
  }

  /** Signs the person in whose card waits for this PIN. */
  async signIn(pin) {
    try {
      await post("/sign-in", { station: this.#station.name, pin });
      this.#leave();
    } catch (error) {
      // The pad itself shows that the PIN was wrong.
      if (error.code === "pin-wrong") this.#desk.play("no");
      else {
        this.#stop();
        this.#desk.complain(error.code === "forbidden" || error.code === "screen-locked"
          ? { title: t("signin.card"), message: t(error.code === "forbidden" ? "signin.card-unknown" : "signin.locked"), status: 409 }
          : error);
      }
      this.#desk.readStation();
    }
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#note?.remove();
    this.#note = undefined;
  }

  /** Opens the page that the person came from, or Desk. */
  #leave() {
    const next = this.#search.get("next") ?? "";
    // Only a path of this hub.
    const isOwn = next.startsWith("/") && new URL(next, location.href).origin === location.origin;
    location.replace(isOwn ? next : `/${query({ station: this.#station?.name })}`);
  }
}
