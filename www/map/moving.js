// Moving a copy on a map: by dragging it, or by choosing it and then its new slot or shelf, also with the keyboard alone.

import { get, post, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { closeSheet, openSheet } from "/desk/sheet.js";
import { action } from "/page/row.js";
import { complain, perform, say } from "/page/toast.js";

let known;

/** Resolves with true if the hub has lights at the shelves. */
function hasLights() {
  known ??= get("/lights").then(({ items }) => items.length > 0, () => false);
  return known;
}

/** Lights the slot of a copy. */
async function light({ copy, title }) {
  try {
    const { seconds } = await post(`/copies/${encodeURIComponent(copy)}/light`, {});
    say(t("map.lit", { title, seconds }));
  } catch (error) {
    complain(error);
  }
}

export class Moving {
  #refresh;
  /** The copy that is dragged. */
  #dragged;
  /** What is done as soon as nothing is dragged; undefined if that is nothing. */
  #waiting;
  /** The copy that waits for its new position; undefined if there is none. */
  held;

  /** @param {() => void} refresh */
  constructor(refresh) {
    this.#refresh = refresh;
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.held && !document.querySelector("dialog[open]")) this.#hold(undefined);
    });
  }

  /** Lets a copy be dragged. @param {HTMLElement} spot @param {object} item */
  gives(spot, item) {
    spot.addEventListener("dragstart", (event) => {
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", String(item.number));
      this.#dragged = item;
    });
    spot.addEventListener("dragend", () => {
      const waiting = this.#waiting;
      this.#dragged = this.#waiting = undefined;
      waiting?.();
    });
  }

  /** Does something at once, or after the drag: nothing of the page moves away from under the hand. Only the last one is done. */
  whenFree(action) {
    if (this.#dragged) this.#waiting = action;
    else action();
  }

  /** Lets copies be dropped on a place and its free slots. @param {HTMLElement} element @param {object} part */
  takes(element, part) {
    const target = (event) => {
      const spot = event.target.closest(".spot");
      if (!this.#dragged || spot?.matches(".has-copy, .is-disabled")) return undefined;
      // Between two slots there is no place to drop a copy.
      return spot || !part.positions.length ? { number: spot && Number(spot.dataset.slot) } : undefined;
    };
    element.addEventListener("dragover", (event) => {
      if (target(event)) event.preventDefault();
    });
    element.addEventListener("drop", (event) => {
      const found = target(event);
      if (!found) return;
      event.preventDefault();
      this.#put(this.#dragged, part, found.number);
    });
  }

  /** Puts the held copy into an empty slot. Without one, says what the slot is. */
  choose(part, { number, state, disabledReason }) {
    if (this.held && state === "free") {
      this.drop(part, number);
      return;
    }
    say(state === "disabled" ? t("map.slot-disabled", { number, reason: disabledReason }) : t("map.slot-free", { number }),
      { isFault: state === "disabled" && Boolean(this.held) });
  }

  /** Puts the held copy into a place, or a slot of it. */
  drop(part, number) {
    const item = this.held;
    if (!item) return;
    this.#hold(undefined);
    this.#put(item, part, number);
  }

  async #put(item, part, number) {
    const body = { place: part.id, ...number ? { slot: number } : {} };
    await perform(() => request("PUT", `/api/v1/copies/${encodeURIComponent(item.copy)}/place`, {
      body, headers: { "if-match": `"${item.version}"` },
    }), t("map.moved", { title: item.title }), this.#refresh);
  }

  /** Opens the panel of a copy: what it is, its record, and its move. */
  async open(part, position, item, states) {
    const lights = await hasLights();
    const more = position?.items.slice(1) ?? [];
    openSheet(item.title, [
      make("p", { dir: "auto" }, [item.artist, t("desk.copy", { number: item.number })].filter(Boolean).join(" · ")),
      make("p", {}, [position ? t("map.in-slot", { place: part.name, number: position.number }) : part.name, ...states].join(" · ")),
      ...more.map(({ artist, title, number }) => make("p.soft", { dir: "auto" }, [artist, title, t("desk.copy", { number })].filter(Boolean).join(" · "))),
      make("div.actions", {}, make("a.button", { href: `/t/${item.number}` }, t("map.record")),
        lights && item.status !== "on-loan" && action(t("map.light"), () => light(item)),
        item.status !== "on-loan" && action(t("map.move"), () => {
          closeSheet();
          this.#hold(item);
        }, ".primary")),
    ]);
  }

  /** Shows where the held copy can go. */
  showTargets() {
    const parts = byID("parts");
    parts.classList.toggle("has-held", Boolean(this.held));
    for (const button of parts.querySelectorAll(".map-put")) button.hidden = !this.held;
    for (const spot of parts.querySelectorAll(".spot")) spot.classList.toggle("is-held", spot.dataset.spot === this.held?.copy);
  }

  #hold(item) {
    const before = this.held;
    this.held = item;
    this.showTargets();
    const note = byID("note");
    if (item) setText(note, t("map.moving", { title: item.title }));
    else if (before) setText(note, "");
    note.hidden = !note.textContent;
    if (item) byID("parts").querySelector(".spot.is-free")?.focus();
  }
}
