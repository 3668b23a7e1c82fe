internal import Deadwax
internal import Storage

/// The places of the library and those that an import adds, by their names.
struct PlannedPlaces: Sendable {
  private struct Key: Hashable {
    let parent: Place.ID?
    let name: String
  }

  private var places: [Key: Place] = [:]
  private var slots: [Place.ID: [Int: Slot]] = [:]
  /// The places that the library has.
  private var known: Set<Place.ID> = []
  /// The slots that more than one line of the file names.
  private let shared: Set<SlotName>
  private let now: Timestamp

  /// A slot as a file names it.
  struct SlotName: Hashable, Sendable {
    let place: [String]
    let number: Int

    init(_ place: [String], _ number: Int) {
      self.place = place.map { $0.lowercased() }
      self.number = number
    }
  }

  init(in records: some Queryable, shared: Set<SlotName>) throws {
    self.shared = shared
    now = records.now
    var places: [Key: Place] = [:]
    try records.forEachPlace { places[Key(parent: $0.parent, name: $0.name.lowercased())] = $0 }
    self.places = places
    known = Set(places.values.map(\.id))
  }

  /// Returns the slot that a line names; nil if the library and the lines before have none.
  func slot(_ names: [String], _ number: Int, in records: some Queryable) throws -> Slot? {
    var parent: Place?
    for name in names {
      guard let found = places[Key(parent: parent?.id, name: name.lowercased())] else { return nil }
      parent = found
    }
    guard let place = parent?.id else { return nil }
    return try slots[place]?[number] ?? (known.contains(place) ? records.slot(number, of: place) : nil)
  }

  /// Returns the location that a line names. Places and slots that are missing are added to `writes`.
  ///
  /// - Parameters:
  ///   - names: the names of the place and the places around it, from the outermost on; not empty.
  ///   - number: the number of the slot; nil for none.
  ///   - records: the library.
  ///   - writes: receives the places and slots that are missing.
  /// - Returns: the location, and whether its slot holds one copy only.
  /// - Throws: a `StorageError`.
  mutating func location(
    _ names: [String], slot number: Int?, in records: some Queryable, _ writes: inout [ImportWrite]
  ) throws -> (Location, isSingle: Bool) {
    var parent: Place?
    for (depth, name) in names.enumerated() {
      let key = Key(parent: parent?.id, name: name.lowercased())
      if let found = places[key] {
        parent = found
        continue
      }
      // The outermost of several places is a room, the others stand in it.
      let kind: Place.Kind = depth == 0 && names.count > 1 ? .room : .shelf
      let place = Place(id: .new(at: now), parent: parent?.id, kind: kind, name: name)
      places[key] = place
      writes.append(.place(place))
      parent = place
    }
    guard let place = parent else { preconditionFailure("a path has a name") }
    guard let number else { return (Location(place: place.id, placeName: place.name), true) }
    if let slot = try slots[place.id]?[number] ?? (known.contains(place.id) ? records.slot(number, of: place.id) : nil)
    {
      return (slot.location, slot.isSingle)
    }
    let isSingle = !shared.contains(SlotName(names, number))
    let slot = Slot(id: .new(at: now), place: place.id, placeName: place.name, number: number, isSingle: isSingle)
    slots[place.id, default: [:]][number] = slot
    writes.append(.slot(slot))
    return (slot.location, isSingle)
  }
}
