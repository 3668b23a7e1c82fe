import Deadwax
import HTTPServer
import Storage
import Testing
import Wire

/// Tests of the routes by which staff change records.
@Suite(.timeLimit(.minutes(5)))
struct ReleaseRecordRoutesTests {
  @Test func `a release is entered once by repeated requests, corrected, and removed`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    func make() throws -> TagLibrary.Answer {
      try library.request(
        .post, "/releases", body: #"{"title":"T","medium":"cd","year":1999}"#, headers: [("idempotency-key", "k")])
    }
    let made = try make()
    #expect(made.status == 201, "\(made.text)")
    let id = try #require(made.text("id"))
    #expect(made.header("location") == "/api/v1/releases/\(id)")
    #expect(try make().text("id") == id)
    let seen = try library.get("/releases/{id}", id).seen
    let missing = try library.request(.patch, "/releases/{id}", [("id", id)], body: #"{"year":2000}"#)
    #expect(missing.status == 428, "\(missing.text)")
    let changed = try library.request(
      .patch, "/releases/{id}", [("id", id)], body: #"{"title":"U","year":null}"#, headers: [seen])
    #expect(changed.status == 200 && changed.text("title") == "U" && changed.number("year") == nil, "\(changed.text)")
    #expect(changed.header("etag") == (try library.get("/releases/{id}", id).header("etag")))
    let stale = try library.request(.patch, "/releases/{id}", [("id", id)], body: #"{"title":"V"}"#, headers: [seen])
    #expect(stale.status == 412 && stale.code == "stale")
    let latest = try library.get("/releases/{id}", id).seen
    #expect(try library.request(.delete, "/releases/{id}", [("id", id)], headers: [latest]).status == 204)
    #expect(try library.get("/releases/{id}", id).status == 404)
  }

  @Test(
    arguments: [
      (#"{"title":""}"#, "title"), (#"{"year":0}"#, "year"), (#"{"year":3000}"#, "year"),
      (#"{"released":"1999-13"}"#, "released"), (#"{"barcode":"123"}"#, "barcode"),
    ])
  func `an impossible value is refused with its field, and changes nothing`(body: String, field: String) throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let id = library.release.id.text
    let before = try library.get("/releases/{id}", id).text
    let refused = try library.request(
      .patch, "/releases/{id}", [("id", id)], body: body, headers: [("if-match", "*")])
    #expect(refused.status == 422 && refused.code == "invalid", "\(refused.text)")
    #expect((refused.json["reasons"] as? [[String: Any]])?.first?["field"] as? String == field, "\(refused.text)")
    #expect(try library.get("/releases/{id}", id).text == before)
  }

  @Test func `a release is put on the wish list and removed from it, and the lists are filtered by it and by medium`()
    throws
  {
    let library = try LendingLibrary()
    defer { library.end() }
    let made = try library.request(
      .post, "/releases", body: #"{"title":"Wanted","medium":"vinyl","isWished":true}"#)
    #expect(made.status == 201 && made.json["isWished"] as? Bool == true, "\(made.text)")
    let id = try #require(made.text("id"))
    func listed(_ query: String) throws -> [String] {
      try library.request(.get, "/releases", query: query).items.compactMap { $0["id"] as? String }
    }
    #expect(try listed("?wished=true") == [id] && listed("?wished=true&search=wanted&medium=vinyl") == [id])
    #expect(try listed("?wished=true&medium=cd") == [] && !listed("?wished=false").contains(id))
    #expect(try library.request(.get, "/releases", query: "?wished=maybe").status == 400)
    func patch(_ isWished: String, _ id: String) throws -> TagLibrary.Answer {
      let seen = try library.get("/releases/{id}", id).seen
      return try library.request(
        .patch, "/releases/{id}", [("id", id)], body: #"{"isWished":\#(isWished)}"#, headers: [seen])
    }
    let removed = try patch("false", id)
    #expect(removed.status == 200 && removed.json["isWished"] == nil, "\(removed.text)")
    #expect(try listed("?wished=true") == [])
    let owned = try patch("true", library.release.id.text)
    #expect(owned.status == 422 && owned.text.contains("isWished"), "\(owned.text)")
    #expect(try patch("true", id).json["isWished"] as? Bool == true)
    let copies = try library.request(.get, "/copies", query: "?medium=\(library.release.medium.rawValue)")
    #expect(copies.items.count == copies.number("total") && !copies.items.isEmpty, "\(copies.text)")
    let none = try library.request(.get, "/copies", query: "?medium=other")
    #expect(none.items.isEmpty, "\(none.text)")
    let number = try library.request(.get, "/copies", query: "?medium=other&number=1")
    #expect(number.items.isEmpty && number.status == 200, "\(number.text)")
    #expect(try library.request(.get, "/copies", query: "?medium=tape").status == 400)
  }

  @Test func `a field without a source does not get its value, and an unknown field is refused`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let id = library.release.id.text
    for fields in [#"["title"]"#, #"["tracks"]"#] {
      let refused = try library.request(
        .post, "/releases/{id}/use-source", [("id", id)], body: #"{"fields":\#(fields)}"#, headers: [("if-match", "*")])
      #expect(refused.status == 422, "\(refused.text)")
    }
  }

  @Test func `a merge is previewed, carried out once, and undone`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let made = try library.request(.post, "/releases", body: #"{"title":"Blue Train","medium":"cd","country":"US"}"#)
    let id = try #require(made.text("id"))
    let other = library.release.id.text
    let preview = try library.request(.get, "/releases/{id}/merge", query: "?other=\(other)", [("id", id)])
    #expect(preview.status == 200, "\(preview.text)")
    #expect((preview.json["copies"] as? [Any])?.count == 3)
    let body = #"{"other":"\#(other)","otherVersion":99}"#
    let stale = try library.request(.post, "/releases/{id}/merge", [("id", id)], body: body, headers: [preview.seen])
    #expect(stale.status == 409, "\(stale.text)")
    let merged = try library.request(
      .post, "/releases/{id}/merge", [("id", id)], body: #"{"other":"\#(other)"}"#, headers: [preview.seen])
    #expect(merged.status == 200 && merged.text("artist") == "John Coltrane", "\(merged.text)")
    #expect(try library.get("/releases/{id}", other).text("id") == id)
    let change = try #require(try library.request(.get, "/changes", query: "?kind=merge").items.first?["id"] as? String)
    #expect(try library.request(.post, "/changes/{id}/undo", [("id", change)], body: "{}").status == 200)
    #expect(try library.get("/releases/{id}", other).text("id") == other)
    let kept = try library.request(.delete, "/releases/{id}", [("id", other)], headers: [("if-match", "*")])
    #expect(kept.status == 409 && kept.text("detail")?.contains("3 copies") == true, "\(kept.text)")
  }

  @Test func `releases with an open choice are listed for staff`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let made = try library.request(
      .post, "/releases", body: #"{"title":"Several","medium":"cd","barcode":"0074646963524"}"#)
    let id = try #require(made.text("id").flatMap { Release.ID($0) }, "\(made.text)")
    #expect(try library.request(.get, "/releases/undecided").items.isEmpty)
    try library.service.database.write { transaction in
      try transaction.store(
        ["1", "2"].map { number in
          LookupCandidate(
            sourceID: number, title: "A - Several", country: nil, year: nil, catalogNumber: nil, formats: "CD",
            note: nil, matrix: [], reason: nil)
        }, of: id)
    }
    #expect(try library.request(.get, "/releases/undecided", as: .station).status == 403)
    let found = try library.request(.get, "/releases/undecided")
    #expect(found.items.first?["alternatives"] as? Int == 2, "\(found.text)")
    #expect((found.items.first?["release"] as? [String: Any])?["id"] as? String == id.text)
    #expect(try library.request(.get, "/releases/undecided", query: "?cursor=x").status == 400)
    let path = [("id", id.text)]
    let seen = try library.request(.get, "/releases/{id}/alternatives", path)
    let version = try #require(seen.json["version"] as? Int)
    #expect(seen.json["confidence"] as? String == "ambiguous")
    let chosen = try library.request(
      .put, "/releases/{id}/source", path, body: #"{"id":"2"}"#, headers: [("if-match", #""\#(version)""#)])
    #expect(chosen.status == 202, "\(chosen.text)")
    #expect(chosen.json["confidence"] as? String == "chosen")
    #expect(try library.request(.get, "/releases/undecided").items.isEmpty)
  }

  @Test func `groups of duplicates are listed, and stay away after a person found them different, until the undo`()
    throws
  {
    let library = try LendingLibrary()
    defer { library.end() }
    let ids = try ["A-1", "a 1"].map { number in
      let made = try library.request(
        .post, "/releases", body: #"{"title":"Twice","medium":"cd","catalogNumber":"\#(number)","label":"L"}"#)
      return try #require(made.text("id"), "\(made.text)")
    }
    #expect(try library.request(.get, "/releases/duplicates", as: .station).status == 403)
    func groups() throws -> [Set<String>] {
      let answer = try library.request(.get, "/releases/duplicates", query: "?limit=10")
      #expect(answer.status == 200, "\(answer.text)")
      return answer.items.map { group in
        Set(
          ((group["releases"] as? [[String: Any]]) ?? []).compactMap {
            ($0["release"] as? [String: Any])?["id"] as? String
          })
      }
    }
    #expect(try groups() == [Set(ids)])
    #expect(try library.request(.get, "/releases/duplicates", query: "?cursor=x").status == 400)
    let one = try library.request(.post, "/releases/duplicates/different", body: #"{"releases":["\#(ids[0])"]}"#)
    #expect(one.status == 422, "\(one.text)")
    let noted = try library.request(
      .post, "/releases/duplicates/different", body: #"{"releases":["\#(ids[0])","\#(ids[1])"]}"#)
    #expect(noted.status == 200, "\(noted.text)")
    #expect(try groups().isEmpty)
    let change = try #require(
      try library.request(.get, "/changes", query: "?kind=release").items.first?["id"] as? String)
    #expect(try library.request(.post, "/changes/{id}/undo", [("id", change)], body: "{}").status == 200)
    #expect(try groups() == [Set(ids)])
  }

  @Test func `own facts are for staff, with a version; the insurance list has their sum`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let id = library.copies[0].id.text
    #expect(try library.request(.get, "/copies/{id}/own-facts", [("id", id)], as: .station).status == 403)
    let seen = try library.get("/copies/{id}/own-facts", id).seen
    let wrong = try library.request(
      .patch, "/copies/{id}/own-facts", [("id", id)], body: #"{"price":{"amount":-1,"currency":"EUR"}}"#,
      headers: [seen])
    #expect(wrong.status == 422, "\(wrong.text)")
    let set = try library.request(
      .patch, "/copies/{id}/own-facts", [("id", id)],
      body: #"{"accession":"bought","valuation":{"amount":2500,"currency":"EUR"}}"#, headers: [seen])
    #expect(set.status == 200 && set.text("accession") == "bought", "\(set.text)")
    let list = try library.request(.get, "/insurance")
    #expect(list.items.count == 1 && list.number("total") == 1, "\(list.text)")
    let total = try library.request(.get, "/insurance/total")
    #expect(total.text.contains(#""amount":2500"#), "\(total.text)")
    let table = try library.request(.get, "/insurance/csv")
    #expect(table.header("content-type") == "text/csv; charset=utf-8" && table.text.contains("25.00,EUR"))
  }

  @Test func `a copy is added once by repeated requests, and removed`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    func make() throws -> TagLibrary.Answer {
      try library.request(
        .post, "/copies", body: #"{"release":"\#(library.release.id)","parts":2}"#, headers: [("idempotency-key", "k")])
    }
    let made = try make()
    #expect(made.status == 201 && made.number("number") == 4 && made.number("parts") == 2, "\(made.text)")
    let id = try #require(made.text("id"))
    #expect(try make().text("id") == id)
    let removed = try library.request(
      .delete, "/copies/{id}", [("id", id)], headers: [try library.get("/copies/{id}", id).seen])
    #expect(removed.status == 204, "\(removed.text)")
    #expect(try library.get("/copies/{id}", id).status == 404)
  }
}
