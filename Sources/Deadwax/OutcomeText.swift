extension Outcome {
  /// What the screen says largest: a word or two.
  package var title: String {
    switch code {
    case .found: "Found"
    case .unknownCode: "Unknown code"
    case .unknownTag: "Unknown tag"
    case .newLabel: "A new label"
    case .added: "Added"
    case .addedUnresolved: "Added, looking it up"
    case .sessionStarted: "Welcome"
    case .sessionEnded: "Finished"
    case .checkedOut: "Lent"
    case .alreadyYours: "Already lent to you"
    case .onLoanElsewhere: "Already on loan"
    case .cardNeeded: "Now the card"
    case .chooseCopy: "Which copy?"
    case .returned: "Returned"
    case .notOnLoan: "Was not on loan"
    case .shelved: "Shelved"
    case .alreadyThere: "Already there"
    case .slotOccupied: "Slot is taken"
    case .slotNeeded: "Now the slot"
    case .copyNeeded: "Now the record"
    case .copyOnLoan: "On loan"
    case .modeChanged:
      switch mode {
      case .lookup: "Look up"
      case .add: "Add"
      case .checkout: "Check out"
      case .return: "Return"
      case .shelve: "Shelve"
      case .write: "Write tags"
      case .bind: "Bind"
      default: mode.rawValue
      }
    case .nothingOpen: "Nothing to end"
    case .damagedCode: "Damaged code"
    case .wrongCheckDigit: "Misread barcode"
    case .tagContentMismatch: "Tag and record disagree"
    case .ambiguousCode: "Two things have it"
    case .unusableCode: "Not a usable code"
    case .unknownCommand: "Unknown command"
    case .wrongKind: "Not here"
    case .tagNeeded: mode == .bind ? "Now the tag or label" : "Now the tag"
    case .tagWriting: "Writing"
    case .tagWritten: "Written"
    case .tagUnchanged: "Already written"
    case .tagErased: "Erased"
    case .tagSealed: "Sealed"
    case .tagUnsealed: "Seal taken away"
    case .bound: "Bound"
    case .alreadyBound: "Already bound"
    case .unbound: "No longer bound"
    case .noTag: "No tag there"
    case .tagRandomUID: "Not a tag"
    case .tagType: "Cannot be written"
    case .tagLocked: "Tag is locked"
    case .tagPassword: "Tag has a password"
    case .tagTooSmall: "Tag is too small"
    case .twoTags: "One tag at a time"
    case .tagLost: "Tag was taken away"
    case .verifyFailed: "Tag does not keep it"
    case .tagSuspect: "Do not use this tag"
    case .tagBusy: "Tag has something open"
    case .boundElsewhere: "Tag belongs elsewhere"
    case .readerFault: "Reader failed"
    case .expired: "Tag did not come"
    case .cancelled: "Cancelled"
    case .tagBound: "Move this tag?"
    case .tagForeignContent: "Overwrite this tag?"
    case .copyHasTag: "A second tag?"
    case .queueEmpty: "Nothing to write"
    case .declined: "Left as it is"
    case .nothingToConfirm: "Nothing was asked"
    default: code.rawValue
    }
  }

  /// What happens next, in one sentence.
  package var detail: String {
    switch code {
    case .found: location.map { "Belongs at \($0.text)." } ?? (copy == nil ? "In the catalogue." : "Has no place yet.")
    case .unknownCode: "Nothing in the library has this code. Switch to Add to take it in."
    case .unknownTag: "This tag is not bound to anything."
    case .newLabel: "It stands for nothing yet. Switch to Bind, and hold it up with its record."
    case .added: "A new copy is in the library. Give it a place in Shelve."
    case .addedUnresolved: "It is in the library under its barcode; title and artist follow."
    case .sessionStarted: "Hold up the records to borrow."
    case .sessionEnded: "Nothing is open at this desk any more."
    case .checkedOut: dueAt.map { "Due \($0.longDate)." } ?? "No due date."
    case .alreadyYours: dueAt.map { "It is on your loan, due \($0.longDate)." } ?? "It is on your loan."
    case .onLoanElsewhere: "It is out on another loan. Return it first, or hand it to staff."
    case .cardNeeded: "Hold up the borrower's card."
    case .chooseCopy: "There are several copies: hold up the label or the tag of this one."
    case .returned: location.map { "Put it away: \($0.text)." } ?? "It has no place yet: shelve it."
    case .notOnLoan: location.map { "It belongs at \($0.text)." } ?? "It has no place yet: shelve it."
    case .shelved: location.map { "\($0.text)." } ?? "In its place."
    case .alreadyThere: location.map { "It is in \($0.text)." } ?? "It is in its place."
    case .slotOccupied: location.map { "\($0.text) holds another copy. Nothing was changed." } ?? "Nothing was changed."
    case .slotNeeded: "Hold up the label of the slot it goes to."
    case .copyNeeded:
      switch mode {
      case .write, .bind: "Hold up the record that it is for."
      default: "Hold up the record that goes there."
      }
    case .copyOnLoan: "It is out on loan. Return it first."
    case .modeChanged:
      switch mode {
      case .lookup: "Hold something up to see what it is."
      case .add: "Hold up the barcodes of the records to add."
      case .checkout: "Hold up the borrower's card."
      case .return: "Hold up the records that come back."
      case .shelve: "Hold up a record and the label of its slot, in either order."
      case .write:
        copy == nil
          ? "Hold up a record and lay down its tag, in either order."
          : "Next in the queue: lay down the tag of this record."
      case .bind: "Hold up a record and its tag or a new label, in either order. Nothing is written."
      default: ""
      }
    case .nothingOpen: "No session and no half-made pair was open."
    case .damagedCode: "The check character does not fit. Hold it up again, or print the label anew."
    case .wrongCheckDigit: "The check digit does not fit. Hold it up again, flat and nearer."
    case .tagContentMismatch: "The tag's number and what is written on it name different things. Nothing was changed."
    case .ambiguousCode:
      "It is a barcode of the trade and a number of this house. Hold up the tag, or a label with a code of ours."
    case .unusableCode: "It is empty, too long or not text."
    case .unknownCommand: "This command is from a newer version of the desk."
    case .wrongKind: "This code does nothing in this mode."
    default: tagDetail
    }
  }
}

extension Timestamp {
  /// The day in words, in UTC: "4 December 2026".
  package var longDate: String {
    let date = CivilDate(daysSince1970: Int((Double(milliseconds) / 86_400_000).rounded(.down)))
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    return "\(date.day) \(months[date.month - 1]) \(date.year)"
  }
}
