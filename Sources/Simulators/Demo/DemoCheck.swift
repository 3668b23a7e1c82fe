internal import Deadwax

/// Validation of the demo file. It converts the file to values and stops at the first error.
struct DemoCheck {
  private typealias Fault = DemoLibrary.Fault

  private var codes: Set<OwnCode> = []
  private var tags: Set<TagID> = []
  private var names: Set<String> = []
  /// The slot numbers by the key of their place.
  private var slots: [String: Set<Int>] = [:]
  /// The slots that hold a copy.
  private var taken: Set<String> = []

  mutating func places(_ given: [DemoFile.Place]) throws(DemoLibrary.Fault) -> [DemoPlace] {
    var places: [DemoPlace] = []
    for place in given {
      let what = "place \(place.key)"
      guard let kind = Place.Kind(rawValue: place.kind) else { throw fault(what, "has no kind \(place.kind)") }
      guard slots[place.key] == nil else { throw fault(what, "is listed twice") }
      if let parent = place.parent, slots[parent] == nil { throw fault(what, "is in an unknown place \(parent)") }
      try text(place.name, of: what)
      var ofPlace: [DemoSlot] = []
      for (index, slot) in (place.slots ?? []).enumerated() {
        guard slot.number == index + 1 else { throw fault(what, "has slots that are not numbered from 1") }
        ofPlace.append(
          DemoSlot(number: slot.number, code: try code(.slot, slot.code, of: "\(what), slot \(slot.number)")))
      }
      slots[place.key] = Set(ofPlace.map(\.number))
      places.append(
        DemoPlace(
          key: place.key, kind: kind, name: place.name, parent: place.parent,
          code: try code(.place, place.code, of: what),
          slots: ofPlace))
    }
    return places
  }

  mutating func borrowers(_ given: [DemoFile.Borrower]) throws(DemoLibrary.Fault) -> [DemoBorrower] {
    var borrowers: [DemoBorrower] = []
    for borrower in given {
      let what = "borrower \(borrower.name)"
      try text(borrower.name, of: what)
      try text(borrower.shortName, of: what)
      if let group = borrower.group { try text(group, of: what) }
      guard names.insert(borrower.shortName).inserted else { throw fault(what, "has the short name of another") }
      borrowers.append(
        DemoBorrower(
          name: borrower.name, shortName: borrower.shortName, card: try code(.borrower, borrower.card, of: what),
          group: borrower.group ?? "standard", isStaff: borrower.isStaff ?? false))
    }
    return borrowers
  }

  mutating func releases(_ given: [DemoFile.Release]) throws(DemoLibrary.Fault) -> [DemoRelease] {
    var releases: [DemoRelease] = []
    var ids: Set<Int64> = []
    var barcodes: Set<GTIN> = []
    for release in given {
      let what = "release \(release.discogs)"
      guard release.discogs > 0, ids.insert(release.discogs).inserted else { throw fault(what, "is listed twice") }
      for value in [release.title, release.artist, release.label, release.catalogNumber, release.source] {
        try text(value, of: what)
      }
      let barcode = try barcode(of: release, what)
      if let barcode, !barcodes.insert(barcode).inserted { throw fault(what, "has the barcode of another") }
      if let year = release.year, !(1900...2100).contains(year) { throw fault(what, "is of the year \(year)") }
      guard let medium = Medium(rawValue: release.medium) else { throw fault(what, "has no medium \(release.medium)") }
      guard !release.formats.isEmpty, release.formats.allSatisfy({ $0.quantity > 0 && !$0.name.isEmpty }) else {
        throw fault(what, "has no format, or an empty one")
      }
      guard !release.records.isEmpty else { throw fault(what, "has no record") }
      var records: [DemoRecord] = []
      for record in release.records { records.append(try self.record(record, what)) }
      var tracks: [DemoTrack] = []
      for track in release.tracks { tracks.append(try self.track(track, what)) }
      releases.append(
        DemoRelease(
          discogs: release.discogs, title: release.title, artist: release.artist, label: release.label,
          catalogNumber: release.catalogNumber, barcode: barcode, barcodeAsWritten: release.barcodeAsWritten,
          country: release.country, year: release.year, medium: medium,
          formats: release.formats.map {
            Format(name: $0.name, quantity: $0.quantity, text: $0.text, descriptions: $0.descriptions)
          }, genres: release.genres, tracks: tracks, records: records, source: release.source))
    }
    return releases
  }

  private func barcode(of release: DemoFile.Release, _ what: String) throws(DemoLibrary.Fault) -> GTIN? {
    guard let digits = release.barcode else {
      if release.barcodeAsWritten != nil { throw fault(what, "has a printed barcode, but no digits") }
      return nil
    }
    guard case .gtin(let gtin) = GTIN.read(digits) else { throw fault(what, "has no valid barcode: \(digits)") }
    if let written = release.barcodeAsWritten, gtin.likeness(to: written) != .same {
      throw fault(what, "has two barcodes: \(digits) and \(written)")
    }
    return gtin
  }

  private mutating func record(_ record: DemoFile.Record, _ what: String) throws(DemoLibrary.Fault) -> DemoRecord {
    guard let tag = TagID(record.tag), tag.scheme == .nfcA, tag.bytes.count == 7, tag.bytes.first == 0x04 else {
      throw fault(what, "has a tag whose number is not one of NXP's: \(record.tag)")
    }
    guard tags.insert(tag).inserted else { throw fault(what, "has the tag of another record") }
    guard let copy = record.copy else { return DemoRecord(tag: tag, copy: nil) }
    if let place = copy.place {
      guard let numbers = slots[place] else { throw fault(what, "belongs in an unknown place \(place)") }
      if let slot = copy.slot {
        guard numbers.contains(slot) else { throw fault(what, "belongs in slot \(slot), which \(place) does not have") }
        guard taken.insert("\(place) \(slot)").inserted else {
          throw fault(what, "belongs in slot \(slot), which is taken")
        }
      }
    } else if copy.slot != nil {
      throw fault(what, "belongs in a slot without a place")
    }
    return DemoRecord(
      tag: tag,
      copy: DemoCopy(
        code: try code(.copy, copy.code, of: what), isWritten: copy.isWritten, place: copy.place, slot: copy.slot))
  }

  private func track(_ track: DemoFile.Track, _ what: String) throws(DemoLibrary.Fault) -> DemoTrack {
    var parts: [DemoTrack] = []
    for part in track.parts ?? [] { parts.append(try self.track(part, what)) }
    if let duration = track.duration, !isDuration(duration) { throw fault(what, "has a track of \(duration)") }
    switch (track.heading, track.work, track.title) {
    case (let heading?, nil, nil) where parts.isEmpty && track.duration == nil:
      return DemoTrack(kind: .heading, position: "", title: heading, artist: nil, duration: nil, parts: [])
    case (nil, let work?, nil) where !parts.isEmpty:
      return DemoTrack(
        kind: .index, position: "", title: work, artist: track.artist, duration: track.duration, parts: parts)
    case (nil, nil, let title?) where parts.isEmpty:
      guard let position = track.position, !position.isEmpty else {
        throw fault(what, "has a track without a position")
      }
      return DemoTrack(
        kind: .track, position: position, title: title, artist: track.artist, duration: track.duration, parts: [])
    default: throw fault(what, "has a row that is neither a track, nor a heading, nor a work")
    }
  }

  private mutating func code(
    _ kind: OwnCode.Kind, _ number: UInt64, of what: String
  ) throws(DemoLibrary.Fault) -> OwnCode {
    // Every JSON parser preserves whole numbers up to 2^53.
    guard (1...(1 << 53)).contains(number) else { throw fault(what, "has a code outside 1 to 2^53") }
    let code = OwnCode(kind, number: number)
    guard codes.insert(code).inserted else { throw fault(what, "has the code of another") }
    return code
  }

  private func text(_ value: String, of what: String) throws(DemoLibrary.Fault) {
    guard !value.isEmpty, value == value.trimmed else { throw fault(what, "has an empty or untidy text") }
  }

  private func isDuration(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 && (1...3).contains(parts[0].count) && parts[1].count == 2
      && parts.allSatisfy { $0.utf8.allSatisfy(\.isASCIIDigit) } && (UInt8(parts[1]) ?? 60) < 60
  }

  private func fault(_ what: String, _ sentence: String) -> DemoLibrary.Fault {
    Fault(description: "demo library: \(what) \(sentence)")
  }
}
