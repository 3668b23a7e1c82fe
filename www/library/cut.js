// The form that keeps a part of a picture: by four numbers, or by drawing the part with a pointer.

import { request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { previewOf } from "/record/cover.js";
import { openForm } from "/page/form.js";
import { perform } from "/page/toast.js";

const names = ["left", "top", "right", "bottom"];
const whole = { left: 0, top: 0, right: 100, bottom: 100 };

/** @param {object} item the attachment @param {() => void} refresh */
export function openCut(item, refresh) {
  const part = { ...whole };
  const frame = make("div.cut-frame", { "aria-hidden": "true" });
  const view = make("div.cut-view", {}, make("img", { src: previewOf(item, "medium"), alt: t("pictures.cut-view") }), frame);
  const form = openForm({
    title: t("pictures.cut-of", { name: item.name }), lead: [view],
    fields: names.map((name) => ({ name, word: t(`pictures.cut-${name}`), value: String(whole[name]), inputMode: "numeric", most: 3,
      check: (value) => (/^\d{1,3}$/.test(value) && Number(value) <= 100 ? undefined : t("pictures.cut-range")) })),
    act: t("pictures.cut-do"),
    send: async (values) => {
      const [left, top, right, bottom] = names.map((name) => Number(values[name]) * 10);
      if (right <= left || bottom <= top) throw new Error(t("pictures.cut-empty"));
      await perform(() => request("POST", `/api/v1/attachments/${encodeURIComponent(item.id)}/edits`, {
        body: { part: { x: left, y: top, width: right - left, height: bottom - top } },
        headers: { "if-match": `"${item.version}"` }, timeout: 120_000,
      }), t("page.saved"), refresh, { throws: true });
    },
  });
  const draw = () => {
    for (const name of names) frame.style.setProperty(`--${name}`, `${part[name]}%`);
  };
  for (const name of names) {
    form.field(name).addEventListener("input", ({ target }) => {
      part[name] = Math.min(100, Math.max(0, Number(target.value) || 0));
      draw();
    });
  }
  let start;
  const at = (event) => {
    const { left, top, width, height } = view.getBoundingClientRect();
    const share = (value, size) => Math.round(Math.min(1, Math.max(0, value / size)) * 100);
    return { x: share(event.clientX - left, width), y: share(event.clientY - top, height) };
  };
  view.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    view.setPointerCapture(event.pointerId);
    start = at(event);
  });
  view.addEventListener("pointermove", (event) => {
    if (!start) return;
    const end = at(event);
    Object.assign(part, { left: Math.min(start.x, end.x), top: Math.min(start.y, end.y),
      right: Math.max(start.x, end.x), bottom: Math.max(start.y, end.y) });
    for (const name of names) form.field(name).value = String(part[name]);
    draw();
  });
  for (const name of ["pointerup", "pointercancel"]) view.addEventListener(name, () => { start = undefined; });
  draw();
}
