// Outcomes spoken aloud, if the station is set to and the browser has a voice.

const tags = { en: "en-GB", de: "de-DE", fr: "fr-FR" };

/**
 * @param {string} text @param {string} language ISO 639
 * @param {boolean} [isMore] true to go on after the previous text; otherwise it is out of date, and cut off.
 */
export function say(text, language, isMore = false) {
  const { speechSynthesis: voice } = window;
  if (!voice) return;
  if (!isMore) voice.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = tags[language] ?? tags.en;
  voice.speak(words);
}

/** Stops speaking. */
export const hush = () => window.speechSynthesis?.cancel();
