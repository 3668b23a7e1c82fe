import API
import Deadwax
import Foundation
import HTTPServer
import Storage
import TestSupport
import Testing
import Wire

/// Tests that the filters of all lists have the same names and the same words. They go through the table of endpoints.
@Suite(.timeLimit(.minutes(5)))
struct ListFilterTests {
  /// The meaning of each name in the query of a list. A name has one meaning, and a meaning has one name.
  private static let meanings: [String: String] = [
    "limit": "the length of a page", "cursor": "the position of a page",
    "search": "words that a record contains", "typing": "whether a person still types the words",
    "correct": "whether a similar query may take the place of one that finds nothing",
    "state": "the state of a record",
    "from": "the name or the time at which a list begins",
    "outcome": "the outcome of a scan", "number": "the number of a copy",
    // Each other name is that of the record that the items belong to.
    "station": "a station", "borrower": "a borrower", "copy": "a copy", "release": "a release", "place": "a place",
    "uid": "a tag", "by": "an author", "kind": "the kind of a change", "medium": "the medium of a release",
    "releases": "several releases",
    "status": "the result of a look-up", "wished": "a place on the wish list",
    "favourite": "a place among the favourites", "since": "the earliest time",
    "list": "a list at Discogs", "difference": "the difference from Discogs",
    "result": "the result of a step at Discogs",
    "until": "the time before which", "fate": "what an import does with a line",
    "reason": "a reason to withdraw a copy", "years": "the years without a use",
    "class": "what a stock-take found of a record", "exceptions": "whether a person has to look at it",
    "year": "the year of a show", "month": "the month of a show", "day": "the day of a show in all years",
    "to": "the last day of a span", "venue": "the venue of a show", "city": "the city of a show",
    "region": "the state or province of a show", "song": "a song of a show", "collection": "a collection of shows",
    "library": "a place in the library's own notes", "source": "the kind of source of a recording",
    "reviews": "the smallest number of reviews",
  ]

  private static func lists(_ endpoints: [Endpoint]) -> [Endpoint] {
    endpoints.filter { endpoint in
      switch endpoint.content {
      case .list, .cachedList, .wholeList: true
      case .record, .other: false
      }
    }
  }

  /// The words and the default of `state` in docs/openapi.json, by the path of the list.
  private static func described() throws -> [String: (words: [String], standard: String?)] {
    let file = try Data(contentsOf: URL(fileURLWithPath: Repository.path("docs/openapi.json")))
    let document = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
    var found: [String: (words: [String], standard: String?)] = [:]
    for (path, operations) in try #require(document["paths"] as? [String: [String: [String: Any]]]) {
      for parameter in operations["get"]?["parameters"] as? [[String: Any]] ?? []
      where parameter["name"] as? String == "state" {
        let schema = try #require(parameter["schema"] as? [String: Any])
        found[path] = (try #require(schema["enum"] as? [String]), schema["default"] as? String)
      }
    }
    return found
  }

  @Test func `each name in the query of a list has one meaning in all lists`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    #expect(Set(Self.meanings.values).count == Self.meanings.count)
    var used: Set<String> = []
    for list in Self.lists(service.surface.endpoints) {
      let unknown = list.query.subtracting(Self.meanings.keys)
      #expect(unknown.isEmpty, "\(list.name): \(unknown.sorted()) mean what another name means, or have no meaning yet")
      used.formUnion(list.query)
    }
    #expect(used == Set(Self.meanings.keys), "a meaning without a list")
  }

  @Test func `each list by state describes its words and its default, and takes exactly those`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let described = try Self.described()
    let lists = Self.lists(library.service.surface.endpoints).filter { $0.query.contains("state") }
    let shelf = try library.request(.post, "/places", body: #"{"name":"A","kind":"shelf","slots":2}"#)
    let place = try #require(shelf.text("id"))
    // What has no end.
    let lasting = ["/tags", "/places/{id}/slots"]
    #expect(Set(lists.map(\.pattern)) == Set(described.keys))
    for list in lists {
      let path = String(list.pattern.dropFirst("/api/v1".count))
      let parameters = [("id", path.hasPrefix("/places") ? place : library.ada.id.text)]
      let (words, standard) = try #require(described[list.pattern])
      // One word for records that have not ended, one for no filter, and one default.
      #expect(words.contains("open") == !lasting.contains(path) && words.contains("all"), "\(path): \(words)")
      #expect(standard == (lasting.contains(path) ? "all" : "open"), "\(path): \(standard ?? "")")
      for word in words {
        let answer = try library.request(.get, path, query: "?state=\(word)", parameters, as: .admin)
        #expect(answer.status == 200, "\(path), \(word): \(answer.text)")
      }
      let refusal = try library.request(.get, path, query: "?state=x", parameters, as: .admin)
      #expect(refusal.status == 400 && refusal.code == "bad-request", "\(path): \(refusal.text)")
      let named = try #require(refusal.text("detail")?.split(separator: "one of ").last)
      #expect(Set(named.dropLast().split(separator: ", ").map(String.init)) == Set(words), "\(path): \(refusal.text)")
      let given = try library.request(.get, path, query: "?state=\(try #require(standard))", parameters, as: .admin)
      let absent = try library.request(.get, path, parameters, as: .admin)
      #expect(given.text == absent.text, "\(path): the default is not \(standard ?? "")")
    }
  }

  @Test func `the default of a list by state is seen in its items`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.set("fees.on", "yes")
    func items(_ path: String) throws -> [String] {
      let parts = path.split(separator: "?")
      let query = parts.count > 1 ? "?\(parts[1])" : ""
      return try library.request(.get, String(parts[0]), query: query).items.compactMap { $0["id"] as? String }
    }
    func made(_ path: String, _ body: String) throws -> String {
      let answer = try library.request(.post, path, body: body)
      return try #require(answer.text("id"), "\(answer.text)")
    }
    let fees = try (0..<2).map { _ in try made("/fees", #"{"borrower":"\#(library.ada.id)","amount":150}"#) }
    #expect(try library.request(.post, "/fees/{id}/settle", [("id", fees[0])]).status == 200)
    #expect(try items("/fees") == [fees[1]] && items("/fees?state=settled") == [fees[0]])
    #expect(try Set(items("/fees?state=all")) == Set(fees))
    let holds = try library.copies.prefix(2).map { copy in
      try made("/holds", #"{"copy":"\#(copy.id)","borrower":"\#(library.bob.id)"}"#)
    }
    #expect(try library.request(.post, "/holds/{id}/cancel", [("id", holds[0])]).status == 200)
    #expect(try items("/holds?state=open") == [holds[1]] && items("/holds?state=cancelled") == [holds[0]])
    #expect(try items("/holds") == [holds[1]] && Set(items("/holds?state=all")) == Set(holds))
  }

  /// Returns the ids of the items of a list.
  private static func ids(_ library: LendingLibrary, _ path: String, _ query: String = "") throws -> [String] {
    try library.request(.get, path, query: query).items.compactMap { $0["id"] as? String }
  }

  @Test func `loans are listed open by default, and all of them with the newest first`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    var loans: [String] = []
    for copy in 0..<2 { loans.append(try library.lend(copy, to: library.bob).text("id") ?? "") }
    #expect(try library.request(.post, "/loans/{id}/return", [("id", loans[0])]).status == 200)
    #expect(try Self.ids(library, "/loans") == [loans[1]])
    #expect(try Self.ids(library, "/loans", "?state=returned") == [loans[0]])
    #expect(try Self.ids(library, "/loans", "?state=all") == [loans[1], loans[0]])
    let next = try library.request(.get, "/loans", query: "?state=all&limit=1").text("next") ?? ""
    #expect(try Self.ids(library, "/loans", "?state=all&limit=1&cursor=\(next)") == [loans[0]])
  }

  @Test func `an inbox is listed open by default, and all of it with the newest first`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    for text in ["MY-17", "MY-18"] {
      try library.service.database.write { transaction in
        let key = Code.Key(class: .text, value: text)
        _ = try transaction.storeUnknown(key, .code128, scan: transaction.newID(), at: .hubStation)
        _ = try transaction.recordChange(.inbox)
      }
    }
    let codes = try Self.ids(library, "/inbox")
    try #require(codes.count == 2)
    #expect(try library.request(.post, "/inbox/{id}/forget", [("id", codes[0])]).status == 200)
    #expect(try Self.ids(library, "/inbox") == [codes[1]])
    #expect(try Self.ids(library, "/inbox", "?state=forgotten") == [codes[0]])
    #expect(try Self.ids(library, "/inbox", "?state=all") == codes)
  }
}
