import Catalogue
import Deadwax
import Execution
import Lending
import Lists
import Queries
import Storage
import TestSupport
import Testing

/// Random changes of a library and undos, after each of which the count of every collection that every library has is
/// that of a full recount.
@Suite(.timeLimit(.minutes(10)))
struct CollectionCountTests {
  private static let count = 9

  @Test(arguments: 0..<3)
  func `each count is that of a full recount after random changes and undos`(_ run: Int) throws {
    var random = SeededRandom(seed: UInt64(500 + run))
    let shelf = try ListShelf(releases: Self.count)
    let collections = Collections(database: shelf.database, published: {})
    let (borrower, place): (Borrower.ID, Place.ID) = try shelf.database.write { transaction in
      let borrower = Borrower(id: transaction.newID(), name: "Ada Lovelace", shortName: "Ada")
      try transaction.insert(borrower)
      let place = Place(id: transaction.newID(), kind: .shelf, name: "Shelf")
      try transaction.insert(place)
      return (borrower.id, place.id)
    }
    let beginning = try shelf.newest().sequence
    var (seen, undone): (Set<String>, Int) = ([], 0)
    for step in 0..<250 {
      if Int.random(in: 0..<4, using: &random) == 0, step > 0 {
        // An undo that a later change prevents is refused, and changes nothing.
        let changes = try shelf.database.read { try $0.changes(limit: 6) }.filter { $0.sequence > beginning }
        guard let chosen = changes.randomElement(using: &random) else { continue }
        do {
          try shelf.undo(chosen)
          undone += 1
        } catch is PolicyRefusal {}
      } else {
        let (index, act) = (Int.random(in: 0..<Self.count, using: &random), Int.random(in: 0..<9, using: &random))
        let isOn = Bool.random(using: &random)
        try shelf.database.write { transaction in
          try Self.perform(
            act, isOn, shelf.releases[index], shelf.copies[index], place, borrower, step, in: transaction)
        }
      }
      let counts = try collections.list(seenBy: nil, in: .utc, tracksPlaces: true).map(\.count)
      let expected = try shelf.database.read { reading in
        try BuiltInCollection.allCases.map { try Self.recount($0, shelf.releases, in: reading) }
      }
      #expect(counts == expected, "seed \(run), step \(step)")
      for (collection, count) in zip(BuiltInCollection.allCases, expected) { seen.insert("\(collection) \(count)") }
      if counts != expected { return }
    }
    // Each collection must have had several sizes; otherwise little is compared.
    for collection in BuiltInCollection.allCases {
      #expect(seen.count { $0.hasPrefix("\(collection) ") } > 1, "\(collection)")
    }
    #expect(undone > 5)
    #expect(try shelf.database.write { try $0.searchIndexFaults() } == [])
  }

  private static func perform(
    _ act: Int, _ isOn: Bool, _ release: Release.ID, _ copy: Copy.ID, _ place: Place.ID, _ borrower: Borrower.ID,
    _ step: Int, in transaction: WriteTransaction
  ) throws {
    switch act {
    case 0:
      try transaction.setFavourite(isOn, release)
      try transaction.recordChange(.favourite)
    case 1:
      try transaction.setWished(isOn, release)
      try transaction.recordChange(.wish)
    case 2, 3:
      if let cover = try transaction.cover(of: release) {
        try transaction.remove(cover.id)
      } else {
        try transaction.insert(
          Attachment(
            id: transaction.newID(), subject: .release(release), kind: .picture,
            content: String(repeating: "a", count: 64), bytes: 1, size: Attachment.Size(width: 1, height: 1),
            name: "Cover", isCover: true, source: .own, sourceNumber: nil, createdAt: transaction.now))
      }
      try transaction.recordChange(.attachment)
    case 4:
      guard try transaction.copy(copy) != nil else { return }
      try transaction.move(copy, to: Location(place: place, placeName: "Shelf"))
      try transaction.recordChange(.shelve)
    case 5:
      guard let found = try transaction.copy(copy) else { return }
      try transaction.set(found.status == .lost ? .available : .lost, of: copy)
      try transaction.recordChange(.copy)
    case 6:
      if let loan = try transaction.openLoan(of: copy) {
        _ = try transaction.close(loan.id, at: .hubStation)
        try transaction.recordChange(.checkIn)
      } else if try transaction.copy(copy)?.status == .available {
        try transaction.open(
          Loan(
            id: transaction.newID(), copy: copy, borrower: borrower, openedAt: transaction.now,
            dueAt: transaction.now + .seconds(isOn ? -60 : 86_400), parts: 1), at: .hubStation)
        try transaction.recordChange(.lend)
      }
    case 7:
      guard var found = try transaction.release(release), let detail = try transaction.detail(of: release) else {
        return
      }
      // A public number, a number of the library's own, or none.
      found.barcode = isOn ? GTIN(key: "5099902988023") : step % 2 == 0 ? GTIN(key: "2900000000018") : nil
      try transaction.edit(found, detail)
      try transaction.recordChange(.release)
    default:
      // Some were added long ago.
      let added = transaction.now + .seconds(isOn ? -90 * 86_400 : -60)
      let new = Release(
        id: transaction.newID(), status: .manual, medium: .vinyl, title: "Added \(step)", artist: "Artist")
      try transaction.insert(new)
      if isOn {
        try transaction.run("UPDATE release SET created_at = ?2 WHERE id = ?1", new.id, added)
        try transaction.indexReleases()
      }
      try transaction.recordChange(.add)
    }
  }

  /// Counts a collection by reading every release with its copies.
  private static func recount(
    _ collection: BuiltInCollection, _ known: [Release.ID], in reading: ReadTransaction
  ) throws -> Int {
    let all = try reading.releases(before: nil, limit: 10_000)
    return try all.count { item in
      let id = item.release.id
      let copies = try reading.copies(of: id)
      switch collection {
      case .all: return true
      case .recentlyAdded: return reading.now.milliseconds - item.createdAt.milliseconds < 30 * 86_400_000
      case .wishList: return try reading.wishedAt(id) != nil
      case .favourites: return try reading.favouriteSince(id) != nil
      case .missingLocation:
        return copies.contains { $0.location == nil && $0.status != .lost && $0.status != .withdrawn }
      case .needsCover: return try reading.cover(of: id) == nil
      case .noBarcode: return item.release.barcode.map(\.isRestricted) ?? true
      case .loanedOut: return try copies.contains { try reading.openLoan(of: $0.id) != nil }
      case .overdueLoans:
        return try copies.contains { try reading.openLoan(of: $0.id).map { $0.dueAt < reading.now } ?? false }
      }
    }
  }
}
