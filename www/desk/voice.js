// The voice of a station that is set to speak, for a desk without a screen.

import { spokenLanguage, t } from "/hub/words.js";

const speaks = (station) => station?.policy?.speaks && !station.policy.isQuiet;

/** Speaks, if the station is set to. @param {boolean} [isMore] true to go on after what is being said */
export async function say(station, text, isMore = false) {
  if (text && speaks(station)) (await import("/desk/speech.js")).say(text, spokenLanguage(), isMore);
}

/** Speaks what the screen shows beside an outcome: a prompt with its choices, the beginning of a session, a fault. */
export async function sayState(station, before) {
  if (!speaks(station)) return;
  const { spokenPrompt, spokenSession } = await import("/desk/spoken.js");
  const asked = ({ choosing, confirming, question, pin } = {}) => (choosing ?? confirming ?? question)?.id ?? (pin && "pin");
  if (asked(station) && asked(station) !== asked(before)) say(station, spokenPrompt(station), true);
  else if (station.session && station.session.id !== before?.session?.id) say(station, spokenSession(station.session), true);
  if (station.fault && !before?.fault) say(station, t("desk.say-fault"), true);
}
