import Catalogue
import Deadwax
import Execution
import Staff
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DuplicateGroupsTests {
  /// Adds a release with a source, or one that was entered by hand.
  private func add(
    _ office: StaffLibrary, _ title: String, source: String? = nil, number: String? = nil, label: String? = "Label",
    medium: Medium = .cd
  ) throws -> Release.ID {
    try office.database.write { transaction in
      let release = Release(
        id: transaction.newID(), status: .manual, medium: medium, title: title, artist: "Artist", label: label,
        catalogNumber: number)
      try transaction.insert(release)
      if let source {
        try transaction.fill(
          release,
          with: ReleaseDetail(
            source: ReleaseDetail.Source(
              name: "discogs", id: source, url: "https://www.discogs.com/release/\(source)", fetchedAt: transaction.now)
          ))
      }
      try transaction.recordChange(.release, reason: "add")
      return release.id
    }
  }

  /// Returns all groups, read in pages of a size, as sorted ids.
  private func groups(_ office: StaffLibrary, by size: Int = 50) throws -> [Set<Release.ID>] {
    var (all, cursor, pages) = ([Set<Release.ID>](), String?.none, 0)
    repeat {
      let page = try office.counter.releases.duplicateGroups(cursor: cursor, limit: size)
      #expect(page.items.count <= size)
      all += page.items.map { Set($0.releases.map(\.release.id)) }
      cursor = page.next
      pages += 1
    } while cursor != nil && pages < 100
    return all
  }

  @Test func `one record of a source, and one label, number and title, are groups`() throws {
    let office = try StaffLibrary()
    let first = try add(office, "Blue", source: "7")
    let second = try add(office, "Another title", source: "7")
    _ = try add(office, "Blue", source: "8")
    let third = try add(office, "Red Songs", number: "AB-12.3")
    let fourth = try add(office, "RED songs!", number: "ab 123", label: "LABEL")
    // Another label, another title, another medium, no number.
    _ = try add(office, "Red Songs", number: "AB123", label: "Other")
    _ = try add(office, "Green", number: "AB123")
    _ = try add(office, "Red Songs", number: "AB123", medium: .vinyl)
    _ = try add(office, "Red Songs")
    for size in [1, 2, 50] { #expect(try groups(office, by: size) == [[first, second], [third, fourth]]) }
    let page = try office.counter.releases.duplicateGroups(cursor: nil, limit: 50)
    #expect(page.items.map(\.reasons) == [[.sameSource], [.sameCatalogNumber]])
  }

  @Test func `several groups of one number are shown on several pages`() throws {
    let office = try StaffLibrary()
    var expected: Set<Set<Release.ID>> = []
    for title in ["One", "Two", "Three"] {
      expected.insert([try add(office, title, number: "N 1"), try add(office, title, number: "N-1")])
    }
    for size in 1...4 {
      let found = try groups(office, by: size)
      #expect(found.count == 3 && Set(found) == expected, "\(size)")
    }
  }

  @Test func `two records of a source are no group, but one without a source is one with both`() throws {
    let office = try StaffLibrary()
    let first = try add(office, "Blue", source: "7", number: "X1")
    let second = try add(office, "Blue", source: "8", number: "X1")
    #expect(try groups(office).isEmpty)
    let third = try add(office, "Blue", number: "X 1")
    #expect(try groups(office) == [[first, second, third]])
  }

  @Test func `releases that a person found to be different stay away until the undo, and merged ones are gone`() throws
  {
    let office = try StaffLibrary()
    let ids = try (1...3).map { _ in try add(office, "Blue", source: "7") }
    try office.counter.releases.setDifferent([ids[0], ids[1]], by: "test")
    #expect(try groups(office) == [Set(ids)])
    try office.counter.releases.setDifferent(ids, by: "test")
    #expect(try groups(office).isEmpty)
    try office.undoLast()
    #expect(try groups(office) == [Set(ids)])
    try office.counter.releases.setDifferent([ids[2], ids[0]], by: "test")
    #expect(try groups(office) == [[ids[1], ids[2]]])
    _ = try office.counter.releases.merge(ids[2], ifVersion: nil, into: ids[1], ifVersion: nil, by: "test")
    #expect(try groups(office).isEmpty)
    // A later record of the same edition is a group with those that were found to be different from each other.
    let fourth = try add(office, "Blue", source: "7")
    #expect(try groups(office) == [[ids[0], ids[1], fourth]])
  }

  @Test func `the duplicates of one release follow the same rules as the groups`() throws {
    let office = try StaffLibrary()
    func duplicates(_ id: Release.ID) throws -> Set<Release.ID> {
      Set(try office.counter.releases.duplicates(of: id).map(\.release.id))
    }
    let first = try add(office, "Red Songs", number: "AB-12.3")
    let second = try add(office, "RED songs!", number: "ab 123", label: "LABEL")
    _ = try add(office, "Red Songs", number: "AB123", medium: .vinyl)
    _ = try add(office, "Green", number: "AB-12.3")
    #expect(try duplicates(first) == [second] && duplicates(second) == [first])
    try office.counter.releases.setDifferent([second, first], by: "test")
    #expect(try duplicates(first).isEmpty && duplicates(second).isEmpty)
    try office.undoLast()
    #expect(try duplicates(first) == [second])
  }

  @Test func `one release, one twice, an unknown one and another cursor are refused`() throws {
    let office = try StaffLibrary()
    let id = try add(office, "Blue")
    for releases in [[], [id], [id, id]] {
      #expect(office.field { try office.counter.releases.setDifferent(releases, by: "test") } == "releases")
    }
    #expect(throws: StaffError.noSuchRelease) {
      try office.counter.releases.setDifferent([id, .absent], by: "test")
    }
    for cursor in ["", "x", "s", "s.g.", "n.zz.0", "n.61.-1", "n.6.0", "s.ff.00"] {
      #expect(throws: StaffError.badCursor) {
        try office.counter.releases.duplicateGroups(cursor: cursor, limit: 5)
      }
    }
    #expect(try office.count("release_difference") == 0)
  }
}
