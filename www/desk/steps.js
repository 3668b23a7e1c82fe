// The first steps on the idle page of a new library, each ticked once the hub has its first record, and the way to the set-up.

import { get } from "/hub/client.js";
import { loadWords, t } from "/hub/words.js";
import { draw, icon, make } from "/record/element.js";
import { quietly } from "/desk/acts.js";
import { loadStyle } from "/desk/style.js";

await Promise.all([loadWords("steps"), loadStyle("/desk/steps.css")]);

/** The steps: the member of the response, the page that does it, and its icon. */
const steps = [
  { key: "scan", member: "hasScannedCopy", sign: "barcode" },
  { key: "shelf", member: "hasPlace", address: "/shelves", sign: "move" },
  { key: "borrower", member: "hasBorrower", address: "/borrowers", sign: "people" },
  { key: "labels", member: "hasLabels", address: "/labels", sign: "labels" },
];

/** The first steps of a library. Nothing in it is read before `refresh`. */
export class FirstSteps {
  #done;
  #setup;
  #isEmpty = false;
  #isVirtual = false;

  /** @param {{onChange: () => void, onScan: (isEmpty: boolean) => void, onHide: () => void}} handlers */
  constructor(handlers) {
    this.handlers = handlers;
  }

  /** True while the first scan has not been made. */
  get wantsScan() { return this.#done?.hasScannedCopy === false; }

  /** Reads what is done. The page goes on without an answer. */
  async refresh() {
    const before = JSON.stringify([this.#done, this.#setup]);
    try {
      const [done, setup, copies] = await Promise.all([get("/first-steps"), get("/setup"), get("/copies?limit=1")]);
      this.#done = done;
      this.#setup = setup;
      this.#isEmpty = copies.items.length === 0;
    } catch (error) {
      quietly(error);
      return;
    }
    if (before !== JSON.stringify([this.#done, this.#setup])) this.handlers.onChange();
  }

  /** Sets whether there is a virtual counter to try it with. */
  setVirtual(isVirtual) {
    if (isVirtual === this.#isVirtual) return;
    this.#isVirtual = isVirtual;
    this.handlers.onChange();
  }

  /** Returns the list for the idle page; undefined before the first answer. */
  content() {
    if (!this.#done) return undefined;
    const isDone = steps.every(({ member }) => this.#done[member]);
    const next = steps.find(({ member }) => !this.#done[member]);
    return make("section.steps", { "aria-labelledby": "steps-title" },
      make("div.steps-head", {},
        make("h2", { id: "steps-title" }, t(isDone ? "steps.done-title" : "steps.title")),
        make("button.quiet", { type: "button", "aria-label": t("steps.hide"), title: t("steps.hide"), on: { click: this.handlers.onHide } },
          icon("close"))),
      setupNote(this.#setup),
      make("ol.steps-list", {}, ...steps.map((step) => this.#item(step, step === next))));
  }

  #item({ key, member, address, sign }, isNext) {
    const isDone = this.#done[member];
    const words = key === "scan" && this.#isVirtual ? "steps.scan-virtual" : `steps.${key}-do`;
    const body = [
      make("span.step-sign", {}, icon(isDone ? "done" : sign)),
      make("strong", {}, t(`steps.${key}`), isDone && make("span.apart", {}, ` (${t("steps.ticked")})`)),
      make("span.step-do", {}, t(words)),
    ];
    const data = { step: key, done: String(isDone), next: isNext ? "true" : undefined };
    if (address) return make("li.step", { data }, make("a", { href: address }, ...body));
    return make("li.step", { data }, make("button", { type: "button", on: {
      click: () => this.handlers.onScan(this.#isEmpty),
    } }, ...body));
  }
}

/** Returns what is missing before staff can sign in; undefined once the hub is set up. @param {object} [setup] its state */
export function setupNote(setup) {
  if (!setup?.isOpen) return undefined;
  return make("div.setup-note", {},
    setup.symbol && symbol(setup.symbol, setup.address),
    make("div", {},
      make("strong", {}, t("steps.setup")),
      make("p", {}, t(setup.address ? "steps.setup-do" : "steps.setup-here")),
      setup.address && make("p.setup-address", {}, setup.address),
      make("a.button", { href: "/setup" }, t("steps.setup-go"))));
}

/** Reads the state of the set-up for a browser without a token. */
export async function readSetupNote() {
  return setupNote(await get("/setup").catch(quietly));
}

/** Draws a QR code from its rows of modules. */
function symbol(rows, text) {
  const size = rows.length + 8;
  const path = rows.map((row, y) => [...row].map((module, x) => (module === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : "")).join("")).join("");
  return draw("svg.setup-symbol", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": t("steps.setup-code", { address: text }),
    "shape-rendering": "crispEdges" },
  draw("rect", { width: size, height: size, fill: "#fff" }), draw("path", { d: path, fill: "#000" }));
}
