internal import Deadwax

/// The fields of a copy of the library that a line changes.
///
/// The status of a copy, reference only and its parts bear on its loans and holds. They are changed on the page of the
/// copy, where the rules of lending apply, and an import leaves them as they are.
struct ChangedCopyFields {
  private var copy: Copy
  private var facts: OwnFacts
  private let before: (copy: Copy, facts: OwnFacts)
  /// The new place; nil if the copy stays.
  private(set) var location: Location?
  private(set) var differences: [ImportLine.Difference] = []

  init(_ copy: Copy, _ facts: OwnFacts) {
    (self.copy, self.facts, before) = (copy, facts, (copy, facts))
  }

  /// The write of the changes; nil if nothing changes.
  var write: ImportWrite.ChangedCopy? {
    let areConditions =
      copy.mediaCondition != before.copy.mediaCondition || copy.sleeveCondition != before.copy.sleeveCondition
    let isShelfMark = copy.shelfMark != before.copy.shelfMark
    guard areConditions || isShelfMark || facts != before.facts || location != nil else { return nil }
    return ImportWrite.ChangedCopy(
      copy: copy, facts: facts, location: location, areFactsChanged: facts != before.facts,
      isShelfMarkChanged: isShelfMark, areConditionsChanged: areConditions)
  }

  /// Takes the values of a line.
  ///
  /// - Parameters:
  ///   - line: the facts of the line.
  ///   - place: the location that it names; nil for none.
  ///   - isOwn: true if the line names the copy. Its values then replace those of the library; otherwise they only fill
  ///     gaps.
  mutating func take(_ line: CopyLine, _ place: Location?, isOwn: Bool) {
    replace(\.copy.shelfMark, line.shelfMark, .shelfMark, isOwn) { $0 }
    replace(\.copy.mediaCondition, line.mediaCondition, .mediaCondition, isOwn) { $0 }
    replace(\.copy.sleeveCondition, line.sleeveCondition, .sleeveCondition, isOwn) { $0 }
    replace(\.facts.accession, line.facts.accession, .accession, isOwn) { $0.rawValue }
    replace(\.facts.acquiredFrom, line.facts.acquiredFrom, .acquiredFrom, isOwn) { $0 }
    replace(\.facts.acquiredOn, line.facts.acquiredOn, .acquiredOn, isOwn) { $0.description }
    replace(\.facts.price, line.facts.price, .price, isOwn) { "\($0.decimal) \($0.currency)" }
    replace(\.facts.valuation, line.facts.valuation, .valuation, isOwn) { "\($0.decimal) \($0.currency)" }
    replace(\.facts.valuedOn, line.facts.valuedOn, .valuedOn, isOwn) { $0.description }
    replace(\.facts.valuedBy, line.facts.valuedBy, .valuedBy, isOwn) { $0 }
    replace(\.facts.replacementCost, line.facts.replacementCost, .replacementCost, isOwn) {
      "\($0.decimal) \($0.currency)"
    }
    replace(\.facts.notes, line.facts.notes, .notes, isOwn) { $0 }
    if let place { move(to: place, line, isOwn) }
    leave(.status, before.copy.status.rawValue, line.status?.rawValue)
    leave(.statusOn, before.facts.statusOn?.description, line.facts.statusOn?.description)
    leave(.statusReason, before.facts.statusReason, line.facts.statusReason)
    leave(.isSold, before.facts.isSold.text, line.isSold?.text)
    leave(.isReference, before.copy.isReference.text, line.isReference?.text)
    leave(.parts, "\(before.copy.partCount)", line.parts.map { "\($0)" })
    leave(.partsMissing, "\(before.copy.partsMissing)", line.partsMissing.map { "\($0)" })
  }

  private mutating func replace<Value: Equatable>(
    _ path: WritableKeyPath<ChangedCopyFields, Value?>, _ value: Value?, _ field: ImportField, _ isOwn: Bool,
    _ text: (Value) -> String
  ) {
    let current = self[keyPath: path]
    guard let value, value != current else { return }
    let isKept = !isOwn && current != nil
    differences.append(
      ImportLine.Difference(
        field: field, before: current.map(text), after: text(value), isKept: isKept, isEdited: false))
    if !isKept { self[keyPath: path] = value }
  }

  private mutating func move(to place: Location, _ line: CopyLine, _ isOwn: Bool) {
    let current = before.copy.location
    let isThere = current?.place == place.place && (line.slot == nil || current?.slot == place.slot)
    guard !isThere else { return }
    let isKept = !isOwn && current != nil
    differences.append(
      ImportLine.Difference(
        field: .place, before: current?.text, after: place.text, isKept: isKept, isEdited: false))
    if !isKept { location = place }
  }

  private mutating func leave(_ field: ImportField, _ current: String?, _ value: String?) {
    guard let value, value != current else { return }
    differences.append(
      ImportLine.Difference(field: field, before: current, after: value, isKept: true, isEdited: false))
  }
}
