package import Deadwax
package import Lending
internal import StationLogic
package import Storage

/// A change of the fields of a copy that staff can change at any time, checked. The rules are the same for one copy and
/// for many.
package struct CopyEdit: Sendable {
  /// The result of a written edit.
  package struct Written: Sendable {
    /// The word for the difference that the event and the change use.
    package let what: EventBody.CopyChange
    /// True if an effect has published it already.
    package let isPublished: Bool
  }

  private let patch: Copy.Patch
  private let shelfMark: String??

  /// - Parameter patch: the fields to change.
  /// - Throws: `StaffError.badValue` for a value that is wrong for every copy.
  package init(_ patch: Copy.Patch) throws {
    guard (1...1000).contains(patch.parts ?? 1) else {
      throw StaffError.badValue(field: "parts", sentence: "It must be a whole number from 1 to 1000.")
    }
    guard (0...1000).contains(patch.partsMissing ?? 0) else {
      throw StaffError.badValue(field: "partsMissing", sentence: "It must be a whole number from 0 to 1000.")
    }
    self.patch = patch
    shelfMark = try patch.shelfMark.map(\.self).map {
      try FieldValidation.optionalLine($0, "shelfMark", atMost: Copy.Patch.longestShelfMark)
    }
  }

  /// Returns a copy as it is after the edit.
  ///
  /// - Throws: `StaffError.badValue`, or `PolicyRefusal(.copyOnLoan)` for a change that a copy on loan does not allow.
  package func result(for before: Copy) throws -> Copy {
    var after = before
    after.partCount = patch.parts ?? before.partCount
    after.partsMissing = patch.partsMissing ?? before.partsMissing
    after.isReference = patch.isReference ?? before.isReference
    after.status = patch.status ?? before.status
    if let shelfMark { after.shelfMark = shelfMark }
    after.release = patch.release ?? before.release
    guard (0...after.partCount).contains(after.partsMissing) else {
      throw StaffError.badValue(
        field: "partsMissing", sentence: "It must be a whole number from 0 to \(after.partCount), the number of parts.")
    }
    guard let loan = before.loan else { return after }
    let isOffline = after.status != before.status && [.missing, .lost].contains(after.status)
    let areOthers = (after.partCount, after.partsMissing) != (before.partCount, before.partsMissing)
    if isOffline || areOthers && after.partCount - after.partsMissing < loan.parts { throw PolicyRefusal(.copyOnLoan) }
    return after
  }

  /// Writes an edited copy, with the effects of its new status on holds and fees. The caller records the change, and
  /// publishes it unless an effect has done so.
  ///
  /// - Parameters:
  ///   - after: the result of the edit.
  ///   - before: the copy as it is stored.
  ///   - rules: the lending rules.
  ///   - by: the person or program that makes the change.
  ///   - transaction: the open transaction.
  /// - Returns: the difference; nil if there is none.
  /// - Throws: `PolicyRefusal` with the outcome code of a refusal.
  package static func write(
    _ after: Copy, over before: Copy, rules: LendingPolicy, by: String?, in transaction: WriteTransaction
  ) throws -> Written? {
    guard let what = difference(after, before) else { return nil }
    var stored = before
    stored.status = after.status
    if after != stored { try transaction.update(after) }
    if after.release != before.release { try transaction.assign(before.id, to: after.release) }
    var effects: [LendingEffect] = []
    let isOut = after.isReference || after.status != .available
    let isFound = before.status != after.status && before.status != .withdrawn && before.loan == nil
    if isOut || isFound {
      let facts = try transaction.facts(of: before, rules.library)
      if isOut {
        effects = LendingPolicy.clearing(after, among: facts.holds, but: [], now: transaction.now)
      } else {
        // The copy was found, so the same effects follow as for a check-in.
        var found = facts
        (found.copy.isReference, found.copy.partCount) = (after.isReference, after.partCount)
        found.copy.partsMissing = after.partsMissing
        effects = rules.found(found, now: transaction.now).effects
      }
    }
    try transaction.performForStaff(
      effects.map { .lending($0) }, Outcome(.found, mode: .lookup), library: rules.library, by: by)
    let status = try transaction.copy(before.id)?.status
    if after.status != status { try transaction.set(after.status, of: before.id) }
    return Written(what: what, isPublished: effects.contains(where: \.isFind))
  }

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

extension LendingEffect {
  fileprivate var isFind: Bool { if case .find = self { true } else { false } }
}
