// Dragging with mouse, pen or finger. A finger scrolls the tray, so it picks up only after a short hold.

/** The pixels before a press becomes a drag. */
const slack = 8;
/** The milliseconds a finger rests before it picks up. */
const hold = 280;

/**
 * Follows one press until it is released.
 *
 * @param {PointerEvent} event of `pointerdown`.
 * @param {Element} source the element copied under the pointer.
 * @param {{targets: Element[], onDrop: (target?: Element) => void}} options `onDrop` gets the target under the pointer,
 *   or undefined if there is none. It is not called for a press that never moved.
 */
export function follow(event, source, { targets, onDrop }) {
  if (event.button !== 0 || !event.isPrimary) return;
  const stop = new AbortController();
  const { signal } = stop;
  const isTouch = event.pointerType === "touch";
  const start = { x: event.clientX, y: event.clientY };
  let ghost;
  let over;
  const timer = isTouch ? setTimeout(() => lift(start.x, start.y), hold) : undefined;

  function lift(x, y) {
    const box = source.getBoundingClientRect();
    ghost = source.cloneNode(true);
    ghost.classList.add("ghost");
    ghost.style.width = `${box.width}px`;
    ghost.style.height = `${box.height}px`;
    ghost.setAttribute("aria-hidden", "true");
    document.body.append(ghost);
    document.body.classList.add("is-dragging");
    move(x, y);
  }

  function move(x, y) {
    ghost.style.translate = `${x - ghost.offsetWidth / 2}px ${y - ghost.offsetHeight / 2}px`;
    const under = document.elementFromPoint(x, y);
    over = targets.find((target) => target.contains(under));
    for (const target of targets) target.classList.toggle("is-over", target === over);
  }

  function end() {
    clearTimeout(timer);
    stop.abort();
    ghost?.remove();
    document.body.classList.remove("is-dragging");
    for (const target of targets) target.classList.remove("is-over");
  }

  const listen = (kind, listener) => addEventListener(kind, listener, { signal, passive: false });
  listen("pointermove", (moved) => {
    if (moved.pointerId !== event.pointerId) return;
    const far = Math.hypot(moved.clientX - start.x, moved.clientY - start.y) > slack;
    if (!ghost && far && isTouch) return end();
    if (!ghost && far) lift(moved.clientX, moved.clientY);
    if (ghost) move(moved.clientX, moved.clientY);
  });
  // The browser scrolls with a finger's movement unless the first step is refused.
  listen("touchmove", (touched) => {
    if (ghost) touched.preventDefault();
  });
  listen("pointerup", (lifted) => {
    if (lifted.pointerId !== event.pointerId) return;
    const dragged = Boolean(ghost);
    const target = over;
    end();
    if (dragged) onDrop(target);
  });
  listen("pointercancel", end);
  listen("contextmenu", (menu) => {
    if (isTouch) menu.preventDefault();
  });
  listen("keydown", (key) => {
    if (key.key === "Escape") end();
  });
}
