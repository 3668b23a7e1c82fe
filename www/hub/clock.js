// The hub's time, as far as this screen knows it: rings must use the clock that set the deadline.

let offset = 0;

/** Uses the `Date` header of an answer. It has whole seconds, so only a difference from 2 s on counts. */
export function noteServerTime(header) {
  const time = header ? Date.parse(header) : Number.NaN;
  if (Number.isNaN(time)) return;
  const difference = time + 500 - Date.now();
  offset = Math.abs(difference) < 2000 ? 0 : difference;
}

/** Returns the hub's time, in milliseconds since 1970. */
export const hubNow = () => Date.now() + offset;

/** The formats of each language of the pages. */
export const locales = { en: "en-GB", de: "de-DE", fr: "fr-FR" };
let clockFace;
let precise;
let shortDay;
let longDay;
let fullDay;
let numbers;

/** Sets the language of dates, times and numbers. @param {string} code ISO 639 */
export function setLocale(code) {
  const format = (options) => new Intl.DateTimeFormat(locales[code] ?? locales.en, options);
  clockFace = format({ hour: "2-digit", minute: "2-digit" });
  precise = format({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
  shortDay = format({ day: "numeric", month: "short" });
  longDay = format({ day: "numeric", month: "long" });
  fullDay = format({ day: "numeric", month: "long", year: "numeric" });
  numbers = new Intl.NumberFormat(locales[code] ?? locales.en);
}
setLocale("en");

/** `1,234.5` */
export const grouped = (number) => numbers.format(number);

/** `14:05` today, `3 Nov` before. */
export function whenShort(time) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  return isSameDay(date, new Date(hubNow())) ? clockFace.format(date) : shortDay.format(date);
}

/** `4 December`, with the year unless it is the current one. */
export function day(time) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  return (date.getFullYear() === new Date(hubNow()).getFullYear() ? longDay : fullDay).format(date);
}

/** `20 November 2026, 14:05:09.120`. */
export function moment(time) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  return `${fullDay.format(date)}, ${precise.format(date)}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

/** `14:05` */
export const face = () => clockFace.format(new Date());

/** Returns the remaining time: `9:05`, or `42 s` below a minute. */
export function left(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Returns the remaining time for a sentence: `10 min`, or `75 s` up to a minute and a half. */
export function leftAbout(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return seconds <= 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

function isSameDay(one, other) {
  return one.getFullYear() === other.getFullYear() && one.getMonth() === other.getMonth()
    && one.getDate() === other.getDate();
}

/** Shows the time of day in an element, from now on and at each full minute. @param {HTMLTimeElement} clock */
export function startClock(clock) {
  clock.textContent = face();
  clock.dateTime = face();
  setTimeout(startClock, 60_000 - (Date.now() % 60_000) + 20, clock);
}
