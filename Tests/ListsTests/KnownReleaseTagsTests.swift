import Catalogue
import Deadwax
import Lending
import Lists
import Queries
import Storage
import TestSupport
import Testing

/// The known tags of releases, compared with a plain loop and with the results of their queries.
@Suite(.timeLimit(.minutes(5)))
struct KnownReleaseTagsTests {
  private static func shelf() throws -> (ListShelf, KnownReleaseTags) {
    let shelf = try ListShelf(releases: 6)
    try shelf.database.write { [releases = shelf.releases] transaction in
      for (index, tags) in [
        ["Jazz Night", "reissue"], ["jazz night", "night shift"], ["jazz night"], ["Reissue", "Björk"], ["on-loan"], [],
      ].enumerated() { try transaction.storeReleaseTags(tags, of: releases[index]) }
      try transaction.recordChange(.release)
    }
    return (shelf, KnownReleaseTags(database: shelf.database))
  }

  private func all(_ known: KnownReleaseTags, _ beginning: String?, limit: Int) throws -> [KnownReleaseTags.View] {
    var (tags, cursor): ([KnownReleaseTags.View], String?) = ([], nil)
    repeat {
      let page = try known.list(beginningWith: beginning, cursor: cursor, limit: limit)
      #expect((page.total != nil) == (cursor == nil))
      tags += page.items
      cursor = page.next
    } while cursor != nil
    return tags
  }

  @Test(arguments: [1, 2, 200])
  func `the most frequent tag comes first on pages of any length, and its query finds its releases`(limit: Int) throws {
    let (shelf, known) = try Self.shelf()
    let tags = try all(known, nil, limit: limit)
    #expect(tags.map(\.tag.key) == ["jazz night", "reissue", "bjork", "night shift", "on loan"])
    #expect(tags.map(\.tag.releases) == [3, 2, 1, 1, 1])
    #expect(tags.map(\.tag.text) == ["jazz night", "Reissue", "Björk", "night shift", "on-loan"])
    for view in tags {
      let query = try Query(try #require(view.query), isTyping: false)
      let count = try shelf.database.read { reading in
        try reading.releaseCount(matching: query, at: SearchMoment(now: reading.now, in: .utc))
      }
      #expect(count == view.tag.releases, "\(query)")
    }
  }

  @Test func `a beginning finds each of the words, without case and diacritics`() throws {
    let (_, known) = try Self.shelf()
    func keys(_ beginning: String) throws -> [String] { try all(known, beginning, limit: 2).map(\.tag.key) }
    #expect(try keys("NIG") == ["jazz night", "night shift"])
    #expect(try keys("bjö") == ["bjork"])
    #expect(try keys("jazz ni") == ["jazz night"])
    #expect(try keys("ight") == [] && keys("x") == [])
    #expect(try keys(" ;!").count == 5)
  }

  @Test func `a removed release, and each change of tags, is seen at once`() throws {
    let (shelf, known) = try Self.shelf()
    #expect(try known.list(beginningWith: "on", cursor: nil, limit: 9).total == 1)
    try shelf.database.write { [release = shelf.releases[4]] transaction in
      try transaction.storeReleaseTags(["One", "onward"], of: release)
      try transaction.recordChange(.release)
    }
    #expect(try all(known, "on", limit: 9).map(\.tag.key) == ["one", "onward"])
    try shelf.undo()
    #expect(try all(known, "on", limit: 9).map(\.tag.key) == ["on loan"])
    for cursor in ["", "!", "x", "1", "-", "0-a", "-1-a", "a-b"] {
      #expect(throws: CatalogueError.self, "\(cursor)") {
        try known.list(beginningWith: nil, cursor: cursor, limit: 9)
      }
    }
  }
}
