// The form that locks this screen. Loaded when first needed.

import { get, post } from "/hub/client.js";
import { t } from "/hub/words.js";
import { openForm } from "/page/form.js";
import { locks } from "/page/person.js";

/** Opens the form that locks this screen to the Desk of a station. Other tabs of this browser go there, too. */
export async function openLock() {
  const { items } = await get("/stations");
  document.querySelector(".drawer[open]")?.close();
  const here = new URLSearchParams(location.search).get("station");
  const names = items.map(({ name }) => name);
  openForm({
    title: t("signin.lock"),
    lead: [t("signin.lock-text")],
    fields: [{ name: "station", word: t("signin.lock-station"), value: names.includes(here) ? here : "desk",
      choices: names.map((name) => [name, name]) }],
    act: t("signin.lock-do"),
    send: async ({ station }) => {
      await post("/screen-lock", { station });
      locks.postMessage("locked");
      location.replace(`/?station=${encodeURIComponent(station)}&locked=`);
    },
  });
}
