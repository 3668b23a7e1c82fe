// Outcomes spoken aloud, if the station is set to and the browser has a voice.

const tags = { en: "en-GB", de: "de-DE", fr: "fr-FR" };

/** @param {string} text @param {string} language ISO 639. Cuts off the previous text, which is out of date. */
export function say(text, language) {
  const { speechSynthesis: voice } = window;
  if (!voice) return;
  voice.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = tags[language] ?? tags.en;
  voice.speak(words);
}

/** Stops speaking. */
export const hush = () => window.speechSynthesis?.cancel();
