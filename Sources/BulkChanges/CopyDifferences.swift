internal import Deadwax
internal import Execution

/// The values of a copy that an edit changes, as texts for the preview.
struct CopyDifferences {
  private(set) var list: [BulkLine.Difference] = []

  /// The differences of the copy itself.
  init(_ before: Copy, _ after: Copy) {
    list.add("parts", "\(before.partCount)", "\(after.partCount)")
    list.add("partsMissing", "\(before.partsMissing)", "\(after.partsMissing)")
    list.add("isReference", "\(before.isReference)", "\(after.isReference)")
    list.add("status", before.status.rawValue, after.status.rawValue)
    list.add("shelfMark", before.shelfMark, after.shelfMark)
  }

  /// Returns the differences of the own facts.
  ///
  /// - Parameters:
  ///   - stored: the facts before the change.
  ///   - patch: the facts to change.
  ///   - after: the copy after its own edit.
  ///   - copy: the copy before it.
  ///   - today: the day in the library's time zone.
  /// - Returns: the differences.
  /// - Throws: `StaffError.badValue` for facts that contradict the status of the copy.
  static func facts(
    _ stored: OwnFacts, _ patch: OwnFacts.Patch, of after: Copy, from copy: Copy, today: CivilDate
  ) throws -> [BulkLine.Difference] {
    var before = stored
    // A new status ends the date and the reason of the old one.
    if after.status != copy.status {
      (before.statusOn, before.statusReason, before.isSold) = (after.status == .available ? nil : today, nil, false)
    }
    var facts = before
    try facts.apply(patch, today: today)
    try facts.check(patch, against: after)
    var list: [BulkLine.Difference] = []
    list.add("accession", before.accession?.rawValue, facts.accession?.rawValue)
    list.add("acquiredFrom", before.acquiredFrom, facts.acquiredFrom)
    list.add("acquiredOn", before.acquiredOn?.description, facts.acquiredOn?.description)
    list.add("price", text(before.price), text(facts.price))
    list.add("valuation", text(before.valuation), text(facts.valuation))
    list.add("valuedOn", before.valuedOn?.description, facts.valuedOn?.description)
    list.add("valuedBy", before.valuedBy, facts.valuedBy)
    list.add("replacementCost", text(before.replacementCost), text(facts.replacementCost))
    list.add("statusOn", before.statusOn?.description, facts.statusOn?.description)
    list.add("statusReason", before.statusReason, facts.statusReason)
    list.add("isSold", "\(before.isSold)", "\(facts.isSold)")
    list.add("notes", before.notes, facts.notes)
    return list
  }

  private static func text(_ money: Money?) -> String? { money.map { "\($0.decimal) \($0.currency)" } }
}
