package import Catalogue
package import Deadwax
internal import Execution
internal import Lending
internal import Storage

/// Places and their slots, as staff arrange them.
package struct Places: Sendable {
  let room: StaffContext

  /// The maximum number of characters in a name.
  package static let longestName = Place.longestName
  /// The numbers that a slot can have.
  package static let slotNumbers = 1...9999
  /// The maximum number of slots that one request makes.
  package static let mostSlots = 1000

  /// Makes a place, with a row of slots from number 1. Each gets a code of its own, for its label.
  ///
  /// - Parameters:
  ///   - name: the name, unique among the places in the same place, at most `longestName` characters.
  ///   - kind: the kind of the place.
  ///   - parent: the place that contains it; nil for none.
  ///   - slots: the number of slots, 0 to `mostSlots`; nil for the number that the settings have for its kind.
  ///   - id: the id of the new place; a new one if nil. An existing place with this id is the result of an earlier
  ///     attempt and is returned.
  ///   - by: the person or program that makes the change.
  /// - Returns: the place with its slots.
  /// - Throws: `StaffError.badValue`, `.nameTaken`, or `.noSuchPlace` for an unknown parent.
  package func add(
    name: String, kind: Place.Kind, parent: Place.ID?, slots: Int?, id: Place.ID?, by: String?
  ) throws -> Catalogue.OpenedPlace {
    let name = try FieldValidation.line(name, "name", atMost: Self.longestName)
    guard slots.map((0...Self.mostSlots).contains) ?? true else { throw Self.wrongCount("slots", from: 0) }
    return try room.write { [room] transaction in
      if let id, try transaction.place(id) != nil { return try transaction.opened(id) }
      let slots = try slots ?? room.library(in: transaction).places.slots(of: kind)
      let place = Place(id: id ?? transaction.newID(), parent: parent, kind: kind, name: name)
      try transaction.make(place)
      if slots > 0 { try transaction.insertSlots(1...slots, of: place) }
      try transaction.storeChange(of: place.id, by: by)
      return try transaction.opened(place.id)
    }
  }

  /// Renames a place, changes its kind, or moves it into another place.
  ///
  /// - Parameters:
  ///   - id: the place.
  ///   - patch: the fields to change.
  ///   - version: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the place after the change.
  /// - Throws: `StaffError.noSuchPlace`, `.staleVersion`, `.nameTaken` or `.badValue`, also for a place that would be
  ///   inside itself.
  package func change(
    _ id: Place.ID, _ patch: Place.Patch, ifVersion version: Int?, by: String?
  ) throws -> Catalogue.OpenedPlace {
    let name = try patch.name.map { try FieldValidation.line($0, "name", atMost: Self.longestName) }
    return try room.write { transaction in
      let before = try transaction.place(id, ifVersion: version)
      var after = before
      after.name = name ?? before.name
      after.kind = patch.kind ?? before.kind
      switch patch.parent {
      case .unchanged: break
      case .cleared: after.parent = nil
      case .set(let parent): after.parent = parent
      }
      guard after != before else { return try transaction.opened(id) }
      try transaction.checkParent(of: after)
      try transaction.checkName(of: after)
      try transaction.update(after)
      try transaction.storeChange(of: id, by: by)
      return try transaction.opened(id)
    }
  }

  /// Removes a place with its empty slots. The codes on their labels then belong to nothing.
  ///
  /// - Throws: `StaffError.noSuchPlace` or `.staleVersion`; `.inUse` if copies belong there or places are in it.
  package func remove(_ id: Place.ID, ifVersion version: Int?, by: String?) throws {
    try room.write { transaction in
      _ = try transaction.place(id, ifVersion: version)
      let copies = try transaction.copies(directlyIn: id)
      let places = try transaction.places(directlyIn: id).count
      guard copies == 0, places == 0 else { throw StaffError.inUse(copies: copies, places: places) }
      try transaction.remove(id)
      try transaction.storeChange(of: id, by: by)
    }
  }

  /// Adds a row of slots to a place, with consecutive numbers.
  ///
  /// - Parameters:
  ///   - id: the place.
  ///   - from: the first number; nil for the one after the highest number.
  ///   - count: the number of slots, 1 to `mostSlots`.
  ///   - by: the person or program that makes the change.
  /// - Returns: the place with its slots.
  /// - Throws: `StaffError.noSuchPlace`, or `.badValue` if a number is out of range or already used.
  package func addSlots(
    to id: Place.ID, from: Int?, count: Int, by: String?
  ) throws -> Catalogue.OpenedPlace {
    guard (1...Self.mostSlots).contains(count) else { throw Self.wrongCount("count", from: 1) }
    guard from.map(Self.slotNumbers.contains) ?? true else { throw Self.wrongNumber }
    return try room.write { transaction in
      guard let place = try transaction.place(id) else { throw StaffError.noSuchPlace }
      let used = Set(try transaction.slots(of: id).map(\.slot.number))
      let first = from ?? (used.max() ?? 0) + 1
      guard Self.slotNumbers.contains(first), count <= Self.slotNumbers.upperBound - first + 1 else {
        throw Self.wrongNumber
      }
      let numbers = first...(first + count - 1)
      if let taken = numbers.first(where: used.contains) {
        throw StaffError.badValue(field: "from", sentence: "The place already has slot \(taken).")
      }
      try transaction.insertSlots(numbers, of: place)
      try transaction.update(place)
      try transaction.storeChange(of: id, by: by)
      return try transaction.opened(id)
    }
  }

  /// Removes an empty slot of a place.
  ///
  /// - Throws: `StaffError.noSuchPlace`, `.noSuchSlot` or `.staleVersion`; `.inUse` if a copy belongs there.
  package func removeSlot(_ number: Int, of id: Place.ID, ifVersion version: Int?, by: String?) throws {
    try room.write { transaction in
      let place = try transaction.place(id, ifVersion: version)
      guard let slot = try transaction.slots(of: id).first(where: { $0.slot.number == number })?.slot else {
        throw StaffError.noSuchSlot
      }
      let copies = try transaction.copies(inSlot: slot.id)
      guard copies == 0 else { throw StaffError.inUse(copies: copies, places: 0) }
      try transaction.remove(slot.id)
      try transaction.update(place)
      try transaction.storeChange(of: id, by: by)
    }
  }

  private static var wrongNumber: StaffError {
    .badValue(
      field: "from", sentence: "The numbers of slots are \(slotNumbers.lowerBound) to \(slotNumbers.upperBound).")
  }

  private static func wrongCount(_ field: String, from first: Int) -> StaffError {
    .badValue(field: field, sentence: "It must be a whole number from \(first) to \(mostSlots).")
  }
}

extension Queryable {
  func opened(_ id: Place.ID) throws -> Catalogue.OpenedPlace {
    guard let summary = try holding(of: id) else { throw StaffError.noSuchPlace }
    return Catalogue.OpenedPlace(holding: summary, slots: try slots(of: id))
  }

  /// Returns a place in the version that a caller saw.
  func place(_ id: Place.ID, ifVersion version: Int?) throws -> Place {
    guard let place = try place(id) else { throw StaffError.noSuchPlace }
    if let version, version != place.version { throw StaffError.staleVersion(now: place.version) }
    return place
  }

  /// Refuses a name that another place in the same place has, ignoring case.
  fileprivate func checkName(of place: Place) throws {
    guard try namesakes(of: place).isEmpty else { throw StaffError.nameTaken }
  }

  /// Refuses a parent that does not exist, that is the place itself, or that is inside it.
  fileprivate func checkParent(of place: Place) throws {
    var (above, seen) = (place.parent, Set([place.id]))
    while let id = above {
      guard let next = try self.place(id) else { throw StaffError.noSuchPlace }
      guard seen.insert(id).inserted else {
        throw StaffError.badValue(field: "parent", sentence: "A place cannot be inside itself.")
      }
      above = next.parent
    }
  }
}

extension WriteTransaction {
  /// Makes a place with a code of its own.
  ///
  /// - Throws: `StaffError.nameTaken`, or `.noSuchPlace` for an unknown parent.
  func make(_ place: Place) throws {
    if let parent = place.parent, try self.place(parent) == nil { throw StaffError.noSuchPlace }
    try checkName(of: place)
    try insert(place)
    try bind(newOwnKey(.place), to: .place(place.id))
  }

  /// Stores the change of a place or its slots, and publishes it.
  func storeChange(of place: Place.ID, by: String?) throws {
    try publish(.placeChanged, subject: place.text)
    try storeChange(.place, by: by)
  }

  func insertSlots(_ numbers: ClosedRange<Int>, of place: Place) throws {
    for number in numbers {
      let slot = Slot(id: newID(), place: place.id, placeName: place.name, number: number)
      try insert(slot)
      try bind(newOwnKey(.slot), to: .slot(slot.id))
    }
  }

  /// Returns a new code of the library, as it is bound.
  fileprivate func newOwnKey(_ kind: OwnCode.Kind) -> Code.Key {
    Code.Key(class: .own, value: newOwnCode(kind).description)
  }
}
