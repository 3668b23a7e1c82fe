// Everything that can stand in the way of a write, each with its own words and its own way on.

/**
 * By outcome code: the title (read from two metres), what to do, the step it belongs to, and what can be pressed.
 * Actions: `yes` and `no` answer the desk's question, `again` orders the write anew, `bind` binds the tag as it is,
 * `replace` gives up the copy's other tags, `calloff` gives up the order.
 */
export const guards = {
  "tag-bound": {
    title: "This tag names another record", step: 2, actions: ["yes", "no"],
    yes: "Yes, move it here", no: "No, leave it",
    lead: "Moving it leaves the other record without a tag.",
  },
  "tag-foreign-content": {
    title: "Something else is on this tag", step: 2, actions: ["yes", "no"],
    yes: "Yes, overwrite it", no: "No, keep it",
    lead: "It was not written by Deadwax. What is on it would be gone for good.",
  },
  "copy-has-tag": {
    title: "This record has a tag already", step: 2, actions: ["yes", "replace", "no"],
    yes: "Add a second", no: "Leave it",
    lead: "A box of several discs may have more than one. If the old tag is lost, replace it.",
  },
  "tag-locked": {
    title: "This tag is locked for good", step: 2, actions: ["bind"],
    lead: "Nobody can write on it any more. Take another tag, or bind this one as it is: its number names the record.",
  },
  "tag-password": {
    title: "A password guards this tag", step: 2, actions: ["bind"],
    lead: "The password is not ours. Take another tag, or bind this one as it is.",
  },
  "tag-too-small": {
    title: "This tag is too small", step: 2, actions: ["bind"],
    lead: "Take a larger one (NTAG213 and up), or bind this one as it is.",
  },
  "tag-type": {
    title: "This kind of tag cannot be written", step: 2, actions: ["bind"],
    lead: "Take an NTAG213, 215 or 216, or bind this one as it is: its number names the record.",
  },
  "tag-random-uid": {
    title: "This is not a tag", step: 2, actions: [],
    lead: "A phone or a bank card shows another number each time. Lay a tag on the reader.",
  },
  "two-tags": {
    title: "Two tags lie on the reader", step: 2, actions: [],
    lead: "Take one of them away. Records beside the reader count too.",
  },
  "tag-lost": {
    title: "The tag went away too soon", step: 3, actions: [],
    lead: "Lay the same tag back: it will be finished. No other tag is touched.",
  },
  "verify-failed": {
    title: "The tag did not keep what was written", step: 3, actions: ["again"],
    lead: "It is not bound. Take another tag; this one may be worn out.",
  },
  "tag-suspect": {
    title: "This tag has failed three times", step: 2, actions: [],
    lead: "Throw it away, and lay another one down.",
  },
  "reader-fault": {
    title: "The reader broke off", step: 3, actions: [],
    lead: "Leave the tag, or lay the same one back when the reader is ready: it will be finished.",
  },
  "tag-busy": {
    title: "This tag has another order", step: 2, actions: [],
    lead: "Lay it down to finish that, or call it off under Tags.",
  },
  "bound-elsewhere": {
    title: "This tag names something else", step: 2, actions: [],
    lead: "Nothing was moved. Take another tag.",
  },
  expired: {
    title: "The tag did not come in time", step: 2, actions: ["again"],
    lead: "Nothing was written. Try again, or go on with the next record.",
  },
  cancelled: { title: "Called off", step: 2, actions: ["again"], lead: "Nothing was written." },
  "tag-content-mismatch": {
    title: "The tag says one thing, its number another", step: 2, actions: [],
    lead: "Set it aside for the staff, and take another tag.",
  },
  "copy-on-loan": { title: "This record is on loan", step: 1, actions: [], lead: "Return it first." },
};

/** What a button says where the guard has no words of its own. */
export const actionWords = {
  yes: "Yes", no: "No", again: "Try again", bind: "Bind it as it is", replace: "Replace the old",
  calloff: "Call it off", skip: "Skip this record", choose: "Choose a record", list: "Write a whole list",
  stop: "End the list", start: "Start writing",
};
