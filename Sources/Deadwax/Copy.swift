/// One physical object on our shelf.
package struct Copy: Hashable, Sendable {
  package typealias ID = Identifier<Copy>

  package var id: ID
  package var release: Release.ID
  /// The running number in the accession book.
  package var number: Int
  package var code: OwnCode
  package var location: Location?
  /// The open loan, when it is out.
  package var loan: Loan?
  package var mediaCondition: String?
  package var sleeveCondition: String?
  package var status: Status
  /// Whether it is for use in the house only.
  package var isReference: Bool
  /// How many discs and inserts belong to it, and how many of them are known to be missing.
  package var partCount: Int
  package var partsMissing: Int
  /// What its release is on.
  package var medium: Medium
  package var plays: Int
  package var lastPlayedAt: Timestamp?
  package var addedAt: Timestamp
  package var version: Int

  package init(
    id: ID, release: Release.ID, number: Int, code: OwnCode, location: Location? = nil, loan: Loan? = nil,
    mediaCondition: String? = nil, sleeveCondition: String? = nil, status: Status = .available,
    isReference: Bool = false, partCount: Int = 1, partsMissing: Int = 0, medium: Medium = .other, plays: Int = 0,
    lastPlayedAt: Timestamp? = nil, addedAt: Timestamp, version: Int = 1
  ) {
    self.id = id
    self.release = release
    self.number = number
    self.code = code
    self.location = location
    self.loan = loan
    self.mediaCondition = mediaCondition
    self.sleeveCondition = sleeveCondition
    self.status = status
    self.isReference = isReference
    self.partCount = partCount
    self.partsMissing = partsMissing
    self.medium = medium
    self.plays = plays
    self.lastPlayedAt = lastPlayedAt
    self.addedAt = addedAt
    self.version = version
  }

  /// Whether it can be had at all; the raw value stands in the database. Whether it is out is told by its loan.
  package enum Status: String, CaseIterable, Codable, Sendable {
    case available
    /// Not where it belongs, and nobody is known to have it.
    case missing
    /// Lost by a borrower, or given up.
    case lost
    /// Taken out of the collection.
    case withdrawn
  }
}

/// Where a copy belongs: a place, and perhaps a numbered slot of it.
package struct Location: Hashable, Sendable {
  package var place: Place.ID
  package var placeName: String
  package var slot: Slot.ID?
  package var slotNumber: Int?

  package init(place: Place.ID, placeName: String, slot: Slot.ID? = nil, slotNumber: Int? = nil) {
    self.place = place
    self.placeName = placeName
    self.slot = slot
    self.slotNumber = slotNumber
  }

  /// As a person reads it: "Shelf 1, slot 3".
  package var text: String { slotNumber.map { "\(placeName), slot \($0)" } ?? placeName }
}

/// A node in the tree of places: room, unit, shelf, crate, changer, cartridge.
package struct Place: Hashable, Sendable {
  package typealias ID = Identifier<Place>

  package enum Kind: String, CaseIterable, Sendable { case room, unit, shelf, crate, changer, cartridge }

  package var id: ID
  package var parent: ID?
  package var kind: Kind
  package var name: String

  package init(id: ID, parent: ID? = nil, kind: Kind, name: String) {
    self.id = id
    self.parent = parent
    self.kind = kind
    self.name = name
  }
}

/// A numbered position in a place.
package struct Slot: Hashable, Sendable {
  package typealias ID = Identifier<Slot>

  package var id: ID
  package var place: Place.ID
  package var placeName: String
  package var number: Int
  /// Whether it holds one copy only, as a slot of a changer does.
  package var isSingle: Bool

  package init(id: ID, place: Place.ID, placeName: String, number: Int, isSingle: Bool = true) {
    self.id = id
    self.place = place
    self.placeName = placeName
    self.number = number
    self.isSingle = isSingle
  }

  package var location: Location { Location(place: place, placeName: placeName, slot: id, slotNumber: number) }
}
