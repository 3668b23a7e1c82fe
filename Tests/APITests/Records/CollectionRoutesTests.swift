import API
import Deadwax
import HTTPServer
import Lists
import RequestRecords
import Storage
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct CollectionRoutesTests {
  private static let body = #"{"name":"Coltrane","query":"artist:coltrane sort:-year"}"#

  /// A person who is signed in, over a library.
  private struct Person {
    let library: TagLibrary
    private let headers: [(String, String)]

    init(_ library: TagLibrary, _ name: String) throws {
      self.library = library
      let accounts = library.service.access.accounts
      let account = try accounts.make(
        id: nil, name: name, role: Role.staff.rawValue, passphrase: "seven quiet records")
      let token = try accounts.signIn(account, replacing: nil, idleLimit: .seconds(3600)).token
      headers = [("origin", "http://127.0.0.1"), ("cookie", "deadwax=\(token)")]
    }

    func send(
      _ method: Method, _ id: String? = nil, _ body: String? = nil, more: [(String, String)] = []
    ) throws -> TagLibrary.Answer {
      try library.request(
        method, id == nil ? "/collections" : "/collections/{id}", id.map { [("id", $0)] } ?? [], body: body,
        headers: headers + more)
    }

    /// Returns the names of the collections that people made.
    func names() throws -> [String] { try CollectionRoutesTests.names(try send(.get)) }
  }

  private static func names(_ answer: TagLibrary.Answer) throws -> [String] {
    answer.items.filter { $0["isBuiltIn"] as? Bool == false }.compactMap { $0["name"] as? String }
  }

  @Test func `the list begins with the collections of every library, and each count is that of its query`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    _ = try library.lend(0, to: library.ada)
    let list = try library.request(.get, "/collections", as: .station)
    #expect(list.items.compactMap { $0["id"] as? String } == BuiltInCollection.allCases.map(\.rawValue), "\(list.text)")
    for item in list.items {
      let query = try #require(item["query"] as? String)
      let encoded = query.replacing(":", with: "%3A")
      let found = try library.request(.get, "/releases", query: "?search=\(encoded)", as: .station).items.count
      #expect(item["count"] as? Int == found, "\(item)")
      let one = try library.request(.get, "/collections/{id}", [("id", item["id"] as? String ?? "")], as: .station)
      #expect(one.status == 200 && one.number("count") == found && one.json["version"] == nil, "\(one.text)")
    }
    let loaned = try library.request(.get, "/collections/{id}", [("id", "loaned-out")])
    #expect(loaned.number("count") == 1)
  }

  @Test func `a collection is made once, changed in the version that was seen, removed and restored`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    func make() throws -> TagLibrary.Answer {
      try library.request(.post, "/collections", body: Self.body, headers: [("idempotency-key", "k")])
    }
    let made = try make()
    let id = try #require(made.text("id"))
    #expect(made.status == 201 && made.header("location") == "/api/v1/collections/\(id)", "\(made.text)")
    #expect(made.number("count") == 1 && made.json["isShared"] as? Bool == true, "\(made.text)")
    #expect(try make().text("id") == id)
    let list = try library.request(.get, "/collections", as: .station)
    #expect(try Self.names(list) == ["Coltrane"], "\(list.text)")
    let seen = try library.get("/collections/{id}", id).seen
    let changed = try library.request(
      .patch, "/collections/{id}", [("id", id)], body: #"{"name":"Davis","query":"artist:davis"}"#, headers: [seen])
    #expect(changed.status == 200 && changed.text("query") == "artist:davis", "\(changed.text)")
    #expect(changed.number("count") == 0 && changed.number("version") == 2)
    let stale = try library.request(
      .patch, "/collections/{id}", [("id", id)], body: #"{"name":"C"}"#, headers: [seen])
    #expect(stale.status == 412 && stale.code == "stale")
    let unseen = try library.request(.delete, "/collections/{id}", [("id", id)])
    #expect(unseen.status == 428, "\(unseen.text)")
    let removed = try library.request(.delete, "/collections/{id}", [("id", id)], headers: [("if-match", "*")])
    #expect(removed.status == 204, "\(removed.text)")
    #expect(try library.get("/collections/{id}", id).status == 404)
    let change = try #require(
      try library.request(.get, "/changes", query: "?kind=collection").items.first?["id"] as? String)
    #expect(try library.request(.post, "/changes/{id}/undo", [("id", change)], body: "{}").status == 200)
    #expect(try library.get("/collections/{id}", id).text("name") == "Davis")
    let events = try library.events().filter { $0.event.kind == .collectionChanged }
    #expect(events.count == 4 && events.allSatisfy { $0.event.subject == id }, "\(events.map { $0.text })")
  }

  @Test func `a private collection is its owner's alone, for people, stations and programs`() throws {
    let library = try TagLibrary()
    defer { library.end() }
    let (ada, bob) = (try Person(library, "Ada Lovelace"), try Person(library, "Robert Boyle"))
    let made = try ada.send(.post, nil, #"{"name":"Secret plan","query":"blue","isShared":false}"#)
    #expect(made.status == 201 && made.json["isOwn"] as? Bool == true, "\(made.text)")
    let id = try #require(made.text("id"))
    #expect(try ada.names() == ["Secret plan"] && bob.names() == [])
    #expect(try Self.names(try library.request(.get, "/collections", isStaff: true)) == [])
    let any = [("if-match", "*")]
    for answer in [
      try bob.send(.get, id), try bob.send(.patch, id, #"{"name":"X"}"#, more: any),
      try bob.send(.delete, id, more: any),
      try library.request(.get, "/collections/{id}", [("id", id)], isStaff: true),
    ] { #expect(answer.status == 404 && !answer.text.contains("Secret"), "\(answer.text)") }
    // Neither the history nor an event has its name or its query.
    let changes = try library.request(.get, "/changes", query: "?kind=collection", isStaff: true)
    let change = try #require(changes.items.first?["id"] as? String)
    let whole = try library.request(.get, "/changes/{id}", [("id", change)], isStaff: true)
    #expect(whole.status == 200 && whole.text.contains("smart_collection"), "\(whole.text)")
    for text in [changes.text, whole.text] { #expect(!text.contains("Secret") && !text.contains("blue"), "\(text)") }
    let shared = try ada.send(.patch, id, #"{"isShared":true}"#, more: any)
    #expect(shared.status == 200, "\(shared.text)")
    #expect(try bob.names() == ["Secret plan"])
    #expect(try bob.send(.get, id).json["isOwn"] as? Bool == false)
    let taken = try bob.send(.patch, id, #"{"isShared":false}"#, more: any)
    #expect(taken.status == 422 && taken.text.contains("isShared"), "\(taken.text)")
    let ofProgram = try library.request(
      .post, "/collections", body: #"{"name":"A","query":"b","isShared":false}"#, isStaff: true)
    #expect(ofProgram.status == 422, "\(ofProgram.text)")
  }

  @Test func `a query with a mistake is refused with its place, and a stored one is shown with it`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let refused = try library.request(.post, "/collections", body: #"{"name":"A","query":"love artits:bowie"}"#)
    let mistake = try #require(refused.json["mistake"] as? [String: Any])
    #expect(refused.status == 422 && refused.code == "invalid" && mistake["from"] as? Int == 5, "\(refused.text)")
    #expect(mistake["suggestion"] as? String == "artist", "\(refused.text)")
    #expect(refused.text.contains(#""field":"query""#), "\(refused.text)")
    let made = try library.request(.post, "/collections", body: Self.body)
    let id = try #require(made.text("id").flatMap { SmartCollection.ID($0) })
    // As a later version may have stored it.
    try library.service.database.write { transaction in
      guard var later = try transaction.smartCollection(id) else { throw TestFailure("no collection") }
      later.query = "smell:roses"
      try transaction.update(later)
    }
    let list = try library.request(.get, "/collections")
    let shown = try #require(list.items.last)
    #expect(list.status == 200 && shown["noCount"] as? String == "mistake" && shown["count"] == nil, "\(list.text)")
    #expect((shown["mistake"] as? [String: Any])?["code"] as? String == "unknown-field", "\(list.text)")
    let mended = try library.request(
      .patch, "/collections/{id}", [("id", id.text)], body: #"{"query":"blue"}"#, headers: [("if-match", "*")])
    #expect(mended.status == 200 && mended.number("count") == 1, "\(mended.text)")
  }

  @Test(
    arguments: [
      ("{}", 422), (#"{"name":"A"}"#, 422), (#"{"query":"a"}"#, 422), (#"{"name":"","query":"a"}"#, 422),
      (#"{"name":"A","query":""}"#, 422), (#"{"name":"A","query":"  "}"#, 422), (#"{"name":"A","query":7}"#, 422),
      (#"{"name":"A","query":"a","isShared":"yes"}"#, 422), (#"{"name":"A","query":"a","owner":"x"}"#, 422),
      (#"{"name":"a\u0007b","query":"a"}"#, 422), (#"{"name":"A","query":"a\nb"}"#, 422), ("[]", 422), ("", 400),
      (#"{"name":"A","query":"(((((((((((((((((((((("}"#, 422),
    ])
  func `a hostile collection is refused and changes nothing`(_ body: String, _ status: Int) throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let refused = try library.request(.post, "/collections", body: body)
    #expect(refused.status == status, "\(refused.text)")
    #expect(try library.request(.get, "/collections").items.count == BuiltInCollection.allCases.count)
  }

  @Test func `a collection of every library cannot be changed, and an unknown one is not found`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    for (id, status) in [("all", 403), ("overdue-loans", 403), ("nonsense", 404), (library.ada.id.text, 404)] {
      for (method, body) in [(Method.patch, #"{"name":"A"}"#), (.delete, nil)] as [(Method, String?)] {
        let answer = try library.request(
          method, "/collections/{id}", [("id", id)], body: body, headers: [("if-match", "*")])
        #expect(answer.status == status, "\(id): \(answer.text)")
      }
      #expect(try library.get("/collections/{id}", id).status == (status == 403 ? 200 : 404))
    }
  }
}
