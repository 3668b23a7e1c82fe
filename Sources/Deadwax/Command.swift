/// What a station is set to do with the next code.
package enum Mode: String, CaseIterable, Sendable {
  case lookup = "look-up"
  case add
  case checkout = "check-out"
  case `return`
  case shelve
  /// Writes tags and binds them.
  case write
  /// Binds codes and tags without writing.
  case bind
}

/// An order to the desk, given by scanning its label. The raw value is the number in its `DW:C:` code and never changes.
package enum Command: UInt64, CaseIterable, Sendable {
  case lookup = 1
  case add = 2
  case checkout = 3
  case `return` = 4
  case shelve = 5
  case write = 6
  case bind = 7
  /// Ends what is open: a borrower's session, a half-made pair.
  case end = 16
  /// Answers the desk's question.
  case yes = 17
  case no = 18

  /// The mode it switches to; nil when it switches none.
  package var mode: Mode? {
    switch self {
    case .lookup: .lookup
    case .add: .add
    case .checkout: .checkout
    case .return: .return
    case .shelve: .shelve
    case .write: .write
    case .bind: .bind
    case .end, .yes, .no: nil
    }
  }

  /// The code on its label.
  package var code: OwnCode { OwnCode(.command, number: rawValue) }
}
