// The middle of the desk: a question that is open, the outcome of the last scan, or the calm page.

import { get } from "/hub/client.js";
import { loadWords, onLanguage, t } from "/hub/words.js";
import { byID, setText } from "/record/element.js";
import { tone } from "/record/words.js";
import { cardContent, fitTitle } from "/desk/card.js";
import { keys } from "/desk/ask.js";
import { calmAfter, idleContent } from "/desk/idle.js";
import { quietly } from "/desk/acts.js";
import { loadStyle } from "/desk/style.js";

export class Middle {
  #card = byID("outcome");
  #station;
  /** The scan on the card; undefined while the calm page is shown. */
  #shown;
  #scans = [];
  #timer;
  #lines;
  #pin;
  #confirmation;
  #asked = "";
  #isStarted = false;

  /**
   * @param {{reader: (name: string) => object | undefined, onChoice: (number: number) => void,
   *   onAnswer: (word: string, reason?: string) => void, onPin: (pin: string) => Promise<void>}} handlers
   */
  constructor(handlers) {
    this.handlers = handlers;
    new ResizeObserver(() => this.fit()).observe(this.#card);
    onLanguage(() => {
      this.#pin = undefined;
      if (this.#isStarted) this.render();
      this.#showFault();
    });
  }

  get shown() { return this.#shown; }
  get card() { return this.#card; }
  get isEmpty() { return !this.#card.hasChildNodes(); }

  fit() { fitTitle(this.#card); }

  /** Takes what the desk is at now; what is shown changes only with what is asked. */
  async setStation(station) {
    const before = this.#station;
    this.#station = station;
    this.#showFault();
    if (station?.pin && !this.#pin) {
      const [{ PinPad }] = await Promise.all([import("/desk/pin.js"), loadWords("why"), loadStyle("/desk/pin.css")]);
      if (this.#station?.pin) this.#pin ??= new PinPad({ onPin: this.handlers.onPin });
    }
    if (!this.#station?.pin) {
      this.#pin?.clear();
      this.#pin = undefined;
    }
    if (station?.confirming) this.#loadConfirmation();
    const asked = askedNow(station);
    const hasChanged = asked !== this.#asked || before?.ready?.copy.id !== station?.ready?.copy.id;
    this.#asked = asked;
    if (!this.#isStarted) return;
    if (hasChanged) this.render();
    if (before?.session && !station?.session) this.calm();
    if (!this.#shown && !asked && before?.mode !== station?.mode) this.calm();
    this.#pin?.show(this.#station?.pin ?? {});
  }

  /** What asks for a yes is read the first time; until it is there the outcome alone is shown. */
  async #loadConfirmation() {
    if (this.#confirmation) return;
    const [{ confirmation }] = await Promise.all([import("/desk/confirm.js"), loadStyle("/desk/confirm.css")]);
    this.#confirmation = confirmation;
    if (this.#isStarted) this.render();
  }

  show(scan) {
    this.#shown = scan;
    this.#isStarted = true;
    this.render();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#calmDown(), calmAfter);
    this.#readLoans(scan);
  }

  /** What a scan did to each of several loans stands in no event: it is asked for, while the card shows that scan. */
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
    // The scan on the card in other words, as after another language was chosen.
    const again = scans.find(({ id }) => id === this.#shown?.id);
    if (!again || again.outcome.title === this.#shown.outcome.title) return;
    this.#shown = again;
    this.render();
    this.#readLoans(again);
  }

  calm() {
    this.#shown = undefined;
    this.#isStarted = true;
    clearTimeout(this.#timer);
    this.render();
  }

  /** Something else than scans, such as a form to sign in. */
  put(...content) {
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
    if (!this.#shown && !choosing && !confirming) {
      this.put(...idleContent(this.#station, this.#scans));
      return;
    }
    const asked = choosing ?? confirming;
    const isOfIt = !asked || codesOf(asked).includes(this.#shown?.outcome.code);
    const scan = isOfIt && this.#shown ? this.#shown : asScan(asked, this.#station);
    if (this.#shown) this.#card.dataset.scan = this.#shown.id;
    const isAsked = confirming || (question && question.code === scan.outcome.code);
    this.#card.dataset.tone = choosing || confirming ? "ask" : scan.tone ?? tone(scan.outcome);
    this.#card.replaceChildren(...cardContent(scan, {
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

  /** A key that was pressed anywhere on the page: the pad, a number, or the letters of yes and no. */
  press(key) {
    if (this.#pin && this.#station?.pin) return this.#pin.press(key);
    const tiles = this.#card.querySelectorAll(".choice");
    const word = ["yes", "no"].find((one) => t(keys[one]).toLowerCase() === key.toLowerCase());
    const tile = /^[1-9]$/.test(key) ? tiles[Number(key) - 1] : word && this.#card.querySelector(`[data-answer=${word}]`);
    tile?.click();
    return Boolean(tile);
  }

  #calmDown() {
    // While somebody's session or pair is open the desk is not idle.
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

/** What is asked, in a few letters that differ when the question does. */
function askedNow(station) {
  const { choosing, confirming, question, pin, staff } = station ?? {};
  if (pin) return "pin";
  if (choosing) return `choosing ${choosing.id}`;
  if (confirming) return `confirming ${confirming.id} ${Boolean(staff)}`;
  return question ? `question ${question.id}` : "";
}

/** The outcomes that ask it. */
const codesOf = ({ code, reasons = [] }) => [code, ...reasons.map((reason) => reason.code)];

/** A question without its scan, as after the page was loaded anew. */
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

/** Says what is wrong for a while. */
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
}
