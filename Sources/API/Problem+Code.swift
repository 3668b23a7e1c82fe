extension Problem {
  /// The kind of a problem. The meaning of a raw value never changes.
  package enum Code: String, CaseIterable, Sendable {
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
    case tooMany = "too-many"
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
    case otherShown = "other-shown"
    case `internal`
    case notReady = "not-ready"

    package var status: Int {
      switch self {
      case .badRequest: 400
      case .unauthorized: 401
      case .forbidden: 403
      case .notFound: 404
      case .methodNotAllowed: 405
      case .conflict, .inFlight, .lastAdministrator, .noTag, .twoTags, .notBound, .tagBound, .copyHasTag,
        .tagForeignContent, .tagSuspect,
        .tagBusy, .tagType, .tagLocked, .tagPassword, .tagTooSmall, .tagContentMismatch, .boundElsewhere, .queueEmpty,
        .labelJobUnfinished, .noPrinter, .codeTaken, .switchedOff, .needsConfirmation, .onLoanElsewhere, .alreadyYours,
        .renewOffer, .foundMissing, .withdrawn, .notForLoan, .holdOther, .limit, .overdueBlock, .cardBlocked,
        .cardExpired, .feesBlock, .copyOnLoan, .holdWaiting, .feeDue, .notOnLoan, .partsCheck, .partsMissing,
        .duplicate, .alreadyThere, .renewLimit, .overdueBlockItem, .overdueBlockAll, .tooEarly, .staffNeeded,
        .pinNeeded, .pinWrong, .pinLocked, .notAllowed, .choiceInvalid, .changedSince, .nothingToUndo, .otherShown:
        409
      case .stale: 412
      case .preconditionRequired: 428
      case .tooLarge: 413
      case .unsupportedMediaType: 415
      case .wrongHost: 421
      case .tooMany: 429
      case .invalid, .idReused, .tagRandomUID, .labelTooSmall, .noLabels: 422
      case .internal, .labelUnreadable: 500
      case .notReady: 503
      }
    }

    package var title: String {
      switch self {
      case .badRequest: "The request cannot be understood"
      case .unauthorized: "A valid token is needed"
      case .forbidden: "This is not allowed"
      case .notFound: "There is no such thing here"
      case .methodNotAllowed: "This cannot be done here"
      case .conflict: "It does not fit the present state"
      case .tooLarge: "The body is too large"
      case .unsupportedMediaType: "This kind of body is not taken"
      case .wrongHost: "This host is not served here"
      case .invalid: "The request is not valid"
      case .tooMany: "Too much was asked"
      case .lastAdministrator: "It is the last administrator's"
      case .idReused: "The id was used for something else"
      case .inFlight: "It is being done at this moment"
      case .noTag: "No tag lies there"
      case .twoTags: "Several tags lie there"
      case .notBound: "The tag names nothing"
      case .tagBound: "The tag names something else"
      case .copyHasTag: "The copy has a tag already"
      case .tagForeignContent: "The tag holds what is not ours"
      case .tagSuspect: "The tag failed again and again"
      case .tagBusy: "Something else is being done to the tag"
      case .tagType: "This type of tag cannot be written"
      case .tagLocked: "The tag is locked for good"
      case .tagPassword: "The tag asks for a password"
      case .tagTooSmall: "The tag is too small"
      case .tagContentMismatch: "The tag's number and its writing disagree"
      case .boundElsewhere: "The tag is not to be taken from what it names"
      case .queueEmpty: "Nothing is to be queued"
      case .tagRandomUID: "The tag has no lasting number"
      case .labelTooSmall: "The label is too small for the code"
      case .labelUnreadable: "A label could not be read"
      case .noLabels: "There is nothing to print"
      case .labelJobUnfinished: "The labels are not ready"
      case .noPrinter: "There is no printer"
      case .preconditionRequired: "It has to say what it rests on"
      case .stale: "It has changed since"
      case .codeTaken: "The code names something already"
      case .switchedOff: "It is switched off here"
      case .needsConfirmation: "Somebody has to say yes"
      case .onLoanElsewhere: "Somebody else has it"
      case .alreadyYours: "The borrower has it already"
      case .renewOffer: "The borrower has it already, and may renew it"
      case .foundMissing: "It was thought missing"
      case .withdrawn: "It was taken out of the collection"
      case .notForLoan: "It is not for loan"
      case .holdOther: "Somebody else waits for it"
      case .limit: "As many as there may be"
      case .overdueBlock: "Something is overdue"
      case .cardBlocked: "The card is blocked"
      case .cardExpired: "The card has ended"
      case .feesBlock: "Fees are not paid"
      case .copyOnLoan: "Something is out"
      case .holdWaiting: "Somebody waits"
      case .feeDue: "A fee is due"
      case .notOnLoan: "It is not on loan"
      case .partsCheck: "The parts have to be counted"
      case .partsMissing: "Parts are missing"
      case .duplicate: "It was done already"
      case .alreadyThere: "It is there already"
      case .renewLimit: "It was renewed as often as it may be"
      case .overdueBlockItem: "It is overdue"
      case .overdueBlockAll: "Something is overdue"
      case .tooEarly: "It is too early"
      case .staffNeeded: "Staff are needed"
      case .pinNeeded: "A PIN is asked for"
      case .pinWrong: "The PIN is wrong"
      case .notAllowed: "This desk may not do that"
      case .choiceInvalid: "There is no such choice"
      case .pinLocked: "The PIN was wrong too often"
      case .changedSince: "Something has changed since"
      case .nothingToUndo: "There is nothing to take back"
      case .otherShown: "The desk has gone on"
      case .internal: "Something went wrong inside"
      case .notReady: "Not ready"
      }
    }

    /// True if the same request may succeed later.
    package var isRetryable: Bool { [.notReady, .internal, .inFlight, .tooMany].contains(self) }
  }
}
