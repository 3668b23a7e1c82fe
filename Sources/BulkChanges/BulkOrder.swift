package import Deadwax
internal import Execution
internal import Lending

/// The order for a bulk change: which copies, and what happens to them. Its values are checked.
package struct BulkOrder: Sendable {
  /// The copies that a bulk change is about.
  package enum Scope: Sendable {
    case copies([Copy.ID])
    /// All copies of these releases.
    case releases([Release.ID])
    /// The copies that a query of the library finds.
    case query(String)
  }

  /// The things that a bulk change can do, with their words in the API.
  package enum Action: String, CaseIterable, Sendable {
    case edit, move, remove
  }

  /// The fields that an edit changes.
  package struct Fields: Sendable {
    package var copy: Copy.Patch?
    package var facts: OwnFacts.Patch?
    package var mediaCondition: String?
    package var sleeveCondition: String?

    package init(copy: Copy.Patch?, facts: OwnFacts.Patch?, mediaCondition: String?, sleeveCondition: String?) {
      self.copy = copy
      self.facts = facts
      self.mediaCondition = mediaCondition
      self.sleeveCondition = sleeveCondition
    }
  }

  /// A checked edit of copies.
  struct Edit: Sendable {
    let copy: CopyEdit?
    let facts: OwnFacts.Patch?
    let mediaCondition: String?
    let sleeveCondition: String?
  }

  /// A checked action.
  enum Work: Sendable {
    case edit(Edit)
    case move(Place.ID, fillsSlots: Bool)
    case remove
  }

  /// The most copies or releases that can be named one by one.
  package static let mostNamed = 10_000

  let scope: Scope
  let work: Work

  /// The action in one word.
  package var action: Action {
    switch work {
    case .edit: .edit
    case .move: .move
    case .remove: .remove
    }
  }

  /// Orders an edit.
  ///
  /// - Parameters:
  ///   - fields: the fields to change.
  ///   - scope: the copies.
  ///   - today: the day in the library's time zone.
  /// - Throws: `StaffError.badValue` with the field.
  package init(edit fields: Fields, of scope: Scope, today: CivilDate) throws {
    self.scope = try Self.checked(scope)
    if fields.copy?.release != nil {
      throw StaffError.badValue(
        field: "copy.release", sentence: "A bulk change does not assign copies to another release.")
    }
    if let facts = fields.facts {
      var checked = OwnFacts()
      try checked.apply(facts, today: today)
    }
    work = .edit(
      Edit(
        copy: try fields.copy.map { try CopyEdit($0) }, facts: fields.facts,
        mediaCondition: try Self.grade(fields.mediaCondition, "mediaCondition"),
        sleeveCondition: try Self.grade(fields.sleeveCondition, "sleeveCondition")))
    guard fields.copy != nil || fields.facts != nil || fields.mediaCondition != nil || fields.sleeveCondition != nil
    else { throw StaffError.badValue(field: "copy", sentence: "There is nothing to change.") }
  }

  /// Orders a move to a place.
  ///
  /// - Parameters:
  ///   - place: the place.
  ///   - fillsSlots: true to put each copy into the next free slot of the place.
  ///   - scope: the copies.
  /// - Throws: `StaffError.badValue`.
  package init(moveTo place: Place.ID, fillsSlots: Bool, of scope: Scope) throws {
    self.scope = try Self.checked(scope)
    work = .move(place, fillsSlots: fillsSlots)
  }

  /// Orders the removal of copies.
  ///
  /// - Throws: `StaffError.badValue`.
  package init(removing scope: Scope) throws {
    self.scope = try Self.checked(scope)
    work = .remove
  }

  private static func grade(_ text: String?, _ field: String) throws -> String? {
    try text.map { text in
      guard let grade = Grade(rawValue: text) else {
        let words = Grade.allCases.map(\.rawValue).joined(separator: ", ")
        throw StaffError.badValue(field: field, sentence: "It must be one of \(words).")
      }
      return grade.rawValue
    }
  }

  private static func checked(_ scope: Scope) throws -> Scope {
    let (field, count) =
      switch scope {
      case .copies(let ids): ("copies", ids.count)
      case .releases(let ids): ("releases", ids.count)
      case .query(let text): ("query", text.trimmed.isEmpty ? 0 : 1)
      }
    guard count > 0 else { throw StaffError.badValue(field: field, sentence: "It must not be empty.") }
    guard count <= mostNamed else {
      throw StaffError.badValue(field: field, sentence: "It must have at most \(mostNamed) entries. Use a query.")
    }
    return scope
  }
}
