// The virtual counter: a drawing with a virtual camera and reader. Actions here reach the hub only through the readers.

import { HubOffline, Problem, get, post } from "/hub/client.js";
import { onLanguage, t, translate } from "/hub/words.js";
import { byID } from "/record/element.js";
import { CameraField } from "/counter/camera.js";
import { follow } from "/counter/drag.js";
import { ReaderPad } from "/counter/pad.js";
import { Tray } from "/counter/tray.js";

/** The interval of polling the chip and the others' actions, in milliseconds. */
const lookEvery = 1000;
/** The interval at which a moving slider sends its value, in milliseconds. */
const adjustEvery = 150;

export class VirtualCounter {
  #isThere = false;
  #isOpen = false;
  #held;
  /** The items on the reader: none, one or two. */
  #laid = [];
  #timer;
  #adjustTimer;
  #changes = 0;

  /** @param {{onProblem: (error: Error) => void, onLayout: () => void}} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.section = byID("counter");
    this.button = byID("counter-button");
    this.tray = new Tray({
      onChoose: () => this.#offer(),
      onHoldUp: (item) => this.#show(item),
      onLayDown: (item) => this.#lay(item),
      onTakeAway: () => this.#takeAll(),
      startDrag: (event, item, source) => this.#drag(event, item, source),
    });
    this.camera = new CameraField({
      onHoldUp: () => this.#show(this.tray.chosen),
      onTakeAway: () => this.#show(undefined),
      onAdjust: () => this.#adjust(),
    });
    this.pad = new ReaderPad({
      onLayDown: () => this.#lay(this.tray.chosen),
      onTakeAway: () => this.#lay(undefined),
      onCut: (isCut) => this.#cut(isCut),
      onTrouble: () => this.#openTrouble(),
      startDrag: (event, source) => this.#drag(event, this.#laid[0], source, "pad"),
    });
    this.camera.glass.addEventListener("pointerdown", (event) => {
      if (this.#held) this.#drag(event, this.#held, this.camera.glass, "camera");
    });
    this.section.append(this.tray.element, this.camera.element, this.pad.element);
    translate(this.section);
    onLanguage(() => this.#offer());
    this.button.addEventListener("click", () => this.#setOpen(!this.#isOpen, true));
    document.addEventListener("visibilitychange", () => this.#lookLater(0));
  }

  /** Shows the state of the virtual table. */
  show(desk) {
    this.#take(desk);
    if (this.#isThere) return;
    this.#isThere = true;
    this.button.hidden = false;
    this.#setOpen(rememberedOpen());
  }

  /** Hides the counter: there is no virtual table, or no permission. */
  leave() {
    this.#isThere = false;
    this.button.hidden = true;
    this.#setOpen(false);
  }

  /** Selects the first record, which pulses until it is held up. @param {boolean} mayOpen true to open the counter */
  hint(mayOpen) {
    if (mayOpen && this.#isThere) {
      this.#setOpen(true);
      this.section.scrollIntoView({ block: "nearest" });
    }
    if (this.#held) return;
    this.tray.hint();
    this.#offer();
  }

  setCamera(reader) { this.camera.setReader(reader); }

  #setOpen(isOpen, isWanted = false) {
    this.#isOpen = isOpen && this.#isThere;
    this.section.hidden = !this.#isOpen;
    document.body.classList.toggle("has-counter", this.#isOpen);
    this.button.setAttribute("aria-expanded", String(this.#isOpen));
    this.camera.setOpen(this.#isOpen);
    this.#lookLater(0);
    this.handlers.onLayout();
    if (!isWanted) return;
    try {
      localStorage.setItem("deadwax.counter", String(this.#isOpen));
    } catch {
      // Without storage, the browser uses its default the next time.
    }
  }

  /** Loads the trouble panel when it is first opened. */
  async #openTrouble() {
    const { TroublePanel } = await import("/counter/trouble.js");
    this.trouble ??= new TroublePanel({
      onTrouble: (trouble) => this.#change("pad/trouble", trouble),
      onBeside: (item) => this.#change("pad", { lay: [...this.#laid.map(({ id }) => id), item.id].slice(-2) }),
    });
    this.trouble.setChip(this.chip ?? { commands: 0 });
    this.trouble.open(this.#laid, this.tray.chosen);
  }

  #lookLater(after) {
    clearTimeout(this.#timer);
    if (!this.#isOpen || document.hidden) return;
    this.#timer = setTimeout(async () => {
      const before = this.#changes;
      try {
        const desk = await get("/virtual-hardware");
        // An answer requested before a local change is older than the screen.
        if (before === this.#changes) this.#take(desk);
      } catch {
        // The hub's lamp reports it; the next poll may succeed.
      }
      this.#lookLater(lookEvery);
    }, after);
  }

  #take(desk) {
    this.tray.setItems(desk.items);
    this.#held = this.tray.item(desk.camera?.show);
    this.#laid = (desk.pad?.laid ?? [desk.pad?.lay]).map((id) => this.tray.item(id)).filter(Boolean);
    if (this.#held || this.#laid.length) this.tray.endHint();
    this.camera.setItem(this.#held);
    this.pad.setItems(this.#laid);
    this.pad.setChip(desk.chip ?? { commands: 0 });
    this.trouble?.setChip(desk.chip ?? { commands: 0 });
    this.chip = desk.chip;
    this.tray.setOut([this.#held?.id, ...this.#laid.map(({ id }) => id)]);
    this.#offer();
  }

  #offer() {
    const item = this.tray.chosen;
    this.camera.holdUp.disabled = !item;
    this.pad.layDown.disabled = !item?.hasTag;
    this.pad.layDown.title = item && !item.hasTag ? t("counter.tagless") : "";
  }

  #show(item) {
    if (item?.hasBarcode === false) {
      const [title, sentence] = [t("counter.nothing-to-read"), t("counter.nothing-to-read-do")];
      this.handlers.onProblem({ status: 409, title, sentence });
    }
    return this.#change("camera", item ? { show: item.id, ...this.camera.pose } : { show: null });
  }

  #lay(item) {
    if (item && !item.hasTag) {
      this.handlers.onProblem({ title: t("counter.tagless"), sentence: t("counter.tagless-do") });
      return undefined;
    }
    return this.#change("pad", { lay: item ? item.id : null });
  }

  /** Cuts or restores the network, which only look-ups need; they wait meanwhile. */
  async #cut(isCut) {
    if (await this.#change("network", { fault: isCut ? "unavailable" : null })) this.pad.setCut(isCut);
  }

  async #takeAll() {
    if (this.#held) await this.#show(undefined);
    if (this.#laid.length) await this.#lay(undefined);
  }

  /** Sends the pose of the item. Without an item, the sliders apply to the next one. */
  #adjust() {
    clearTimeout(this.#adjustTimer);
    if (this.#held) this.#adjustTimer = setTimeout(() => this.#held && this.#show(this.#held), adjustEvery);
  }

  /** Sends a change; true if the hub accepted it. */
  async #change(where, body) {
    this.#changes += 1;
    const mine = this.#changes;
    try {
      const desk = await post(`/virtual-hardware/${where}`, body);
      if (mine === this.#changes && desk) this.#take(desk);
      return true;
    } catch (error) {
      if (!(error instanceof Problem || error instanceof HubOffline)) throw error;
      this.handlers.onProblem(error);
      this.#lookLater(0);
      return false;
    }
  }

  #drag(event, item, source, from) {
    if (!item || !source) return;
    const targets = [this.camera.glass, this.pad.plate, this.tray.element];
    follow(event, source, {
      targets,
      onDrop: (target) => {
        if (target === this.camera.glass && from !== "camera") {
          if (from === "pad") this.#lay(undefined);
          this.#show(item);
        } else if (target === this.pad.plate && from !== "pad") {
          if (from === "camera" && item.hasTag) this.#show(undefined);
          this.#lay(item);
        } else if (from && target !== this.camera.glass && target !== this.pad.plate) {
          if (from === "camera") this.#show(undefined);
          else this.#lay(undefined);
        }
      },
    });
  }
}

/** Returns the stored choice; at first open if both have room. */
function rememberedOpen() {
  try {
    const stored = localStorage.getItem("deadwax.counter");
    if (stored) return stored === "true";
  } catch {
    // As in the other handler of storage errors.
  }
  return innerWidth >= 1100 && innerHeight >= 720;
}
