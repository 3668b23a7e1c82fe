package import Catalogue
package import Deadwax
internal import Execution
internal import Lending
internal import StationLogic
internal import Storage

/// Changes that staff make to a copy itself: its parts, reference only, its shelf mark, and its status.
package struct Copies: Sendable {
  let room: StaffContext

  /// Changes a copy; the whole patch is one change.
  ///
  /// A copy on loan can be withdrawn or made reference only; both take effect on its return. It cannot be marked
  /// missing or lost, because its borrower is known, and it cannot have fewer parts than were lent. A copy that is ready
  /// for pick-up for a hold of its release remains a copy of that release. If a copy can no
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
    _ id: Copy.ID, _ patch: Copy.Patch, ifVersion version: Int?, by: String?
  ) throws -> Catalogue.Item {
    // A wrong value is refused whether the copy exists or not.
    try Self.check(patch)
    let mark = try patch.shelfMark.map(\.self).map {
      try FieldValidation.optionalLine($0, "shelfMark", atMost: Copy.Patch.longestShelfMark)
    }
    return try room.write { [room] transaction in
      let before = try transaction.copy(.id(id))
      if let version, version != before.version { throw StaffError.staleVersion(now: before.version) }
      var after = before
      after.partCount = patch.parts ?? before.partCount
      after.partsMissing = patch.partsMissing ?? before.partsMissing
      after.isReference = patch.isReference ?? before.isReference
      after.status = patch.status ?? before.status
      if let mark { after.shelfMark = mark }
      after.release = patch.release ?? before.release
      if after.release != before.release { try transaction.checkMove(of: before, to: after.release) }
      try Self.check(after, before)
      guard let what = Self.difference(after, before) else {
        return Catalogue.Item(copy: before, release: try transaction.releaseOf(before))
      }
      var stored = before
      stored.status = after.status
      if after != stored { try transaction.update(after) }
      if after.release != before.release { try transaction.assign(id, to: after.release) }
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
      try transaction.storeChange(.copy, by: by, reason: what.rawValue)
      // The effect has already published that the copy was found.
      if !effects.contains(where: \.isFind) {
        try transaction.publish(.copyChanged(change: what), subject: id.text)
      }
      let copy = try transaction.copy(.id(id))
      return Catalogue.Item(copy: copy, release: try transaction.releaseOf(copy))
    }
  }

  /// Checks the numbers that do not depend on the copy.
  private static func check(_ patch: Copy.Patch) throws {
    guard (1...1000).contains(patch.parts ?? 1) else {
      throw StaffError.badValue(field: "parts", sentence: "It must be a whole number from 1 to 1000.")
    }
    guard (0...1000).contains(patch.partsMissing ?? 0) else {
      throw StaffError.badValue(field: "partsMissing", sentence: "It must be a whole number from 0 to 1000.")
    }
  }

  private static func check(_ after: Copy, _ before: Copy) throws {
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
  private static func difference(_ after: Copy, _ before: Copy) -> EventBody.CopyChange? {
    if after.status != before.status {
      switch after.status {
      case .available: return before.status == .withdrawn ? .available : .found
      case .missing: return .missing
      case .lost: return .lost
      case .withdrawn: return .withdrawn
      }
    }
    if (after.partCount, after.partsMissing) != (before.partCount, before.partsMissing) { return .parts }
    if after.isReference != before.isReference { return .reference }
    if after.release != before.release { return .release }
    return after.shelfMark != before.shelfMark ? .shelfMark : nil
  }
}

extension Queryable {
  /// Refuses to assign a copy to another release.
  ///
  /// - Throws: `StaffError.noSuchRelease` or `.isRemoved`; `.badValue` for a copy that is ready for pick-up.
  fileprivate func checkMove(of copy: Copy, to release: Release.ID) throws {
    _ = try listed(release, ifVersion: nil)
    guard try readyHold(of: copy.id) == nil else {
      throw StaffError.badValue(field: "release", sentence: "The copy is ready for pick-up.")
    }
  }
}

extension LendingEffect {
  fileprivate var isFind: Bool { if case .find = self { true } else { false } }
}
