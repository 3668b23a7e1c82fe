// The backups of the library: their state, a button that makes one, and the way back to each.

import { HubOffline, get } from "/hub/client.js";
import { moment } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { byID, icon, make } from "/record/element.js";
import { openForm } from "/page/form.js";
import { action, badge, listRow } from "/page/row.js";
import { complain, once, say } from "/page/toast.js";

/** The pause between two questions whether the hub is there again, in milliseconds. */
const pause = 1000;

/** Shows the backups. @param {string} role of the person who is signed in */
export async function showBackups(role) {
  const isAdmin = role === "admin";
  const status = await get("/backups/status");
  const list = isAdmin ? (await get("/backups")).items : [];
  const refresh = () => showBackups(role).catch(complain);
  const [tone, sign] = { fresh: ["done", "done"], empty: [undefined, "done"] }[status.state] ?? ["no", "no"];
  const about = status.newestAt ? t("backups.newest", { moment: moment(status.newestAt) }) : t("backups.no-backup");
  byID("backups").replaceChildren(
    make("div.list-head", {}, make("h2", { id: "backups-title" }, t("backups.title")),
      isAdmin && make("button.primary", { type: "button", on: { click: (event) => makeOne(event.currentTarget, refresh) } },
        t("backups.make"))),
    make("p", {}, badge(t(`backups.state-${status.state}`), tone, icon(sign)), " ", about),
    make("p.soft", {}, t("backups.lead", { folder: status.folder })),
    status.failure && make("p.problem", {}, t("backups.failed", { reason: status.failure })),
    isAdmin ? make("ul.rows", { "aria-labelledby": "backups-title" }, ...list.map((backup) => row(backup)))
      : make("p", {}, badge(t("moving.admin"))));
  byID("backups").hidden = false;
}

function row(backup) {
  const { id, createdAt, reason, orderedBy, bytes, fileBytes, lostFiles, counts } = backup;
  return listRow({
    id, title: moment(createdAt),
    facts: [t(`backups.reason-${reason}`), orderedBy, t("backups.copies", { count: counts.copies }), size(bytes + fileBytes)],
    state: lostFiles ? [badge(t("backups.lost-files", { count: lostFiles }), "ask", icon("ask"))] : [],
    main: action(t("backups.restore"), () => openRestore(backup)),
  });
}

async function makeOne(button, refresh) {
  button.disabled = true;
  say(t("backups.making"));
  try {
    await once("/backups");
    say(t("backups.made"));
    await refresh();
  } catch (error) {
    complain(error);
    button.disabled = false;
  }
}

/** Asks whether a backup is to be restored, and says what that means. */
function openRestore({ id, createdAt }) {
  openForm({
    title: t("backups.restore-title", { moment: moment(createdAt) }), isGrave: true, act: t("backups.restore"),
    lead: [make("p", {}, t("backups.restore-lead")), make("p", {}, t("backups.restore-people"))],
    send: async () => {
      await once(`/backups/${encodeURIComponent(id)}/restore`);
      say(t("backups.restarting"));
      await backAgain();
      location.reload();
    },
  });
}

/** Waits until the hub has stopped and is there again with a library that was staged. */
export async function backAgain() {
  for (let hasStopped = false; ;) {
    await new Promise((done) => { setTimeout(done, pause); });
    try {
      const { restoring } = await get("/backups/status");
      if (!restoring) return;
    } catch (error) {
      // A person who is not in the backup is signed out with the restart.
      if (!(error instanceof HubOffline) && hasStopped) return;
      hasStopped = true;
    }
  }
}

/** Returns a size in megabytes, rounded up. */
const size = (bytes) => t("backups.size", { size: Math.ceil(bytes / 1e5) / 10 });
