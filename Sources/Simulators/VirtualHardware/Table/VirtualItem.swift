internal import Deadwax
internal import Demo
internal import Imaging
internal import LabelDrawing
internal import NDEF
internal import VirtualChip

/// An object on the virtual table that can be held before the camera. Records and tags can also be laid on the reader.
struct VirtualItem: Sendable {
  enum Kind: String, Sendable { case record, borrower, slot, command, tag }

  let id: String
  let kind: Kind
  let title: String
  let subtitle: String?
  /// The tag in it; nil if there is none.
  let tag: AnyCard?
  /// True if the camera can read a code on it.
  let hasBarcode: Bool
  /// A function that draws the item upright and sharp.
  let draw: @Sendable () throws -> LumaFrame

  /// Returns every item: the demo's records, cards and slot labels, a card for each command, and loose tags.
  static func all(of library: DemoLibrary) -> [VirtualItem] {
    library.records.enumerated().map { record($0.element.release, $0.element.record, seed: UInt64($0.offset)) }
      + library.borrowers.map(card)
      + library.places.flatMap { place in place.slots.map { slot($0, of: place) } }
      + Command.allCases.map(command)
      + LooseTag.all.map(loose)
  }

  private static func record(_ release: DemoRelease, _ record: DemoRecord, seed: UInt64) -> VirtualItem {
    var tag = Type2Card(.ntag213, uid: record.tag)
    if let copy = record.copy, copy.isWritten { tag = tag.carrying(PseudoBarcode.message(for: copy.code)) }
    let sleeve = Sleeve(
      title: release.title, artist: release.artist, catalogNumber: release.catalogNumber, barcode: release.barcode,
      medium: release.medium == .vinyl ? .vinyl : .cd, tracks: release.tracks.map(\.title))
    let facts = [release.artist, release.year.map(String.init), release.medium.shortName].compactMap(\.self)
    return VirtualItem(
      id: "record-\(record.tag)", kind: .record, title: release.title, subtitle: facts.joined(separator: " · "),
      tag: tag, hasBarcode: release.barcode != nil, draw: { try sleeve.drawn(seed: seed) })
  }

  private static func card(_ borrower: DemoBorrower) -> VirtualItem {
    VirtualItem(
      id: "borrower-\(borrower.card.body)", kind: .borrower, title: borrower.shortName,
      subtitle: borrower.isStaff ? "Staff card" : "Library card",
      tag: nil, hasBarcode: true, draw: { try BorrowerCard.drawn(shortName: borrower.shortName, code: borrower.card) })
  }

  private static func slot(_ slot: DemoSlot, of place: DemoPlace) -> VirtualItem {
    VirtualItem(
      id: "slot-\(slot.code.body)", kind: .slot, title: "\(place.name), slot \(slot.number)", subtitle: "Slot label",
      tag: nil, hasBarcode: true, draw: { try SlotLabel.drawn(place: place.name, slot: slot.number, code: slot.code) })
  }

  private static func loose(_ tag: LooseTag) -> VirtualItem {
    VirtualItem(
      id: "tag-\(tag.name)", kind: .tag, title: tag.title, subtitle: tag.subtitle, tag: tag.card, hasBarcode: false,
      draw: { try TagSticker.drawn(title: tag.title) })
  }

  private static func command(_ command: Command) -> VirtualItem {
    VirtualItem(
      id: "command-\(command.code.body)", kind: .command, title: command.title, subtitle: "Command card", tag: nil,
      hasBarcode: true,
      draw: { try CommandCard.drawn(command) })
  }
}

extension Medium {
  fileprivate var shortName: String {
    switch self {
    case .cd: "CD"
    case .vinyl: "LP"
    case .cassette: "Cassette"
    case .other: "Record"
    }
  }
}
