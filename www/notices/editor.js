// The text of a notice, with its placeholders and a live preview.

import { t } from "/hub/words.js";
import { make, setText } from "/record/element.js";

/** The time in milliseconds without a key after which the preview is read. */
const settle = 250;

/** Returns the names in braces that a template does not know. @param {string} text @param {string[]} known */
export const unknownNames = (text, known) => [...new Set([...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name))]
  .filter((name) => !known.includes(name));

/**
 * @param {import("/hub/types.js").NoticeTemplate} template
 * @param {{preview: (body: object) => Promise<object>, save: (body: object) => Promise<boolean>, restore: () =>
 *   Promise<boolean>, trouble: (error: Error) => string}} acts
 * @returns {Node[]}
 */
export function editor(template, { preview, save, restore, trouble }) {
  const subject = make("input", { id: "notice-subject", type: "text", maxlength: "200", value: template.subject, autocomplete: "off" });
  const body = make("textarea", { id: "notice-body", maxlength: "5000", rows: "12" });
  body.value = template.body;
  const problem = make("p.problem", { role: "alert", hidden: true });
  const shownSubject = make("strong", { dir: "auto" });
  const shownBody = make("pre", { dir: "auto", tabindex: "0", role: "group", "aria-label": t("notices.preview") });
  const note = make("p.help", { role: "status" });
  const real = make("input", { type: "checkbox", on: { change: () => show() } });
  const saveButton = make("button.primary", { type: "submit", disabled: true }, t("page.save"));
  let timer;
  let call = 0;

  const text = () => ({ subject: subject.value, body: body.value });
  const fail = (words) => {
    setText(problem, words);
    problem.hidden = false;
    saveButton.disabled = true;
  };

  async function show() {
    const own = ++call;
    const unknown = unknownNames(`${subject.value} ${body.value}`, template.placeholders);
    if (unknown.length) {
      fail(t("notices.unknown", { name: `{${unknown[0]}}`, names: template.placeholders.map((name) => `{${name}}`).join(", ") }));
      return;
    }
    try {
      const answer = await preview({ ...text(), isReal: real.checked });
      if (own !== call) return;
      problem.hidden = true;
      setText(shownSubject, answer.subject);
      setText(shownBody, answer.body);
      setText(note, t(answer.isSample ? "notices.sample" : "notices.newest"));
      saveButton.disabled = subject.value === template.subject && body.value === template.body;
    } catch (error) {
      if (own === call) fail(trouble(error));
    }
  }

  function changed() {
    form.classList.toggle("is-changed", subject.value !== template.subject || body.value !== template.body);
    clearTimeout(timer);
    timer = setTimeout(show, settle);
  }

  const insert = (name) => {
    body.setRangeText(`{${name}}`, body.selectionStart, body.selectionEnd, "end");
    body.focus();
    changed();
  };
  const form = make("form.entry", { novalidate: true, on: { submit: async (event) => {
    event.preventDefault();
    saveButton.disabled = true;
    form.classList.remove("is-changed");
    if (!await save(text())) changed();
  } } },
  make("label", { for: "notice-subject" }, t("notices.subject")), subject,
  make("label", { for: "notice-body" }, t("notices.body")), body,
  make("div.placeholders", { role: "group", "aria-label": t("notices.placeholders") },
    make("span", {}, t("notices.placeholders")),
    ...template.placeholders.map((name) => make("button", { type: "button", title: t(`notices.value-${name}`),
      on: { click: () => insert(name) } }, `{${name}}`))),
  problem,
  make("div.actions", {}, saveButton,
    !template.isStandard && make("button", { type: "button", on: { click: restore } }, t("notices.restore"))));
  for (const field of [subject, body]) field.addEventListener("input", changed);
  show();
  return [form, make("div.notice-preview", {}, make("h3", {}, t("notices.preview")), shownSubject, shownBody,
    make("label.check", {}, real, t("notices.real")), note)];
}
