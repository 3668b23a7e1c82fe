// The order of a crate: a handle that moves its item by keys or by dragging.

import { request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { perform } from "/page/toast.js";
import { pathOf } from "/lists/crates.js";

/** Moves an item to a position of its crate; 1 is the first. */
export const moveItem = (crate, item, position, refresh) => perform(
  async () => {
    const moved = await request("PATCH", `/api/v1${pathOf(crate)}/items/${encodeURIComponent(item.id)}`, {
      body: { position }, headers: { "if-match": `"${item.version}"` } });
    // The next action can come before the list is read again.
    item.version = moved.version;
    return moved;
  },
  ({ position: now }) => t("lists.moved", { title: item.release.title, position: now }), refresh);

/**
 * Returns the handle of an item. The arrow keys, Home and End move the item; so does dragging.
 *
 * @param {object} item @param {Element} list of the rows @param {(position: number) => void} move
 */
export function handle(item, list, move) {
  const button = make("button.quiet.handle", { type: "button", "aria-label": t("lists.handle", { title: item.release.title }),
    on: { keydown: (event) => {
      const count = list.childElementCount;
      const to = { ArrowUp: item.position - 1, ArrowDown: item.position + 1, Home: 1, End: count }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      if (to >= 1 && to <= count && to !== item.position) move(to);
    },
    pointerdown: (event) => {
      if (event.button === 0) drag(event, button, list, move);
    } } }, icon("sort"));
  return button;
}

function drag(start, button, list, move) {
  const row = button.closest("li");
  const before = [...list.children];
  row.classList.add("is-dragged");
  // The list has the pointer, because a row that moves in it would lose it.
  list.setPointerCapture(start.pointerId);
  const end = (isDone) => {
    row.classList.remove("is-dragged");
    for (const [name, step] of Object.entries(steps)) list.removeEventListener(name, step);
    document.removeEventListener("keydown", key);
    const position = [...list.children].indexOf(row) + 1;
    // The list has every item from the first one on, in the order that the page shows, also while an earlier move is under way.
    if (isDone && before.indexOf(row) + 1 !== position) move(position);
    else if (!isDone) list.replaceChildren(...before);
  };
  const steps = {
    pointermove: ({ clientY }) => {
      const next = [...list.children].find((one) => one !== row && clientY < middle(one));
      const after = [...list.children].filter((one) => one !== row);
      const target = next ?? null;
      if (target !== row.nextElementSibling && (target || after.at(-1) !== row.previousElementSibling)) list.insertBefore(row, target);
      row.scrollIntoView({ block: "nearest" });
    },
    pointerup: () => end(true),
    pointercancel: () => end(false),
  };
  const key = (event) => {
    if (event.key === "Escape") end(false);
  };
  for (const [name, step] of Object.entries(steps)) list.addEventListener(name, step);
  document.addEventListener("keydown", key);
}

const middle = (row) => {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
};
