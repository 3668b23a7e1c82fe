/// The kind of a problem. The meaning of a raw value never changes.
package enum ProblemCode: String, CaseIterable, Codable, Sendable {
  case badRequest = "bad-request"
  case unauthorized
  case forbidden
  case notFound = "not-found"
  case methodNotAllowed = "method-not-allowed"
  case conflict
  case tooLarge = "too-large"
  case unsupportedMediaType = "unsupported-media-type"
  case wrongHost = "wrong-host"
  case invalid
  case idReused = "id-reused"
  case inFlight = "in-flight"
  case lastAdministrator = "last-administrator"
  case ownToken = "own-token"
  case setUpUsed = "set-up-used"
  case nameTaken = "name-taken"
  case screenLocked = "screen-locked"
  case tooMany = "too-many"
  case pictureUnreadable = "picture-unreadable"
  case contentRefused = "content-refused"
  case quotaReached = "quota-reached"
  case diskFull = "disk-full"
  // Discogs.
  case discogsTokenMissing = "discogs-token-missing"
  case discogsTokenRefused = "discogs-token-refused"
  case discogsUnreachable = "discogs-unreachable"
  case discogsResponseInvalid = "discogs-response-invalid"
  // Tags.
  case noTag = "no-tag"
  case twoTags = "two-tags"
  case notBound = "not-bound"
  case tagBound = "tag-bound"
  case copyHasTag = "copy-has-tag"
  case tagForeignContent = "tag-foreign-content"
  case tagSuspect = "tag-suspect"
  case tagBusy = "tag-busy"
  case tagType = "tag-type"
  case tagLocked = "tag-locked"
  case tagPassword = "tag-password"
  case tagTooSmall = "tag-too-small"
  case tagContentMismatch = "tag-content-mismatch"
  case boundElsewhere = "bound-elsewhere"
  case queueEmpty = "queue-empty"
  case tagRandomUID = "tag-random-uid"
  // Labels.
  case labelTooSmall = "label-too-small"
  case labelUnreadable = "label-unreadable"
  case noLabels = "no-labels"
  case labelJobUnfinished = "label-job-unfinished"
  case noPrinter = "no-printer"
  // Preconditions of a change.
  case preconditionRequired = "precondition-required"
  case stale
  case codeTaken = "code-taken"
  case switchedOff = "switched-off"
  // The counter: the reasons of its rules, with the same names as outcome codes.
  case needsConfirmation = "needs-confirmation"
  case onLoanElsewhere = "on-loan-elsewhere"
  case alreadyYours = "already-yours"
  case renewOffer = "renew-offer"
  case foundMissing = "found-missing"
  case withdrawn
  case notForLoan = "not-for-loan"
  case holdOther = "hold-other"
  case limit
  case overdueBlock = "overdue-block"
  case cardBlocked = "card-blocked"
  case cardExpired = "card-expired"
  case feesBlock = "fees-block"
  case copyOnLoan = "copy-on-loan"
  case holdWaiting = "hold-waiting"
  case feeDue = "fee-due"
  case notOnLoan = "not-on-loan"
  case partsCheck = "parts-check"
  case partsMissing = "parts-missing"
  case duplicate
  case alreadyThere = "already-there"
  case renewLimit = "renew-limit"
  case overdueBlockItem = "overdue-block-item"
  case overdueBlockAll = "overdue-block-all"
  case tooEarly = "too-early"
  case staffNeeded = "staff-needed"
  case pinNeeded = "pin-needed"
  case pinWrong = "pin-wrong"
  case pinLocked = "pin-locked"
  case notAllowed = "not-allowed"
  case choiceInvalid = "choice-invalid"
  case changedSince = "changed-since"
  case nothingToUndo = "nothing-to-undo"
  case stateChanged = "state-changed"
  case `internal`
  case notReady = "not-ready"

  package var status: Int {
    switch self {
    case .badRequest: 400
    case .unauthorized: 401
    case .forbidden, .screenLocked: 403
    case .notFound: 404
    case .methodNotAllowed: 405
    case .conflict, .inFlight, .lastAdministrator, .ownToken, .setUpUsed, .nameTaken, .noTag, .twoTags, .notBound,
      .tagBound, .copyHasTag, .tagForeignContent, .tagSuspect,
      .tagBusy, .tagType, .tagLocked, .tagPassword, .tagTooSmall, .tagContentMismatch, .boundElsewhere, .queueEmpty,
      .labelJobUnfinished, .noPrinter, .codeTaken, .switchedOff, .needsConfirmation, .onLoanElsewhere, .alreadyYours,
      .renewOffer, .foundMissing, .withdrawn, .notForLoan, .holdOther, .limit, .overdueBlock, .cardBlocked,
      .cardExpired, .feesBlock, .copyOnLoan, .holdWaiting, .feeDue, .notOnLoan, .partsCheck, .partsMissing,
      .duplicate, .alreadyThere, .renewLimit, .overdueBlockItem, .overdueBlockAll, .tooEarly, .staffNeeded,
      .pinNeeded, .pinWrong, .pinLocked, .notAllowed, .choiceInvalid, .changedSince, .nothingToUndo, .stateChanged,
      .discogsTokenMissing, .discogsTokenRefused:
      409
    case .stale: 412
    case .preconditionRequired: 428
    case .tooLarge: 413
    case .unsupportedMediaType: 415
    case .wrongHost: 421
    case .tooMany: 429
    case .invalid, .idReused, .pictureUnreadable, .contentRefused, .tagRandomUID, .labelTooSmall, .noLabels: 422
    case .internal, .labelUnreadable: 500
    case .discogsResponseInvalid: 502
    case .notReady, .discogsUnreachable: 503
    case .quotaReached, .diskFull: 507
    }
  }

  package var title: String {
    switch self {
    case .badRequest: "The request is malformed"
    case .unauthorized: "A valid token is required"
    case .forbidden: "Permission is denied"
    case .notFound: "Not found"
    case .methodNotAllowed: "The method is not allowed"
    case .conflict: "The current state does not allow it"
    case .tooLarge: "The body is too large"
    case .unsupportedMediaType: "The content type is not supported"
    case .wrongHost: "The host is not served"
    case .invalid: "The request is not valid"
    case .tooMany: "Too many requests"
    case .lastAdministrator: "It is the last administrator's token"
    case .ownToken: "It is the token of this request"
    case .setUpUsed: "The set-up link was already used"
    case .nameTaken: "The name is taken"
    case .screenLocked: "The screen is locked"
    case .idReused: "The id was used with other content"
    case .inFlight: "The request is in progress"
    case .contentRefused: "The content is refused"
    case .quotaReached: "The space for attachments is used up"
    case .diskFull: "The disk is full"
    case .pictureUnreadable: "The picture cannot be read"
    case .discogsTokenMissing: "There is no Discogs token"
    case .discogsTokenRefused: "Discogs refuses the token"
    case .discogsUnreachable: "Discogs cannot be reached"
    case .discogsResponseInvalid: "Discogs sent no usable response"
    case .noTag: "There is no tag on the reader"
    case .twoTags: "Several tags are on the reader"
    case .notBound: "The tag is not bound"
    case .tagBound: "The tag is bound to another record"
    case .copyHasTag: "The copy already has a tag"
    case .tagForeignContent: "The tag has foreign content"
    case .tagSuspect: "The tag failed repeatedly"
    case .tagBusy: "Another job is open for the tag"
    case .tagType: "This type of tag cannot be written"
    case .tagLocked: "The tag is locked for good"
    case .tagPassword: "The tag is protected with a password"
    case .tagTooSmall: "The tag is too small"
    case .tagContentMismatch: "The tag's number and content disagree"
    case .boundElsewhere: "The tag may not be bound to another record"
    case .queueEmpty: "There is nothing to queue"
    case .tagRandomUID: "The tag has no permanent number"
    case .labelTooSmall: "The label is too small for the code"
    case .labelUnreadable: "A label could not be read"
    case .noLabels: "There is nothing to print"
    case .labelJobUnfinished: "The labels are not ready"
    case .noPrinter: "There is no printer"
    case .preconditionRequired: "A precondition is required"
    case .stale: "The resource has changed since"
    case .codeTaken: "The code is already bound"
    case .switchedOff: "It is disabled in this library"
    case .needsConfirmation: "A confirmation is required"
    case .onLoanElsewhere: "It is on loan to another borrower"
    case .alreadyYours: "The borrower already has it"
    case .renewOffer: "The borrower already has it and may renew it"
    case .foundMissing: "It was recorded as missing"
    case .withdrawn: "It is withdrawn"
    case .notForLoan: "It is reference only"
    case .holdOther: "Another borrower has a hold on it"
    case .limit: "The limit is reached"
    case .overdueBlock: "Loans are overdue"
    case .cardBlocked: "The card is blocked"
    case .cardExpired: "The card has expired"
    case .feesBlock: "Fees are unpaid"
    case .copyOnLoan: "The copy is on loan"
    case .holdWaiting: "A hold is waiting"
    case .feeDue: "A fee is due"
    case .notOnLoan: "It is not on loan"
    case .partsCheck: "The parts must be counted"
    case .partsMissing: "Parts are missing"
    case .duplicate: "It was already done"
    case .alreadyThere: "It is already there"
    case .renewLimit: "The renewal limit is reached"
    case .overdueBlockItem: "It is overdue"
    case .overdueBlockAll: "Loans are overdue"
    case .tooEarly: "It is too early"
    case .staffNeeded: "Staff are required"
    case .pinNeeded: "A PIN is required"
    case .pinWrong: "The PIN is wrong"
    case .notAllowed: "The station does not allow it"
    case .choiceInvalid: "There is no such choice"
    case .pinLocked: "The PIN was wrong too many times"
    case .changedSince: "Something has changed since"
    case .nothingToUndo: "There is nothing to undo"
    case .stateChanged: "The station's state has changed"
    case .internal: "Internal error"
    case .notReady: "Not ready"
    }
  }

  /// True if the same request may succeed later.
  package var isRetryable: Bool {
    [.notReady, .internal, .inFlight, .tooMany, .discogsUnreachable, .discogsResponseInvalid].contains(self)
  }
}
