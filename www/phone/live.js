// A live picture of the camera: at most two frames a second are sent, and a code that appears is scanned once.

import { make } from "/record/element.js";

/** The least time between two frames, in milliseconds. */
const pause = 500;
/** The time for which a code must be out of the picture to be scanned again. */
const away = 3000;
/** The width of a frame in pixels. */
const wide = 1600;

export class LivePicture {
  #options;
  #stream;
  #canvas = document.createElement("canvas");
  #isOver = false;
  /** The time at which each code was last seen. */
  #seen = new Map();

  /**
   * @param {{read: (blob: Blob) => Promise<object>, scan: (code: object) => Promise<void>, mark: (found: object) => void,
   *   onProblem: (error: Error) => void, onStop: () => void}} options
   * @throws if the camera is not available.
   */
  static async start(options) {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false, video: { facingMode: "environment", width: { ideal: 1920 } } });
    return new LivePicture(options, stream);
  }

  constructor(options, stream) {
    this.#options = options;
    this.#stream = stream;
    this.video = make("video", { autoplay: true, playsinline: true, muted: true });
    this.video.muted = true;
    this.video.srcObject = stream;
    this.#run();
  }

  stop() {
    this.#isOver = true;
    for (const track of this.#stream.getTracks()) track.stop();
    this.#options.onStop();
  }

  async #run() {
    while (!this.#isOver) {
      const began = performance.now();
      try {
        const frame = await this.#frame();
        if (frame && !this.#isOver) await this.#look(await this.#options.read(frame));
      } catch (error) {
        if (error.status !== 429 && error.status !== 503) {
          this.#options.onProblem(error);
          if (!this.#isOver) this.stop();
        }
      }
      await new Promise((done) => { setTimeout(done, Math.max(0, pause - (performance.now() - began))); });
    }
  }

  async #look(found) {
    this.#options.mark(found);
    const now = performance.now();
    const isNew = (code) => now - (this.#seen.get(code.code) ?? -away) >= away;
    const [only] = found.codes;
    const scans = found.codes.length === 1 && isNew(only);
    for (const { code } of found.codes) this.#seen.set(code, now);
    if (scans) await this.#options.scan(only);
  }

  async #frame() {
    const { videoWidth, videoHeight } = this.video;
    if (!videoWidth) return undefined;
    const scale = Math.min(1, wide / videoWidth);
    this.#canvas.width = Math.round(videoWidth * scale);
    this.#canvas.height = Math.round(videoHeight * scale);
    this.#canvas.getContext("2d").drawImage(this.video, 0, 0, this.#canvas.width, this.#canvas.height);
    return new Promise((done) => { this.#canvas.toBlob(done, "image/jpeg", .85); });
  }
}
