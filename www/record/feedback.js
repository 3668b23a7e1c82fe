// The class of feedback of an outcome: sound, colour and icon. The speaker of the machine uses the same table, and a
// test compares both: the part between the outermost braces is JSON.

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
