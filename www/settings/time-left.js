// The time left of work that takes minutes or hours.

import { leftAbout } from "/hub/clock.js";

/** `40 min`, or `5 h 40 min` */
export function timeLeft(seconds) {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? leftAbout(seconds * 1000) : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
