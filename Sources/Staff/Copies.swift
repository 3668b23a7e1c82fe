package import Catalogue
package import Deadwax
internal import Execution
internal import Lending
internal import StationLogic
internal import Storage

/// Changes that staff make to a copy itself: its parts, reference only, and its status.
package struct Copies: Sendable {
  let room: StaffContext

  /// The fields of a copy to change; nil leaves a field unchanged.
  package struct Patch: Hashable, Sendable {
    /// The number of discs and inserts that belong to the copy, 1 to 1000.
    package var partCount: Int?
    /// The number of missing parts, 0 to `partCount`.
    package var partsMissing: Int?
    /// True if the copy is reference only.
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

  /// Changes a copy; the whole patch is one change.
  ///
  /// A copy on loan can be withdrawn or made reference only; both take effect on its return. It cannot be marked
  /// missing or lost, because its borrower is known, and it cannot have fewer parts than were lent. If a copy can no
  /// longer be lent, its hold that was ready for pick-up waits again, at its old position in the queue.
  ///
  /// - Parameters:
  ///   - id: the copy.
  ///   - patch: the fields to change.
  ///   - version: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the copy after the change.
  /// - Throws: `StaffError.noSuchCopy`, `.staleVersion` or `.badValue`; `PolicyRefusal(.copyOnLoan)` for a change
  ///   that a copy on loan does not allow.
  package func change(
    _ id: Copy.ID, _ patch: Patch, ifVersion version: Int?, by: String?
  ) throws -> Catalogue.Item {
    try room.write { [room] transaction in
      let before = try transaction.copy(.id(id))
      if let version, version != before.version { throw StaffError.staleVersion(now: before.version) }
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
      let rules = try room.rules(in: transaction)
      let facts = try transaction.facts(of: before, rules.library)
      var effects: [LendingEffect] = []
      if after.isReference || after.status != .available {
        effects = LendingPolicy.clearing(after, among: facts.holds, but: [], now: transaction.now)
      } else if before.status != after.status, before.status != .withdrawn, before.loan == nil {
        // The copy was found, so the same effects follow as for a check-in.
        var found = facts
        (found.copy.isReference, found.copy.partCount) = (after.isReference, after.partCount)
        found.copy.partsMissing = after.partsMissing
        effects = rules.found(found, now: transaction.now).effects
      }
      try transaction.perform(effects, .found, library: rules.library, by: by)
      let status = try transaction.copy(id)?.status
      if after.status != status { try transaction.set(after.status, of: id) }
      try transaction.storeChange(.copy, by: by, reason: what)
      // The effect has already published that the copy was found.
      if !effects.contains(where: \.isFind) {
        try transaction.publish(.copyChanged, subject: id.text, payload: #""change":"\#(what)""#)
      }
      let copy = try transaction.copy(.id(id))
      return Catalogue.Item(copy: copy, release: try transaction.releaseOf(copy))
    }
  }

  private static func check(_ after: Copy, _ before: Copy) throws {
    guard (1...1000).contains(after.partCount) else {
      throw StaffError.badValue(field: "partCount", sentence: "It must be a whole number from 1 to 1000.")
    }
    guard (0...after.partCount).contains(after.partsMissing) else {
      throw StaffError.badValue(
        field: "partsMissing", sentence: "It must be a whole number from 0 to \(after.partCount), the number of parts.")
    }
    guard let loan = before.loan else { return }
    let isOffline = after.status != before.status && [.missing, .lost].contains(after.status)
    let areOthers = (after.partCount, after.partsMissing) != (before.partCount, before.partsMissing)
    if isOffline || areOthers && after.partCount - after.partsMissing < loan.parts { throw PolicyRefusal(.copyOnLoan) }
  }

  /// Returns the word for the difference that the event and the change use; nil if nothing differs.
  private static func difference(_ after: Copy, _ before: Copy) -> String? {
    if after.status != before.status {
      let isFound = after.status == .available && before.status != .withdrawn
      return isFound ? "found" : after.status.rawValue
    }
    if (after.partCount, after.partsMissing) != (before.partCount, before.partsMissing) { return "parts" }
    return after.isReference != before.isReference ? "reference" : nil
  }
}

extension LendingEffect {
  fileprivate var isFind: Bool { if case .find = self { true } else { false } }
}
