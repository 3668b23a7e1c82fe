// The panel of what is open beside the modes: a session, a prompt, a pair, a batch, a list of tags. Loaded when first needed.

export class OpenPanel {
  #panel;
  #station;
  #additions;

  /** @param {object} handlers those of `SessionPanel` */
  constructor(handlers) {
    this.handlers = handlers;
  }

  async show(station) {
    this.#station = station;
    if (station?.mode === "add" || station?.endedBatch || station?.collecting) {
      this.#additions ??= import("/desk/additions.js").then(({ AdditionsLine }) => new AdditionsLine());
    }
    this.#additions?.then((line) => line.show(this.#station), () => { this.#additions = undefined; });
    const { state, session, tagQueue, batch, hand, staff, mode } = station ?? {};
    const isOpen = session || tagQueue || batch || hand || staff || mode === "write" || (state && state !== "idle");
    if (!this.#panel && !isOpen) return;
    this.#panel ??= import("/desk/session.js").then(({ SessionPanel }) => new SessionPanel(this.handlers));
    try {
      (await this.#panel).show(this.#station);
    } catch {
      // The next state of the station loads it again.
      this.#panel = undefined;
    }
  }

  setBusy(isBusy) { this.#panel?.then((panel) => panel.setBusy(isBusy), () => {}); }
}
