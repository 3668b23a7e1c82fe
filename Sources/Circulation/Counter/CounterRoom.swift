internal import Deadwax
internal import Lanes
internal import Lending
internal import Log
internal import Secrets
internal import Storage

/// What all the use cases of staff share.
struct CounterRoom: Sendable {
  let database: Database
  let logger: Logger
  let defaults: HousePolicy
  let isClockRight: @Sendable () -> Bool
  let published: @Sendable () -> Void
  let lookupWanted: @Sendable () -> Void
  /// Drawn when the program starts: what was asked before is asked anew.
  let key = SignedText.newKey()

  /// The rules of the house as the settings have them now.
  func house(in records: some Queryable) throws -> HousePolicy {
    var house = defaults
    let texts = Dictionary(uniqueKeysWithValues: try records.settings().map { ($0.key, $0.value) })
    for setting in Setting.all {
      // What cannot be read keeps its default: a house must be able to open with whatever its database holds.
      if let text = texts[setting.key] { try? setting.set(text, in: &house) }
    }
    return house
  }

  /// Changes the records, and has what was published told.
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) throws -> Result {
    try database.write { [published] transaction in
      let result = try body(transaction)
      transaction.afterCommit(published)
      return result
    }
  }

  // MARK: questions

  /// The text that stands for a question: a yes is given to exactly what was asked, and not for ever.
  func text(of asked: Confirming, house: HousePolicy, at now: Timestamp) -> String {
    SignedText.text(of: Confirmation(asked, until: now + house.desk.questionTime).payload, key: key)
  }

  /// Whether a text is a yes to what would be asked now. A text that was not made here is none.
  func isYes(_ text: String?, to asked: Confirming, at now: Timestamp) -> Bool {
    guard let text, let bytes = SignedText.bytes(of: text, key: key), let given = Confirmation(payload: bytes) else {
      return false
    }
    return given.worth(against: asked, at: now) == .good
  }
}

extension WriteTransaction {
  /// Ends a piece of staff's work: everything that it touched is one change, which belongs to no desk.
  @discardableResult
  func keepChange(_ kind: Change.Kind, by: String?, reason: String? = nil) throws -> Change? {
    try recordChange(kind, by: by, reason: reason)
  }
}

extension Station.Name {
  /// Where what staff do without a desk was done.
  static let office = Station.Name("office") ?? .desk
}

/// Checks of what people typed.
enum Typed {
  /// A text in one line, without blanks around it.
  ///
  /// - Throws: `CounterError.badValue` for nothing, too much, or what a line cannot have.
  static func line(_ text: String, _ field: String, atMost limit: Int) throws -> String {
    let text = text.trimmed
    guard !text.isEmpty else { throw CounterError.badValue(field: field, sentence: "It must not be empty.") }
    guard text.count <= limit else {
      throw CounterError.badValue(field: field, sentence: "It has at most \(limit) letters.")
    }
    guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      throw CounterError.badValue(field: field, sentence: "It is one line, without control characters.")
    }
    return text
  }

  /// A text that may be missing: nothing but blanks is none.
  static func optionalLine(_ text: String?, _ field: String, atMost limit: Int) throws -> String? {
    guard let text, !text.trimmed.isEmpty else { return nil }
    return try line(text, field, atMost: limit)
  }
}
