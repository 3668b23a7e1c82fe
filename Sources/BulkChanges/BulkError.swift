package import Storage

/// The reason why a bulk change cannot be made.
package enum BulkError: Error, Equatable, CustomStringConvertible {
  /// There is no such bulk change. It was not applied either.
  case noSuchBulkChange
  /// It is in another phase.
  case wrongPhase(BulkChange.Phase)
  /// The library has changed since the preview.
  case planChanged
  /// Copies are refused: their number.
  case copiesRefused(Int)
  /// No copy differs.
  case nothingToChange
  /// Another bulk change is under way, and too many are open.
  case tooManyOpen
  /// The order is wrong: the field and a sentence.
  case badOrder(field: String, sentence: String)
  /// A person ended it before anything was changed.
  case cancelled
  /// It was ended after some copies were changed, and these were taken back: the reason, and the number of copies that
  /// stay changed, because others have changed them since.
  case takenBack(PartedChange.Cause, kept: Int)
  /// It was ended after some copies were changed, and these are not taken back yet: the reason.
  case notTakenBack(PartedChange.Cause)
  /// The disk is full.
  case diskFull
  /// The records cannot be read or written now: the reason, for the log.
  case unavailable(String)
  /// The hub is stopping, and nothing was changed.
  case stopped

  package var description: String {
    switch self {
    case .noSuchBulkChange: "There is no such bulk change. It was not applied, and nothing was changed."
    case .wrongPhase(.checking): "The copies are being compared. Wait until the preview is ready."
    case .wrongPhase(.applying): "The copies are being changed. Wait until it has ended."
    case .wrongPhase(.applied): "The copies were changed already. Undo the change instead."
    case .wrongPhase: "The bulk change is not ready."
    case .planChanged: "The library has changed since the preview. Look at the preview again. Nothing was changed."
    case .copiesRefused(let count):
      "\(count) \(count == 1 ? "copy is" : "copies are") refused. Leave them out with skipsRefused."
    case .nothingToChange: "No copy would be changed."
    case .tooManyOpen: "Other bulk changes are under way. Wait until one has ended."
    case .badOrder(_, let sentence): sentence
    case .cancelled: "The bulk change was cancelled. Nothing was changed."
    case .diskFull: "The disk is full. Nothing was changed."
    case .unavailable: "The copies cannot be changed now. Nothing was changed. See the hub's log."
    case .stopped: "The hub is stopping. Nothing was changed."
    case .takenBack(let cause, 0): "\(cause.sentence) All that it had changed was taken back."
    case .takenBack(let cause, let kept):
      "\(cause.sentence) All that it had changed was taken back, except \(kept) \(kept == 1 ? "copy" : "copies") "
        + "that others have changed since."
    case .notTakenBack(let cause): "\(cause.sentence) All that it has changed will be taken back."
    }
  }
}

extension PartedChange.Cause {
  fileprivate var sentence: String {
    switch self {
    case .cancelled: "The bulk change was cancelled."
    case .interrupted: "The hub ended before the bulk change was complete."
    case .diskFull: "The disk is full."
    case .failed, .changedSince: "The copies could not be changed. See the hub's log."
    }
  }
}
