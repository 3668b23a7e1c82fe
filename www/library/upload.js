// Adds a file to a release.

import { newID, query, request } from "/hub/client.js";

/** The time for an upload, or for a change of a picture, in milliseconds. */
export const patience = 120_000;

/** @param {{id: string}} release @param {Blob} file @param {string} name @param {boolean} isCover true for the cover of the release */
export const upload = (release, file, name, isCover) => request("POST",
  `/api/v1/releases/${encodeURIComponent(release.id)}/attachments${query({ name, cover: isCover ? "yes" : "no" })}`, {
    // The content decides about the kind: a browser knows it by the name alone.
    blob: new Blob([file], { type: "application/octet-stream" }),
    headers: { "idempotency-key": newID() }, timeout: patience,
  });
