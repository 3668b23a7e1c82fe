// The panel of what is open beside the modes: a session, a prompt, a pair, a batch, a list of tags. Loaded when first needed.

export class OpenPanel {
  #panel;
  #station;

  /** @param {object} handlers those of `SessionPanel` */
  constructor(handlers) {
    this.handlers = handlers;
  }

  async show(station) {
    this.#station = station;
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
