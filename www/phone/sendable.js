// The picture in a form that the hub reads: JPEG or PNG, and not too large.

const readable = ["image/jpeg", "image/png"];
/** The hub's limit for a picture in bytes. */
const most = 32 * 1024 * 1024;
/** The longest side of a picture that is made smaller, in pixels. */
const longest = 4096;

/** Returns the file itself, or a JPEG of it if the hub would refuse it. @param {Blob} file @returns {Promise<Blob>} */
export async function sendable(file) {
  if (readable.includes(file.type) && file.size <= most) return file;
  let image;
  try {
    image = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    // Then the hub says what is wrong with it.
    return new Blob([file], { type: "application/octet-stream" });
  }
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return new Promise((done) => { canvas.toBlob(done, "image/jpeg", .9); });
}
