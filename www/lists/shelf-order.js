// The order of a shelf: the fewest records to move, one after another. The crate follows the shelf.

import { get, query, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make, setText } from "/record/element.js";
import { openSheet } from "/desk/sheet.js";
import { pathOf } from "/lists/crates.js";
import { problemText } from "/page/page.js";
import { action } from "/page/row.js";

/** The orders in which a shelf can be. */
export const orders = ["artist", "catalog-number", "shelf-mark"];

/** Returns a record in words: artist, title, and the number of its copy. */
export const line = ({ artist, title, copy }) => [artist, title, copy && t("desk.copy", { number: copy })].filter(Boolean).join(" · ");

/** Returns the words for the place of a record: between two others, or at an end of the shelf. */
export function placeOf({ after, before }) {
  if (after && before) return t("lists.order-between", { after: line(after), before: line(before) });
  return after ? t("lists.order-end", { after: line(after) }) : t("lists.order-start", { before: before ? line(before) : "" });
}

/**
 * Opens the panel with the records of a crate that are out of order. A press on the first one says that it was moved.
 *
 * @param {object} crate @param {() => void} refresh called after the crate has changed
 */
export function openShelfOrder(crate, refresh) {
  const summary = make("p", { role: "status" });
  const moves = make("ol.rows.shelf-moves");
  const trouble = make("p.problem", { role: "alert", hidden: true });
  const choice = make("select.field-select", { id: "shelf-order", on: { change: () => show() } },
    ...orders.map((order) => make("option", { value: order }, t(`lists.order-${order}`))));
  let asked = 0;

  const complain = (error) => {
    setText(trouble, problemText(error));
    trouble.hidden = false;
  };
  const done = async (move) => {
    try {
      await request("PATCH", `/api/v1${pathOf(crate)}/items/${encodeURIComponent(move.record.item)}`, {
        body: { position: move.to }, headers: { "if-match": "*" } });
      refresh();
      await show();
      (moves.querySelector("button") ?? choice).focus();
    } catch (error) {
      complain(error);
    }
  };
  const row = (move, index) => make("li.line", {},
    make("span.line-words", {}, make("strong.row-title", { dir: "auto" }, line(move.record)),
      make("span", { dir: "auto" }, t("lists.order-now", { position: move.record.position }), make("br"), placeOf(move))),
    index === 0 && make("span.row-acts", {}, action(t("lists.order-done"), () => done(move), ".primary")));
  async function show() {
    const turn = ++asked;
    try {
      const check = await get(`${pathOf(crate)}/shelf-order${query({ by: choice.value })}`);
      if (turn !== asked) return;
      trouble.hidden = true;
      setText(summary, check.toMove ? t("lists.order-count", { count: check.toMove, all: check.count }) : t("lists.order-right"));
      moves.replaceChildren(...check.moves.map(row));
    } catch (error) {
      if (turn === asked) complain(error);
    }
  }

  openSheet(t("lists.order-of", { crate: crate.name }), [
    make("p", {}, t("lists.order-text")),
    make("div.entry", {}, make("label", { for: "shelf-order" }, t("lists.order-by")), choice),
    summary, trouble, moves,
  ], () => { asked += 1; });
  show();
}
