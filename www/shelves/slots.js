// The slots of a place: which of them take a copy, and which are disabled, with the reason.

import { get } from "/hub/client.js";
import { loadWords, t } from "/hub/words.js";
import { make } from "/record/element.js";
import { closeSheet, openSheet } from "/desk/sheet.js";
import { openForm } from "/page/form.js";
import { action, badge, listRow } from "/page/row.js";
import { complain, perform } from "/page/toast.js";
import { changePlace } from "/shelves/forms.js";

/** Lists the slots of a place, each with what can be done with it. @param {object} place @param {() => void} refresh */
export async function showSlots(place, refresh) {
  let detail;
  try {
    [detail] = await Promise.all([get(`/places/${encodeURIComponent(place.id)}`), loadWords("shelves")]);
  } catch (error) {
    complain(error);
    return;
  }
  openSheet(t("shelves.slots-of", { place: detail.name }), [
    make("p", {}, [t("shelves.free", { free: detail.freeSlots, count: detail.slots }),
      detail.disabledSlots > 0 && t("shelves.disabled-count", { count: detail.disabledSlots })].filter(Boolean).join(" ")),
    make("ul.rows", {}, ...detail.positions.map((slot) => slotRow(slot, detail, refresh))),
  ]);
}

function slotRow(slot, place, refresh) {
  const { id, number, copy, state, disabledReason } = slot;
  const words = { free: t("shelves.free-slot"), occupied: t("shelves.occupied"), disabled: t("shelves.disabled") };
  const send = (method, body, done) => perform(() => changePlace(method, place, `/slots/${number}`, body), done, refresh);
  const remove = action(t("shelves.remove-slot"), async () => {
    closeSheet();
    await send("DELETE", undefined, t("shelves.slot-removed"));
  });
  const enable = action(t("shelves.enable"), async () => {
    await send("PATCH", { disabledReason: null }, t("shelves.enabled"));
    showSlots(place, refresh);
  });
  const disable = action(t("shelves.disable"), () => openDisable(slot, place, refresh));
  return listRow({
    id, title: t("shelves.slot", { number }), by: disabledReason,
    state: [badge(words[state], { free: "done", disabled: "note" }[state]),
      copy && state === "disabled" && badge(t("shelves.occupied"))],
    main: state === "disabled" ? enable : disable,
    more: copy ? [] : [remove],
  });
}

/** Asks why nothing is to be shelved in a slot. */
function openDisable({ number }, place, refresh) {
  openForm({
    title: t("shelves.disable-of", { place: place.name, number }),
    fields: [{ name: "disabledReason", word: t("shelves.reason"), isNeeded: true, most: 80, help: t("shelves.reason-help") }],
    act: t("shelves.disable"),
    send: async ({ disabledReason }) => {
      await perform(() => changePlace("PATCH", place, `/slots/${number}`, { disabledReason }), t("shelves.disabled-done"),
        refresh, { throws: true });
    },
    closed: () => showSlots(place, refresh),
  });
}
