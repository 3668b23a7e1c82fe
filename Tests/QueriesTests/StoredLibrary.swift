import Deadwax
import Lending
import Log
import Queries
import Storage
import TestSupport

/// A database whose releases have what naive records have, so that both can be asked the same.
struct StoredLibrary {
  private let folder: TemporaryFolder
  let database: Database
  private(set) var records: [(id: Release.ID, record: NaiveRecord)] = []

  static let now = Timestamp(milliseconds: (Int64(NaiveRecord.today) * 86_400 + 43_200) * 1000)
  static let moment = SearchMoment(now: now, in: .utc)

  init(_ count: Int, _ random: inout SeededRandom) throws {
    folder = try TemporaryFolder("deadwax-queries", inMemory: true)
    database = try Database(
      path: "\(folder.path)/desk.sqlite", migrations: Migration.all, logger: .silent, now: { Self.now })
    let borrower = try database.write { transaction in
      let borrower = Borrower(id: transaction.newID(), name: "Ada Lovelace", shortName: "Ada")
      try transaction.insert(borrower)
      return borrower.id
    }
    for number in 0..<count {
      var record = NaiveRecord.random(&random)
      record.texts[.title] = record.texts[.title].map { Array($0.prefix(1)) }
      record.texts[.country] = record.texts[.country].map { Array($0.prefix(1)) }
      let moment = WriteMoment(
        now: Timestamp(milliseconds: (Int64(record.added) * 86_400 + Int64(number % 3)) * 1000), seed: random.next())
      let drawn = record
      let stored = try database.write(at: moment) { transaction in
        try Self.store(drawn, at: number * 10, for: borrower, in: transaction)
      }
      records.append(stored)
    }
  }

  /// The barcode of every fourth release without a printed one: a number of the library's own, and a public one.
  private static let ownBarcode = GTIN(key: "2900000000018")
  private static let publicBarcode = GTIN(key: "5099902988023")

  /// Stores a record as a release with copies, and returns it with all that follows from them.
  private static func store(
    _ drawn: NaiveRecord, at number: Int, for borrower: Borrower.ID, in transaction: WriteTransaction
  ) throws -> (id: Release.ID, record: NaiveRecord) {
    var record = drawn
    func texts(_ field: QueryTextField) -> [String] { drawn.texts[field, default: []] }
    let barcodes = drawn.numbers[.barcode] == nil ? [nil, ownBarcode, publicBarcode, nil] : [nil]
    let barcode = barcodes[number / 10 % barcodes.count]
    let release = Release(
      id: transaction.newID(), status: .resolved, medium: drawn.medium, title: texts(.title).first ?? "",
      artist: texts(.artist).first ?? "", label: texts(.label).first,
      catalogNumber: drawn.numbers[.catalogue]?.first, year: drawn.year, country: texts(.country).first,
      barcode: barcode)
    try transaction.insert(release)
    let printed = [("Barcode", QueryNumberField.barcode), ("Matrix / Runout", .matrix)]
    try transaction.fill(
      release,
      with: ReleaseDetail(
        notes: texts(.note).first, genres: texts(.genre), styles: texts(.style),
        artists: texts(.artist).dropFirst().map { ArtistCredit(name: $0) }
          + texts(.credit).map { ArtistCredit(name: $0, role: "Producer") },
        labels: texts(.label).dropFirst().map { LabelCredit(name: $0, catalogNumber: nil) },
        formats: texts(.format).map { Format(name: "", quantity: 1, text: nil, descriptions: [$0]) },
        tracks: texts(.track).map { Track(position: "1", title: $0, seconds: nil) },
        identifiers: printed.flatMap { type, field in
          drawn.numbers[field, default: []].map { ReleaseIdentifier(type: type, value: $0, note: nil) }
        }))
    if !texts(.tag).isEmpty {
      try transaction.storeReleaseTags(ReleaseTag.distinct(texts(.tag)).map(\.text), of: release.id)
    }
    var codes: [String] = []
    var copies: [Copy.ID] = []
    // The copies that are neither lost nor withdrawn, and those that were lent.
    var (held, lent): (Set<Copy.ID>, Set<Copy.ID>) = ([], [])
    var states = drawn.states.intersection([.wished, .favourite, .needsCover])
    func add(
      _ place: Place.ID?, _ grade: Grade?, _ notes: String?, _ status: Copy.Status = .available
    ) throws -> Copy.ID {
      let copy = Copy(
        id: transaction.newID(), release: release.id, number: number + codes.count + 1,
        code: transaction.newOwnCode(.copy), location: place.map { Location(place: $0, placeName: "") },
        mediaCondition: grade?.rawValue, status: status, addedAt: transaction.now)
      try transaction.insert(copy)
      if let notes { try transaction.setNotes(notes, of: copy.id) }
      codes.append(copy.code.description)
      copies.append(copy.id)
      if place == nil, status == .available { states.insert(.missingLocation) }
      if status == .available { held.insert(copy.id) }
      return copy.id
    }
    for name in texts(.place) {
      let place = Place(id: transaction.newID(), kind: .shelf, name: name)
      try transaction.insert(place)
      _ = try add(place.id, nil, nil)
    }
    if drawn.states.contains(.missingLocation) {
      for grade in drawn.grades { _ = try add(nil, grade, nil) }
    } else {
      // Lost and withdrawn copies need no place.
      for (index, grade) in drawn.grades.enumerated() {
        _ = try add(nil, grade, nil, index % 2 == 0 ? .lost : .withdrawn)
      }
    }
    for note in texts(.note).dropFirst() { _ = try add(nil, nil, note) }
    // A release without a copy has no loans.
    record.lent = copies.isEmpty ? [] : drawn.lent
    for (index, day) in record.lent.enumerated() {
      let copy = copies[(index + number / 10) % copies.count]
      let time = Timestamp(milliseconds: Int64(day) * 86_400_000 + Int64(index) * 43_200_000)
      try transaction.insert(
        Loan(
          id: transaction.newID(), copy: copy, borrower: borrower, openedAt: time, dueAt: time, returnedAt: time,
          parts: 1), at: .hubStation, returnedAt: .hubStation)
      lent.insert(copy)
    }
    if drawn.states.contains(.onLoan) {
      let isOverdue = drawn.states.contains(.overdue)
      let copy = try add(nil, nil, nil)
      lent.insert(copy)
      record.lent.append(drawn.added)
      try transaction.open(
        Loan(
          id: transaction.newID(), copy: copy, borrower: borrower, openedAt: transaction.now,
          dueAt: now + .seconds(isOverdue ? -1 : 1), parts: 1), at: .hubStation)
      states.formUnion(isOverdue ? [.onLoan, .overdue] : [.onLoan])
    }
    if !held.isSubset(of: lent) { states.insert(.neverLent) }
    try fill(texts(.crate), with: number % 20 == 0 ? nil : copies.last, of: release.id, in: transaction)
    if states.contains(.wished) { _ = try transaction.setWished(true, release.id) }
    if states.contains(.favourite) { _ = try transaction.setFavourite(true, release.id) }
    if !states.contains(.needsCover) {
      try transaction.insert(
        Attachment(
          id: transaction.newID(), subject: .release(release.id), kind: .picture,
          content: String(repeating: "a", count: 64), bytes: 1, size: Attachment.Size(width: 1, height: 1),
          name: "Cover", isCover: true, source: .own,
          sourceNumber: nil, createdAt: transaction.now))
    }
    if let barcode { record.numbers[.barcode] = [barcode.key] }
    if drawn.numbers[.barcode] == nil, barcode != Self.publicBarcode { states.insert(.noBarcode) }
    record.numbers[.code] = codes
    record.states = states
    _ = try transaction.recordChange(.add)
    return (release.id, record)
  }

  /// Makes crates, each in the one before. The last one has a copy, or the release, and so all of them have it.
  private static func fill(
    _ names: [String], with copy: Copy.ID?, of release: Release.ID, in transaction: WriteTransaction
  ) throws {
    var parent: Crate.ID?
    for name in names {
      let crate = Crate(
        id: transaction.newID(), parent: parent, name: name, note: nil, createdAt: transaction.now, version: 1)
      try transaction.insert(crate)
      parent = crate.id
    }
    guard let last = parent else { return }
    _ = try transaction.append(copy.map(CrateItem.Subject.copy) ?? .release(release), to: last, id: transaction.newID())
  }

  /// Returns the ids of the releases that a naive evaluation finds.
  func expected(_ query: Query) -> Set<Release.ID> {
    Set(records.filter { item in query.condition.map(item.record.matches) ?? true }.map(\.id))
  }
}
