internal import Deadwax
internal import Demo
internal import Storage

/// Imports the demonstration library into an empty database, so that a new installation has something to show.
enum DemoImporter {
  /// Imports `library.json` of the folder; does nothing if there are releases already.
  static func mergeJournal(from folder: String, into database: Database) throws {
    let isEmpty = try database.read { try $0.releases(before: nil, limit: 1).isEmpty }
    guard isEmpty else { return }
    let library = try DemoLibrary(path: folder + "/library.json")
    try database.write { transaction in
      var places: [String: Place] = [:]
      var slots: [String: Slot] = [:]
      for demo in library.places {
        let place = Place(
          id: .new(at: transaction.now), parent: demo.parent.flatMap { places[$0]?.id }, kind: demo.kind,
          name: demo.name)
        places[demo.key] = place
        try transaction.insert(place)
        try transaction.bind(demo.code.boundKey, to: .place(place.id))
        for number in demo.slots {
          let slot = Slot(id: .new(at: transaction.now), place: place.id, placeName: place.name, number: number.number)
          slots["\(demo.key) \(number.number)"] = slot
          try transaction.insert(slot)
          try transaction.bind(number.code.boundKey, to: .slot(slot.id))
        }
      }
      for demo in library.borrowers {
        let borrower = Borrower(
          id: .new(at: transaction.now), name: demo.name, shortName: demo.shortName, group: demo.group,
          isStaff: demo.isStaff, createdAt: transaction.now)
        try transaction.insert(borrower)
        try transaction.bind(demo.card.boundKey, to: .borrower(borrower.id))
      }
      var number = 0
      for demo in library.releases where demo.records.contains(where: { $0.copy != nil }) {
        let release = try insert(demo, in: transaction)
        for record in demo.records {
          guard let held = record.copy else { continue }
          number += 1
          var location: Location?
          if let key = held.place, let place = places[key] {
            let slot = held.slot.flatMap { slots["\(key) \($0)"] }
            location = slot?.location ?? Location(place: place.id, placeName: place.name)
          }
          let copy = Copy(
            id: .new(at: transaction.now), release: release, number: number, code: held.code, location: location,
            addedAt: transaction.now)
          try transaction.insert(copy)
          try transaction.bind(Code.Key(class: .tag, value: record.tag.description), to: .copy(copy.id))
        }
      }
    }
  }

  private static func insert(_ demo: DemoRelease, in transaction: WriteTransaction) throws -> Release.ID {
    let release = Release(
      id: .new(at: transaction.now), status: .resolved, medium: demo.medium, title: demo.title, artist: demo.artist,
      label: demo.label, catalogNumber: demo.catalogNumber, year: demo.year, country: demo.country,
      barcode: demo.barcode)
    try transaction.insert(release)
    if let barcode = demo.barcode {
      try transaction.bind(Code.Key(class: .gtin, value: barcode.key), to: .release(release.id))
    }
    let written = demo.barcodeAsWritten ?? demo.barcode?.upcA ?? demo.barcode?.key
    try transaction.fill(
      release,
      with: ReleaseDetail(
        genres: demo.genres, artists: [ArtistCredit(name: demo.artist)],
        labels: [LabelCredit(name: demo.label, catalogNumber: demo.catalogNumber)], formats: demo.formats,
        tracks: demo.tracks.map(\.track),
        identifiers: written.map { [ReleaseIdentifier(type: "Barcode", value: $0)] } ?? [],
        source: ReleaseDetail.Source(
          name: "Demo library", id: String(demo.discogs), url: "https://www.discogs.com/release/\(demo.discogs)",
          fetchedAt: transaction.now)))
    return release.id
  }
}

extension OwnCode {
  fileprivate var boundKey: Code.Key { Code.Key(class: .own, value: description) }
}

extension DemoTrack {
  fileprivate var track: Track {
    let seconds = duration.map { $0.split(separator: ":").compactMap { Int($0) }.reduce(0) { $0 * 60 + $1 } }
    return Track(
      kind: kind, position: position, title: artist.map { "\($0) – \(title)" } ?? title, seconds: seconds,
      parts: parts.map(\.track))
  }
}
