// The form that straightens a picture and keeps a part of it: by a slider and four numbers, or by drawing the part with a
// pointer. The picture is shown as the hub will make it.

import { request } from "/hub/client.js";
import { grouped } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { previewOf } from "/record/cover.js";
import { openForm } from "/page/form.js";
import { perform } from "/page/toast.js";

const names = ["left", "top", "right", "bottom"];
const whole = { left: 0, top: 0, right: 100, bottom: 100 };
/** The angles of the slider in degrees, and the step of the buttons beside it. */
const angles = [-15, 15, 0.1];

/** @param {object} item the attachment @param {() => void} refresh */
export function openCut(item, refresh) {
  const part = { ...whole };
  let angle = 0;
  const frame = make("div.cut-frame", { "aria-hidden": "true" });
  const lines = make("div.cut-lines", { "aria-hidden": "true", hidden: true });
  const picture = make("img", { src: previewOf(item, "medium"), alt: t("pictures.cut-view"), draggable: "false" });
  const view = make("div.cut-view", {}, picture, lines, frame);
  const shown = make("output", { for: "field-angle" });
  const nudge = (step, word) => make("button.quiet", { type: "button", "aria-label": t(word),
    on: { click: () => setAngle(angle + step) } }, `${step < 0 ? "−" : "+"}${t("pictures.degrees", { number: grouped(angles[2]) })}`);
  const form = openForm({
    title: t("pictures.cut-of", { name: item.name }), lead: [view],
    fields: [{ name: "angle", word: t("pictures.straighten"), value: "0", range: angles, help: t("pictures.straighten-help"),
      more: make("div.cut-angle", {}, nudge(-angles[2], "pictures.straighten-left"), shown,
        nudge(angles[2], "pictures.straighten-right")) },
    ...names.map((name) => ({ name, word: t(`pictures.cut-${name}`), value: String(whole[name]), inputMode: "numeric", most: 3,
      check: (value) => (/^\d{1,3}$/.test(value) && Number(value) <= 100 ? undefined : t("pictures.cut-range")) }))],
    act: t("pictures.cut-do"),
    send: async (values) => {
      const [left, top, right, bottom] = names.map((name) => Number(values[name]) * 10);
      if (right <= left || bottom <= top) throw new Error(t("pictures.cut-empty"));
      await perform(() => request("POST", `/api/v1/attachments/${encodeURIComponent(item.id)}/edits`, {
        body: { straighten: Math.round(angle * 10), part: { x: left, y: top, width: right - left, height: bottom - top } },
        headers: { "if-match": `"${item.version}"` }, timeout: 120_000,
      }), t("page.saved"), refresh, { throws: true });
    },
  });
  const draw = () => {
    for (const name of names) frame.style.setProperty(`--${name}`, `${part[name]}%`);
  };
  /** Shows the picture turned about its centre, and enlarged until its corners fill the view, as the hub cuts it. */
  function setAngle(degrees) {
    // Without the sign of a zero.
    angle = Math.round(Math.min(angles[1], Math.max(angles[0], degrees)) * 10) / 10 || 0;
    const { width = 1, height = 1 } = item;
    const radians = Math.abs(angle) * Math.PI / 180;
    const zoom = Math.cos(radians) + Math.max(width, height) / Math.min(width, height) * Math.sin(radians);
    picture.style.setProperty("--angle", `${angle}deg`);
    picture.style.setProperty("--zoom", String(zoom));
    lines.hidden = angle === 0;
    const slider = form.field("angle");
    slider.value = String(angle);
    shown.value = t("pictures.degrees", { number: grouped(angle) });
    slider.setAttribute("aria-valuetext", shown.value);
  }
  form.field("angle").addEventListener("input", ({ target }) => setAngle(Number(target.value)));
  setAngle(0);
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
