// The records of the API as the pages read them, in JSDoc. Nothing here runs. A test compares each type with the schema
// of its name in docs/openapi.json: names, optional members and JSON types. Members that no page reads are left out.

/**
 * A release in short.
 * @typedef {object} ReleaseSummary
 * @property {string} id
 * @property {string} title
 * @property {string} artist
 * @property {number} [year]
 * @property {string} medium
 * @property {string} [label]
 * @property {string} [catalogNumber]
 * @property {string} status
 * @property {string} [barcode]
 * @property {number} [version]
 * @property {boolean} [isWished]
 */

/**
 * A copy of a release, in short.
 * @typedef {object} CopySummary
 * @property {string} id
 * @property {number} number
 * @property {string} code
 * @property {string} status
 * @property {boolean} [isWithdrawn]
 * @property {boolean} [isReference]
 * @property {number} parts
 * @property {number} partsMissing
 * @property {string} [shelfMark]
 * @property {string} [slot]
 * @property {string} [dueAt]
 * @property {number} [plays]
 * @property {string} [lastPlayedAt]
 * @property {number} version
 */

/**
 * A reason.
 * @typedef {object} Reason
 * @property {string} code
 * @property {string} detail
 */

/**
 * A reason as text.
 * @typedef {object} ReasonText
 * @property {string} code
 * @property {string} title
 * @property {string} [detail]
 */

/**
 * An error response (RFC 9457).
 * @typedef {object} Problem
 * @property {string} type
 * @property {string} title
 * @property {number} status
 * @property {string} detail
 * @property {string} code
 * @property {Reason[]} reasons
 * @property {boolean} retryable
 * @property {string} [token]
 * @property {Reason[]} [notes]
 * @property {number} [parts]
 * @property {string} [version]
 */

/**
 * One of several meanings of a code.
 * @typedef {object} Choice
 * @property {number} number
 * @property {string} kind
 * @property {string} [title]
 * @property {string} [text]
 * @property {CopySummary} [copy]
 * @property {ReleaseSummary} [release]
 * @property {string} [holder]
 */

/**
 * The answer to a scan.
 * @typedef {object} Outcome
 * @property {string} status
 * @property {string} code
 * @property {string} title
 * @property {string} detail
 * @property {string} mode
 * @property {ReleaseSummary} [release]
 * @property {CopySummary} [copy]
 * @property {string} [slot]
 * @property {string} [dueAt]
 * @property {Choice[]} [choices]
 * @property {ReasonText[]} [reasons]
 * @property {ReasonText[]} [notes]
 * @property {boolean} [needsStaff]
 * @property {number} [parts]
 * @property {number} [partsBack]
 * @property {number} [overdueDays]
 * @property {number} [renewals]
 * @property {number} [count]
 * @property {number} [left]
 * @property {object[]} [loans]
 * @property {number} [fee]
 * @property {string} [word]
 */

/**
 * A code that a station accepted: an immutable row of the history with exactly one outcome.
 * @typedef {object} Scan
 * @property {string} id
 * @property {number} seq
 * @property {string} station
 * @property {string} [reader]
 * @property {string} at
 * @property {string} receivedAt
 * @property {string} symbology
 * @property {string} text
 * @property {string} [written]
 * @property {boolean} verified
 * @property {number} [quality]
 * @property {number} [frames]
 * @property {Outcome} outcome
 */

/**
 * A device and the process that drives it.
 * @typedef {object} Reader
 * @property {string} name
 * @property {string} kind
 * @property {string[]} capabilities
 * @property {string} device
 * @property {string} station
 * @property {string} state
 * @property {string} [reason]
 * @property {string} [hint]
 * @property {number} present
 * @property {string} since
 * @property {number} restarts
 * @property {number} linesSkipped
 */

/**
 * A borrower in short, for staff.
 * @typedef {object} BorrowerSummary
 * @property {string} id
 * @property {string} shortName
 */

/**
 * The record of one check-out, from its start to its end.
 * @typedef {object} Loan
 * @property {string} id
 * @property {CopySummary} copy
 * @property {ReleaseSummary} [release]
 * @property {BorrowerSummary} [borrower]
 * @property {string} dueAt
 * @property {string} [returnedAt]
 * @property {number} renewals
 * @property {number} parts
 * @property {number} [partsBack]
 * @property {boolean} isOverdue
 * @property {number} overdueDays
 * @property {string} [claimedReturnedAt]
 * @property {ReasonText[]} [notes]
 * @property {number} version
 */

/**
 * A borrower's place in the queue for a release or a copy.
 * @typedef {object} Hold
 * @property {string} id
 * @property {string} subject
 * @property {ReleaseSummary} [release]
 * @property {CopySummary} [copy]
 * @property {BorrowerSummary} [borrower]
 * @property {string} state
 * @property {number} position
 * @property {string} [pickUpBy]
 * @property {string} [notAfter]
 * @property {string} createdAt
 * @property {number} version
 */

/**
 * A copy of the pull list: it stands on the shelf and is to be fetched for a hold.
 * @typedef {object} PullListItem
 * @property {string} id
 * @property {CopySummary} copy
 * @property {ReleaseSummary} release
 * @property {string} hold
 * @property {BorrowerSummary} [borrower]
 * @property {string} placedAt
 * @property {string} [notAfter]
 */

/**
 * A notice of the log.
 * @typedef {object} Notice
 * @property {string} id
 * @property {string} kind
 * @property {string} way
 * @property {string} state
 * @property {BorrowerSummary} [borrower]
 * @property {ReleaseSummary} [release]
 * @property {string} createdAt
 * @property {string} [sentAt]
 * @property {number} attempts
 * @property {string} [reason]
 */

/**
 * The text of a notice to borrowers, of one kind and in one language.
 * @typedef {object} NoticeTemplate
 * @property {string} id
 * @property {string} kind
 * @property {string} language
 * @property {string} subject
 * @property {string} body
 * @property {boolean} isStandard
 * @property {string[]} placeholders
 * @property {number} version
 */

/**
 * The record that a tag is bound to.
 * @typedef {object} TagBinding
 * @property {string} kind
 * @property {string} [id]
 * @property {string} name
 * @property {CopySummary} [copy]
 * @property {ReleaseSummary} [release]
 */

/**
 * A tag that was read at least once or is bound.
 * @typedef {object} Tag
 * @property {string} uid
 * @property {string} [kind]
 * @property {number} [capacity]
 * @property {string} [access]
 * @property {string} [content]
 * @property {string} [holds]
 * @property {string} [fault]
 * @property {TagBinding} [bound]
 * @property {string} [firstSeenAt]
 * @property {string} [lastSeenAt]
 * @property {number} writes
 * @property {number} failures
 * @property {boolean} isSuspect
 * @property {boolean} isSealed
 */

/**
 * A job for one tag.
 * @typedef {object} TagJob
 * @property {string} id
 * @property {string} action
 * @property {string} uid
 * @property {CopySummary} [copy]
 * @property {ReleaseSummary} [release]
 * @property {string} [code]
 * @property {string} state
 * @property {string} [outcome]
 * @property {string} [status]
 * @property {string} [sentence]
 * @property {string} [hint]
 * @property {string} [detail]
 * @property {string} station
 * @property {string} deadline
 * @property {number} writes
 * @property {number} reads
 * @property {number} milliseconds
 * @property {string} [form]
 * @property {string} createdAt
 * @property {string} [finishedAt]
 */

/**
 * The settings of one station.
 * @typedef {object} StationPolicy
 * @property {string} home
 * @property {string[]} modes
 * @property {boolean} isSelfService
 * @property {boolean} asksPIN
 * @property {boolean} returnsInAuto
 * @property {boolean} takesAnyCopy
 * @property {string} language
 * @property {boolean} isQuiet
 * @property {boolean} speaks
 * @property {string} receipt
 * @property {string} scanTarget
 * @property {boolean} playsByPresence
 * @property {boolean} offersPutAway
 */

export {};
