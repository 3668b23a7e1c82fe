/// The record that a code or a tag belongs to.
package enum CodeTarget: Hashable, Codable, Sendable {
  case release(Release.ID)
  case copy(Copy.ID)
  case borrower(Borrower.ID)
  case place(Place.ID)
  case slot(Slot.ID)

  /// The record's type in one word, such as `copy`.
  package var kind: String {
    switch self {
    case .release: "release"
    case .copy: "copy"
    case .borrower: "borrower"
    case .place: "place"
    case .slot: "slot"
    }
  }

  /// The record's id.
  package var id: String {
    switch self {
    case .release(let id): id.text
    case .copy(let id): id.text
    case .borrower(let id): id.text
    case .place(let id): id.text
    case .slot(let id): id.text
    }
  }

  package var copy: Copy.ID? {
    guard case .copy(let id) = self else { return nil }
    return id
  }

  /// True for a place and a slot.
  package var isPlaceOrSlot: Bool {
    switch self {
    case .place, .slot: true
    case .release, .copy, .borrower: false
    }
  }

  /// The text form for a database column or a state: `copy:0192…`.
  package var text: String { "\(kind):\(id)" }

  /// Parses a value of `text`; a bare id is the id of a copy.
  package init?(_ text: String) {
    let halves = text.split(separator: ":", maxSplits: 1).map(String.init)
    switch (halves.first, halves.count) {
    case ("release", 2): guard let id = Release.ID(halves[1]) else { return nil }; self = .release(id)
    case ("copy", 2): guard let id = Copy.ID(halves[1]) else { return nil }; self = .copy(id)
    case ("borrower", 2): guard let id = Borrower.ID(halves[1]) else { return nil }; self = .borrower(id)
    case ("place", 2): guard let id = Place.ID(halves[1]) else { return nil }; self = .place(id)
    case ("slot", 2): guard let id = Slot.ID(halves[1]) else { return nil }; self = .slot(id)
    default: guard let id = Copy.ID(text) else { return nil }; self = .copy(id)
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let target = CodeTarget(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not the kind and id of a record")
    }
    self = target
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
