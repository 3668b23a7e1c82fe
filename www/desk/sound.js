// The six sounds. A browser allows sound only after the first touch, unless it is set to allow it at once.

import { byID, setIcon } from "/record/element.js";

/** Each note: start and length in seconds, frequency in hertz, and the shape of the wave. */
const sounds = {
  done: [[0, .09, 660, "sine"], [.09, .18, 990, "sine"]],
  note: [[0, .09, 660, "sine"], [.09, .12, 990, "sine"], [.26, .16, 784, "sine"]],
  again: [[0, .05, 440, "triangle"]],
  ask: [[0, .14, 587, "sine"], [.2, .22, 784, "triangle"]],
  no: [[0, .42, 165, "sawtooth"]],
  fault: [[0, .14, 233, "square"], [.16, .14, 175, "square"], [.32, .14, 233, "square"], [.48, .14, 175, "square"]],
};
/** The levels: harsh waves sound louder than soft ones at the same level. */
const levels = { sine: .32, triangle: .34, sawtooth: .14, square: .08 };

let context;
/** True if the policy makes this station quiet. */
let isQuiet = false;
let isMuted = remembered();

/** Silences a station, regardless of its own button. */
export const setQuiet = (quiet) => {
  isQuiet = quiet;
};

function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

/** Listens for the first touch, and for the mute button. */
export function startSound() {
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake, { capture: true, passive: true });
  // A desk without screen or keyboard is never touched: its browser is set to allow sound. To ask an element is the way
  // that leaves no warning.
  new Audio("/favicon.svg").play().then(wake, (error) => error.name === "NotAllowedError" || wake());
  const button = byID("sound-button");
  button.addEventListener("click", () => {
    isMuted = !isMuted;
    try {
      localStorage.setItem("deadwax.muted", String(isMuted));
    } catch {
      // Without storage, the browser loses the setting with the page.
    }
    showMute(button);
    if (!isMuted) play("again");
  });
  showMute(button);
}

/** @param {"done" | "note" | "again" | "ask" | "no" | "fault"} name Silent if muted, or before the first touch. */
export function play(name) {
  if (isMuted || isQuiet || context?.state !== "running") return;
  const start = context.currentTime + .005;
  for (const [after, length, frequency, wave] of sounds[name] ?? []) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = wave;
    tone.frequency.value = frequency;
    // Ramps instead of steps, which are heard as clicks.
    volume.gain.setValueAtTime(0, start + after);
    volume.gain.linearRampToValueAtTime(levels[wave], start + after + .008);
    volume.gain.setValueAtTime(levels[wave], start + after + Math.max(.01, length - .05));
    volume.gain.linearRampToValueAtTime(0, start + after + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start + after);
    tone.stop(start + after + length + .02);
  }
}

function showMute(button) {
  button.setAttribute("aria-pressed", String(isMuted));
  setIcon(button.querySelector("svg"), isMuted ? "mute" : "sound");
}

function remembered() {
  try {
    return localStorage.getItem("deadwax.muted") === "true";
  } catch {
    return false;
  }
}
