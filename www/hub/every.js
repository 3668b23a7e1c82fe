// Reading a whole list from the hub, however many pages it has.

import { get, query } from "/hub/client.js";

/** Reads a whole list, page by page. @param {string} path @param {object} [values] its query @param {object} [options] as for `get` */
export async function every(path, values, options) {
  const found = [];
  let cursor;
  do {
    const page = await get(`${path}${query({ ...values, limit: 200, cursor })}`, options);
    found.push(...page.items);
    cursor = page.next;
  } while (cursor);
  return found;
}
