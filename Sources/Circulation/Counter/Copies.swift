package import Catalogue
package import Deadwax
internal import Desk
internal import Lending
internal import Storage

/// What staff note about a copy itself: what belongs to it, and whether it can be had.
package struct Copies: Sendable {
  let room: CounterRoom

  /// What is to be different about a copy; what is nil stays as it is.
  package struct Patch: Hashable, Sendable {
    /// How many discs and inserts belong to it, from 1 to 1000.
    package var partCount: Int?
    /// How many of them are not there, from 0 to as many as belong to it.
    package var partsMissing: Int?
    /// Whether it is for use in the house only.
    package var isReference: Bool?
    package var status: Copy.Status?

    package init(
      partCount: Int? = nil, partsMissing: Int? = nil, isReference: Bool? = nil, status: Copy.Status? = nil
    ) {
      self.partCount = partCount
      self.partsMissing = partsMissing
      self.isReference = isReference
      self.status = status
    }
  }

  /// Notes something about a copy; all of it is one change.
  ///
  /// A copy that is out can be withdrawn, and be made one for the house only: both hold from its return on. It is
  /// neither missing nor lost, for it is known who has it, and as many parts belong to it as went out. What can be lent
  /// no more lies ready for nobody: whoever it lay ready for waits again, at the old place in the queue.
  ///
  /// - Parameters:
  ///   - id: of the copy.
  ///   - patch: what is to be different.
  ///   - version: which the caller has seen; nil for whatever there is.
  ///   - by: who does it.
  /// - Returns: the copy as it is now.
  /// - Throws: `CounterError.noSuchCopy`, `.staleVersion` or `.badValue`; `CounterRefusal(.copyOnLoan)` for what cannot be
  ///   while it is out.
  package func change(
    _ id: Copy.ID, _ patch: Patch, ifVersion version: Int?, by: String?
  ) throws -> Catalogue.Item {
    try room.write { [room] transaction in
      let before = try transaction.copy(.id(id))
      if let version, version != before.version { throw CounterError.staleVersion(now: before.version) }
      var after = before
      after.partCount = patch.partCount ?? before.partCount
      after.partsMissing = patch.partsMissing ?? before.partsMissing
      after.isReference = patch.isReference ?? before.isReference
      after.status = patch.status ?? before.status
      try Self.check(after, before)
      guard let what = Self.difference(after, before) else {
        return Catalogue.Item(copy: before, release: try transaction.releaseOf(before))
      }
      if after.partCount != before.partCount { try transaction.setPartCount(after.partCount, of: id) }
      if after.partsMissing != before.partsMissing { try transaction.setPartsMissing(after.partsMissing, of: id) }
      if after.isReference != before.isReference { try transaction.setReference(after.isReference, of: id) }
      if after.status != before.status { try transaction.set(after.status, of: id) }
      if after.isReference || after.status != .available {
        let circulation = Circulation(
          transaction: transaction, tags: nil, station: .office, scan: nil, by: by,
          house: try room.house(in: transaction),
          session: nil)
        try circulation.takeFromShelf(after, but: nil)
      }
      try transaction.keepChange(.copy, by: by, reason: what)
      try transaction.publish(.copyChanged, subject: id.text, payload: #""change":"\#(what)""#)
      let copy = try transaction.copy(.id(id))
      return Catalogue.Item(copy: copy, release: try transaction.releaseOf(copy))
    }
  }

  private static func check(_ after: Copy, _ before: Copy) throws {
    guard (1...1000).contains(after.partCount) else {
      throw CounterError.badValue(field: "partCount", sentence: "It is a whole number from 1 to 1000.")
    }
    guard (0...after.partCount).contains(after.partsMissing) else {
      throw CounterError.badValue(
        field: "partsMissing", sentence: "It is a whole number from 0 to \(after.partCount), as many as belong to it.")
    }
    guard let loan = before.loan else { return }
    let isAway = after.status != before.status && [.missing, .lost].contains(after.status)
    let areOthers = (after.partCount, after.partsMissing) != (before.partCount, before.partsMissing)
    if isAway || areOthers && after.partCount - after.partsMissing < loan.parts { throw CounterRefusal(.copyOnLoan) }
  }

  /// What is different, in the word that the event and the change have for it; nil when nothing is.
  private static func difference(_ after: Copy, _ before: Copy) -> String? {
    if after.status != before.status {
      let isFound = after.status == .available && before.status != .withdrawn
      return isFound ? "found" : after.status.rawValue
    }
    if (after.partCount, after.partsMissing) != (before.partCount, before.partsMissing) { return "parts" }
    return after.isReference != before.isReference ? "reference" : nil
  }
}
