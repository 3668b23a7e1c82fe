package import Deadwax

extension OwnFacts {
  /// Applies a patch.
  ///
  /// - Throws: `StaffError.badValue` with the field.
  package mutating func apply(_ patch: Patch, today: CivilDate) throws {
    if let value = patch.accession.map(\.self) { accession = value }
    if let value = try Self.line(patch.acquiredFrom, "acquiredFrom", Patch.longestName) { acquiredFrom = value }
    if let value = try Self.date(patch.acquiredOn, "acquiredOn", today) { acquiredOn = value }
    if let value = try Self.money(patch.price, "price", from: 0) { price = value }
    if let value = try Self.money(patch.valuation, "valuation", from: 0) {
      // A new value without a date is of today.
      if value != valuation, patch.valuedOn.isUnchanged { valuedOn = value == nil ? nil : today }
      valuation = value
    }
    if let value = try Self.date(patch.valuedOn, "valuedOn", today) { valuedOn = value }
    if let value = try Self.line(patch.valuedBy, "valuedBy", Patch.longestName) { valuedBy = value }
    if let value = try Self.money(patch.replacementCost, "replacementCost", from: 1) { replacementCost = value }
    if let value = try Self.date(patch.statusOn, "statusOn", today) { statusOn = value }
    if let value = try Self.line(patch.statusReason, "statusReason", Patch.longestReason) { statusReason = value }
    if let value = patch.isSold { isSold = value }
    if let value = patch.notes.map(\.self) {
      notes = try FieldValidation.optionalText(value, "notes", atMost: Patch.longestNotes)
    }
  }

  /// Refuses facts that contradict the status of the copy.
  package func check(_ patch: Patch, against copy: Copy) throws {
    if case .set = patch.statusOn, copy.status == .available { throw Self.noStatus("statusOn") }
    if case .set = patch.statusReason, copy.status == .available { throw Self.noStatus("statusReason") }
    if patch.isSold ?? false, copy.status != .withdrawn {
      throw StaffError.badValue(field: "isSold", sentence: "Only a withdrawn copy can be sold. Withdraw it first.")
    }
  }

  private static func noStatus(_ field: String) -> StaffError {
    .badValue(field: field, sentence: "The copy is neither missing nor lost nor withdrawn.")
  }

  private static func line(_ text: PatchField<String>, _ field: String, _ limit: Int) throws -> String?? {
    try text.map(\.self).map { try FieldValidation.optionalLine($0, field, atMost: limit) }
  }

  private static func date(_ text: PatchField<String>, _ field: String, _ today: CivilDate) throws -> CivilDate?? {
    try text.map { text -> CivilDate in
      guard let date = CivilDate(iso: text) else {
        throw StaffError.badValue(field: field, sentence: "It must be a date as YYYY-MM-DD.")
      }
      guard date.daysSince1970 <= today.daysSince1970 else {
        throw StaffError.badValue(field: field, sentence: "It must not be in the future.")
      }
      guard date.year >= Release.Patch.earliestYear else {
        throw StaffError.badValue(
          field: field, sentence: "It must be a date from \(Release.Patch.earliestYear) on.")
      }
      return date
    }
  }

  private static func money(_ money: PatchField<Money>, _ field: String, from least: Int) throws -> Money?? {
    try money.map { money -> Money in
      guard (least...Patch.largestAmount).contains(money.amount) else {
        throw StaffError.badValue(
          field: "\(field).amount",
          sentence: "It must be a whole number from \(least) to \(Patch.largestAmount), in minor units.")
      }
      guard Currency(money.currency) != nil else {
        throw StaffError.badValue(
          field: "\(field).currency", sentence: "It must be the ISO 4217 code of a currency in use, such as EUR.")
      }
      return money
    }
  }
}
