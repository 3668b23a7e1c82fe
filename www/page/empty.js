// The words of a page in place of an empty list.

import { byID } from "/record/element.js";

/** Shows content in place of the list, or hides it. @param {Node[]} [content] */
export function showEmpty(content) {
  byID("empty").hidden = !content;
  byID("empty").replaceChildren(...content ?? []);
}
