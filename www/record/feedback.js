// Which class of feedback a thing has: sound, colour and sign in one. The machine's own speaker goes by the same table,
// which is tested against this one: what stands between the outermost braces is JSON.

export const feedback = {
  "status": {
    "done": "done",
    "noted": "note",
    "queued": "note",
    "duplicate": "again",
    "needs-choice": "ask",
    "needs-confirmation": "ask",
    "unknown": "ask",
    "refused": "no"
  },
  "code": {
    "not-saved": "fault",
    "reader-fault": "fault",
    "not-on-loan": "again"
  },
  "return": {
    "unknown-code": "no",
    "unknown-tag": "no"
  },
  "withNotes": {
    "done": "note",
    "not-on-loan": "note"
  },
  "job": {
    "waiting": "note",
    "writing": "note",
    "torn": "fault",
    "done": "done",
    "failed": "no",
    "expired": "again",
    "cancelled": "again"
  },
  "jobCode": {
    "done": { "tag-unchanged": "again" },
    "failed": { "reader-fault": "fault" }
  }
};
