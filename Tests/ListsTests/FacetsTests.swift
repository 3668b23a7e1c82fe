import Catalogue
import Deadwax
import Execution
import Lending
import Lists
import Queries
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FacetsTests {
  /// A shelf of 13 releases of jazz, each with a genre of its own.
  private static func shelf() throws -> (ListShelf, Facets) {
    let shelf = try ListShelf(releases: 13)
    try shelf.database.write { [releases = shelf.releases] transaction in
      for (index, id) in releases.enumerated() {
        guard let release = try transaction.release(id) else { throw TestFailure("\(id)") }
        try transaction.fill(release, with: ReleaseDetail(genres: ["Jazz", "Genre \(index)"]))
      }
    }
    return (shelf, Facets(database: shelf.database))
  }

  private func tables(
    _ text: String, _ facets: Facets, isTyping: Bool = false, patience: Duration = .seconds(60)
  ) throws -> [Facet: FacetTable] {
    let search = Catalogue.Search(text, isTyping: isTyping, isCorrected: false, zone: .utc, patience: patience)
    let found = try #require(try facets.found(by: search, in: ReleaseFilter()))
    #expect(found.tables.map(\.facet) == Facet.allCases)
    return Dictionary(uniqueKeysWithValues: found.tables.map { ($0.facet, $0) })
  }

  @Test func `a facet has its ten most frequent values as the records write them, and the number of the others`() throws
  {
    let (_, facets) = try Self.shelf()
    let found = try tables("", facets)
    let genres = try #require(found[.genre])
    #expect(genres.values.count == Facets.most && genres.more == 4)
    #expect(genres.values.first?.name == "Jazz" && genres.values.first?.count == 13)
    #expect(genres.values.map(\.count) == [13] + Array(repeating: 1, count: 9))
    #expect(genres.values.first?.query == "genre:=jazz" && genres.values.first?.search == "genre:=jazz")
    #expect(genres.values.last?.query == "genre:=\"genre 5\"", "\(genres.values)")
    #expect(found[.medium]?.values.map(\.key) == ["cd"] && found[.medium]?.more == 0)
    #expect(found[.loan]?.values.map(\.query) == ["-on-loan"] && found[.decade]?.values == [])
  }

  @Test func `a chosen value comes first, and its query is the search without it`() throws {
    let (_, facets) = try Self.shelf()
    let genres = try #require(try tables("sort:-year genre:=\"Genre 7\" title genre:=jazz", facets)[.genre])
    #expect(genres.values.map(\.name) == ["Genre 7", "Jazz"] && genres.values.allSatisfy(\.isChosen))
    #expect(genres.values.map(\.search) == ["title genre:=jazz sort:-year", "genre:=\"genre 7\" title sort:-year"])
    let one = try tables("genre:=jazz", facets)
    #expect(one[.genre]?.values.first?.search == "")
    #expect(one[.medium]?.values.first?.search == "genre:=jazz medium:cd")
    let lent = try #require(try tables("medium:cd -on-loan", facets)[.loan]?.values.first)
    #expect(lent.isChosen && lent.search == "medium:cd")
    // A decade is the range of its years, however it was typed.
    let decade = try Query("decade:70s", isTyping: false).description
    #expect(decade == "year:1970..1979")
  }

  @Test func `a value is added to alternatives as a whole, and a word that is being typed stays a beginning`() throws {
    let (_, facets) = try Self.shelf()
    let either = try #require(try tables("title:1 OR title:2", facets)[.genre]?.values.first)
    #expect(either.search == "(title:1 OR title:2) genre:=jazz" && either.count == 2)
    let typed = try #require(try tables("artist:artist ti", facets, isTyping: true)[.genre]?.values.first)
    #expect(typed.search == "artist:artist ti* genre:=jazz" && typed.count == 13)
  }

  @Test func `a search with no room for a value offers none, and one without releases has none`() throws {
    let (_, facets) = try Self.shelf()
    let full = try tables(Array(repeating: "title", count: 64).joined(separator: " "), facets)
    #expect(full[.genre]?.values == [] && full[.genre]?.more == 14, "\(full)")
    let none = try tables("nowhere", facets)
    #expect(none.values.allSatisfy { $0.values.isEmpty && $0.more == 0 })
    #expect(throws: QueryError.self) { try tables("artits:x", facets) }
  }

  @Test func `counting ends after its time without a wrong number`() throws {
    let shelf = try ListShelf(releases: 400)
    let facets = Facets(database: shelf.database)
    let search = Catalogue.Search("-nowhere", isTyping: false, isCorrected: false, zone: .utc, patience: .zero)
    #expect(try facets.found(by: search, in: ReleaseFilter()) == nil)
    #expect(try tables("-nowhere", facets)[.medium]?.values.first?.count == 400)
    try shelf.database.write { try $0.setPosition(0, ofJob: "search-index") }
    #expect(throws: StaffError.indexing) { try tables("", facets) }
  }
}
