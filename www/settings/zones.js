// The names of time zones, suggested while one is typed.

import { get } from "/hub/client.js";
import { make } from "/record/element.js";

let names = [];

/**
 * Returns a list of suggestions with this id. It is filled when the hub has answered. Without an answer a name can
 * still be typed.
 */
export function zoneNames(id) {
  const list = make("datalist", { id });
  const fill = () => list.replaceChildren(...names.map((name) => make("option", { value: name })));
  fill();
  if (!names.length) {
    get("/time-zones").then(({ items }) => {
      names = items.map(({ name }) => name);
      fill();
    }, () => {});
  }
  return list;
}
