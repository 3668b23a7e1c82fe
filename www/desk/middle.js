// The middle of the page: an open prompt, the outcome of the last scan, or the calm page.

import { get } from "/hub/client.js";
import { loadWords, onLanguage, t } from "/hub/words.js";
import { byID, setText } from "/record/element.js";
import { tone } from "/record/words.js";
import { calmAfter, idleContent } from "/desk/idle.js";
import { quietly } from "/desk/acts.js";
import { whenRoomChanges } from "/desk/fit.js";
import { play } from "/desk/sound.js";
import { loadStyle } from "/desk/style.js";

export class Middle {
  #card = byID("outcome");
  #station;
  /** The scan on the card; undefined for the calm page. */
  #shown;
  #scans = [];
  #timer;
  #lines;
  #pin;
  /** True if a card's answer was a PIN prompt, and the station is not read yet. */
  #expectsPIN = false;
  /** The keys for a pad that is not there yet. */
  #early = [];
  /** True if the prompt of the scan was answered or has expired. */
  #isOver = false;
  #confirmation;
  /** The card of an outcome, loaded when first needed. */
  #cards;
  #cardParts;
  /** The view of an open session, loaded when first needed. */
  #turn;
  #turnParts;
  #asked = "";
  #isStarted = false;
  #health = { isHubUp: true };
  /** The session that was open when the card of the next one was scanned: its name is not shown. */
  #sessionBefore;

  /**
   * @param {{reader: (name: string) => object | undefined, onChoice: (number: number) => void,
   *   onAnswer: (word: string, reason?: string) => void, onPin: (pin: string) => Promise<void>,
   *   steps: () => Node | undefined}} handlers `steps` returns the first steps of a new library
   */
  constructor(handlers) {
    this.handlers = handlers;
    whenRoomChanges([this.#card], () => this.fit());
    onLanguage(() => {
      this.#pin = undefined;
      this.setStation(this.#station);
      if (this.#isStarted) this.render();
    });
  }

  get shown() { return this.#shown; }
  get card() { return this.#card; }
  get isEmpty() { return !this.#card.hasChildNodes(); }

  /** True while a PIN is or will be requested: the pad gets all keys. */
  get isAskingPIN() { return this.#expectsPIN || Boolean(this.#station?.pin); }

  fit() {
    if (this.#turn?.isShown) this.#turn.fit();
    else this.#cards?.fitTitle(this.#card);
  }

  /** Expects a PIN: from now on keys are stored for the pad, which opens when the station is read. */
  expectPIN() { this.#expectsPIN = true; }

  /** Sets whether the hub and the readers work: the calm page says what does not. @param {object} health as in idle.js */
  setHealth(health) {
    if (JSON.stringify(health) === JSON.stringify(this.#health)) return;
    const hasChanged = health.isHubUp !== this.#health.isHubUp;
    this.#health = health;
    if (this.#isStarted && (hasChanged || this.#card.querySelector(".calm"))) this.render();
  }

  /** Returns the open session if the card is that of its beginning. */
  #person(scan) {
    const session = this.#station?.session;
    return scan.outcome.code === "session-started" && session?.id !== this.#sessionBefore ? session : undefined;
  }

  /** Sets the station's state; the card changes only with the prompt. */
  async setStation(station) {
    const before = this.#station;
    this.#station = station;
    this.#expectsPIN = false;
    this.#showFault();
    const pad = this.#pin;
    if (station?.pin && !this.#pin) {
      const [{ PinPad }] = await Promise.all([import("/desk/pin.js"), loadWords("why"), loadStyle("/desk/pin.css")]);
      if (this.#station?.pin && !this.#pin) {
        this.#pin = new PinPad({ onPin: this.handlers.onPin });
        for (const key of this.#early) this.#pin.press(key);
      }
    }
    if (!this.#station?.pin) {
      this.#pin?.clear();
      this.#pin = undefined;
    }
    this.#early = [];
    if (station?.confirming) this.#loadConfirmation();
    if (station?.session) this.#loadTurn();
    const asked = askedNow(station);
    const hasChanged = asked !== this.#asked || pad !== this.#pin || before?.ready?.copy.id !== station?.ready?.copy.id
      || JSON.stringify(before?.session) !== JSON.stringify(station?.session);
    if (asked) this.#isOver = false;
    else if (this.#asked && this.#shown && isOpenQuestion(this.#shown.outcome)) this.#isOver = true;
    this.#asked = asked;
    if (!this.#isStarted) return;
    if (hasChanged) this.render();
    if (before?.session && !station?.session) this.calm();
    if (!this.#shown && !asked && before?.mode !== station?.mode) this.calm();
    this.#pin?.show(this.#station?.pin ?? {});
  }

  /** Loads the confirmation form when first needed; meanwhile only the outcome is shown. */
  async #loadConfirmation() {
    if (this.#confirmation) return;
    const [{ confirmation }] = await Promise.all([import("/desk/confirm.js"), loadStyle("/desk/confirm.css")]);
    this.#confirmation = confirmation;
    if (this.#isStarted) this.render();
  }

  /** Loads the card when first needed; the page stays as it is until then. */
  async #loadCard() {
    this.#cardParts ??= Promise.all([import("/desk/card.js"), loadStyle("/desk/ask.css"), loadStyle("/record/sleeve.css")]);
    try {
      [this.#cards] = await this.#cardParts;
    } catch {
      this.#cardParts = undefined;
      return;
    }
    this.render();
  }

  /** Loads the view of a session. The usual card is shown until then, and if it fails. */
  async #loadTurn() {
    if (this.#turn) return;
    this.#turnParts ??= Promise.all([import("/desk/turn.js"), loadWords("session"), loadStyle("/desk/turn.css")]);
    try {
      const [parts] = await this.#turnParts;
      if (this.#turn) return;
      this.#turn = new parts.TurnView();
      this.#turn.belongs = parts.belongsToSession;
    } catch {
      this.#turnParts = undefined;
      return;
    }
    if (this.#isStarted) this.render();
  }

  /** Shows the open session; false if another content is due. */
  #renderTurn() {
    const { session, mode } = this.#station ?? {};
    const isBefore = this.#shown && begins(this.#shown) && session?.id === this.#sessionBefore;
    const isShown = Boolean(this.#turn && session && !isBefore && !this.#isOver && this.#turn.belongs(mode, this.#shown));
    document.body.classList.toggle("has-turn", isShown);
    if (!isShown) {
      this.#turn?.clear();
      return false;
    }
    const scan = this.#shown;
    this.#turn.show(session, scan, { reader: scan && this.handlers.reader(scan.reader), mode });
    if (scan) this.#card.dataset.scan = scan.id;
    else delete this.#card.dataset.scan;
    this.#card.dataset.tone = scan ? scan.tone ?? tone(scan.outcome) : "note";
    if (!this.#turn.isShown) this.#card.replaceChildren(...this.#turn.elements);
    this.fit();
    return true;
  }

  /** @param {object} scan @param {{isOld?: boolean}} [options] `isOld` if it is from before the station was read */
  show(scan, { isOld = false } = {}) {
    this.#shown = scan;
    this.#isStarted = true;
    this.#sessionBefore = isOld || !begins(scan) ? undefined : this.#station?.session?.id;
    this.#isOver = isOld && !this.#asked && isOpenQuestion(scan.outcome);
    this.render();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#calmDown(), calmAfter);
    this.#readLoans(scan);
  }

  /** Reads the loans that a scan concerned, which events do not have, while the card shows it. */
  async #readLoans(scan) {
    const { id, text, outcome } = scan;
    if (outcome.left === undefined || (!text && !outcome.loans)) return;
    try {
      const [whole, { loanLines }] = await Promise.all([
        outcome.loans ? scan : get(`/scans/${encodeURIComponent(id)}`), import("/desk/loans.js"),
        loadStyle("/desk/confirm.css"),
      ]);
      this.#lines = loanLines;
      if (this.#shown?.id !== id) return;
      this.#shown = whole;
      this.render();
    } catch (error) {
      quietly(error);
    }
  }

  setScans(scans) {
    this.#scans = scans;
    // The scan on the card in other words, as after a change of the language.
    const again = scans.find(({ id }) => id === this.#shown?.id);
    if (!again || again.outcome.title === this.#shown.outcome.title) return;
    this.#shown = again;
    this.render();
    this.#readLoans(again);
  }

  /** Shows the first steps again, if they are in the page or would be. */
  refreshSteps() {
    if (this.#isStarted && !this.#shown && this.#card.dataset.tone === "calm") this.render();
  }

  calm() {
    this.#shown = undefined;
    this.#isStarted = true;
    clearTimeout(this.#timer);
    this.render();
  }

  /** Shows other content, such as a sign-in form. */
  put(...content) {
    this.#endTurn();
    this.#shown = undefined;
    clearTimeout(this.#timer);
    delete this.#card.dataset.scan;
    this.#card.dataset.tone = "calm";
    this.#card.replaceChildren(...content);
  }

  render() {
    const { choosing, confirming, question, pin, policy, staff } = this.#station ?? {};
    if (pin && this.#pin) {
      this.put(this.#pin.element);
      return;
    }
    if (!this.#health.isHubUp) {
      // Nothing is invited that cannot be done.
      this.#endTurn();
      this.#putCalm();
      return;
    }
    if (choosing?.code === "choose-source") {
      this.#endTurn();
      import("/desk/asked.js").then((part) => part.showAsked(this, () => this.#station?.choosing)).catch(() => {});
      return;
    }
    if (choosing || confirming || question) this.#endTurn();
    else if (this.#renderTurn()) return;
    if (!this.#shown && !choosing && !confirming && !question) {
      this.#putCalm();
      return;
    }
    if (!this.#cards) {
      this.#loadCard();
      return;
    }
    const asked = choosing ?? confirming ?? (this.#shown ? undefined : question);
    const isOfIt = !asked || codesOf(asked).includes(this.#shown?.outcome.code);
    const scan = isOfIt && this.#shown ? this.#shown : asScan(asked, this.#station);
    if (this.#shown) this.#card.dataset.scan = this.#shown.id;
    const isAsked = confirming || (question && question.code === scan.outcome.code);
    const isOver = this.#isOver && !asked && scan === this.#shown;
    this.#card.dataset.tone = choosing || confirming ? "ask" : isOver ? "again" : scan.tone ?? tone(scan.outcome);
    this.#card.replaceChildren(...this.#cards.cardContent(scan, {
      isOver,
      person: this.#person(scan),
      reader: this.handlers.reader(scan.reader),
      ready: this.#station?.ready,
      choices: choosing?.choices,
      lines: scan.outcome.loans ? this.#lines : undefined,
      onChoice: choosing ? (choice) => this.handlers.onChoice(choice.number) : undefined,
      confirming,
      confirmation: this.#confirmation,
      isStaff: Boolean(staff),
      isSelfService: Boolean(policy?.isSelfService),
      onAnswer: isAsked ? this.handlers.onAnswer : undefined,
    }));
    this.fit();
  }

  #putCalm() {
    delete this.#card.dataset.scan;
    this.#card.dataset.tone = "calm";
    this.#card.replaceChildren(...idleContent(this.#station, this.#scans, this.#health, this.handlers.steps()));
  }

  #endTurn() {
    document.body.classList.remove("has-turn");
    this.#turn?.clear();
  }

  /**
   * Handles a key during a PIN prompt. Digits go to the pad wherever the focus is, and after the first one Enter does,
   * too: a PIN presses no focused control.
   *
   * @returns {boolean} true if the key is consumed.
   */
  pressPIN({ key, target }) {
    const isTyping = this.#pin ? this.#pin.isTyping : this.#early.length > 0;
    const onPad = target?.closest?.(".pin-pad");
    // A control reached with Tab is pressed, as long as nothing is typed.
    if (/^(Enter| )$/.test(key) && (onPad || (!isTyping && target?.closest?.("button, a")))) return false;
    if (!/^([0-9]|Backspace|Enter)$/.test(key)) return key.length === 1;
    if (this.#pin && this.#station?.pin) this.#pin.press(key);
    else this.#early.push(key);
    return true;
  }

  /** Handles a key pressed anywhere on the page: a number, or the keys of yes and no. */
  press(key) {
    const tiles = this.#card.querySelectorAll(".choice");
    const word = ["yes", "no"].find((one) => t(`desk.${one}-key`).toLowerCase() === key.toLowerCase());
    const tile = /^[1-9]$/.test(key) ? tiles[Number(key) - 1] : word && this.#card.querySelector(`[data-answer=${word}]`);
    tile?.click();
    return Boolean(tile);
  }

  #calmDown() {
    // With an open session or pair, the station is not idle.
    if (this.#station && (this.#station.state !== "idle" || this.#station.session)) {
      this.#timer = setTimeout(() => this.#calmDown(), 5000);
      return;
    }
    this.calm();
  }

  async #showFault() {
    if (!this.#station?.fault && byID("fault").hidden) return;
    const { showFault } = await import("/desk/fault.js");
    await showFault(() => this.#station?.fault);
  }
}

/** Returns true if the scan began a session. */
const begins = ({ outcome }) => outcome.code === "session-started" || outcome.code === "switch-borrower";

/** Returns true if an outcome waits for an answer, as the station does. */
const isOpenQuestion = ({ status, code }) => (
  ["needs-choice", "needs-confirmation"].includes(status) || code === "pin-needed");

/** Returns a short key that differs for each prompt. */
function askedNow(station) {
  const { choosing, confirming, question, pin, staff } = station ?? {};
  if (pin) return "pin";
  if (choosing) return `choosing ${choosing.id}`;
  if (confirming) return `confirming ${confirming.id} ${Boolean(staff)}`;
  return question ? `question ${question.id}` : "";
}

/** Returns the outcomes that have this prompt. */
const codesOf = ({ code, reasons = [] }) => [code, ...reasons.map((reason) => reason.code)];

/** Returns a prompt without its scan, as after a reload. */
function asScan(asked, station) {
  const { release, copy, code, sentence, reasons } = asked;
  return {
    id: "", at: new Date().toISOString(), symbology: "", text: "",
    outcome: {
      status: asked.choices ? "needs-choice" : "needs-confirmation", code: code ?? reasons?.[0]?.code ?? "",
      title: asked.choices ? t("desk.which") : reasons?.[0]?.title ?? t("desk.yes-or-no"),
      detail: sentence ?? reasons?.[0]?.detail ?? "", mode: station?.mode, release, copy,
    },
  };
}

/** Shows an error for a while. */
export class Toast {
  #timer;

  say(text) {
    const toast = byID("toast");
    setText(toast, text);
    toast.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      toast.hidden = true;
    }, 8000);
  }

  /** Shows an error; a fault has a sound too. */
  complain(error) {
    this.say(`${error.title ?? t("desk.failed")}. ${error.sentence ?? error.message}`);
    play(error.status === 409 ? "no" : "fault");
  }
}
