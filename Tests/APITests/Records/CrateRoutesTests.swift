import Deadwax
import HTTPServer
import Storage
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct CrateRoutesTests {
  private func make(_ library: LendingLibrary, _ body: String = #"{"name":"Sunday"}"#) throws -> String {
    let made = try library.request(.post, "/crates", body: body)
    #expect(made.status == 201, "\(made.text)")
    return try #require(made.text("id"))
  }

  private func add(
    _ library: LendingLibrary, _ crate: String, _ body: String, headers: [(String, String)] = []
  ) throws -> TagLibrary.Answer {
    try library.request(.post, "/crates/{id}/items", [("id", crate)], body: body, headers: headers)
  }

  @Test func `a crate is made once by repeated requests, changed in the version that was seen, and removed`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    func make() throws -> TagLibrary.Answer {
      try library.request(
        .post, "/crates", body: #"{"name":"Sunday","note":"Live"}"#, headers: [("idempotency-key", "k")])
    }
    let made = try make()
    let id = try #require(made.text("id"))
    #expect(made.status == 201 && made.header("location") == "/api/v1/crates/\(id)")
    #expect(try make().text("id") == id)
    #expect(try library.request(.get, "/crates").items.count == 1)
    let inner = try self.make(library, #"{"name":"Early","parent":"\#(id)"}"#)
    #expect(try library.get("/crates/{id}", id).number("crates") == 1)

    let seen = try library.get("/crates/{id}", id).seen
    let renamed = try library.request(
      .patch, "/crates/{id}", [("id", id)], body: #"{"name":"Monday","note":null}"#, headers: [seen])
    #expect(renamed.status == 200 && renamed.text("name") == "Monday" && renamed.json["note"] == nil, "\(renamed.text)")
    let stale = try library.request(.patch, "/crates/{id}", [("id", id)], body: #"{"name":"C"}"#, headers: [seen])
    #expect(stale.status == 412 && stale.code == "stale")
    let circle = try library.request(
      .patch, "/crates/{id}", [("id", id)], body: #"{"parent":"\#(inner)"}"#, headers: [("if-match", "*")])
    #expect(circle.status == 422 && circle.text.contains("parent"), "\(circle.text)")
    let removed = try library.request(.delete, "/crates/{id}", [("id", id)], headers: [("if-match", "*")])
    #expect(removed.status == 204, "\(removed.text)")
    #expect(try library.get("/crates/{id}", inner).status == 404)
    let change = try #require(try library.request(.get, "/changes", query: "?kind=crate").items.first?["id"] as? String)
    #expect(try library.request(.post, "/changes/{id}/undo", [("id", change)], body: "{}").status == 200)
    #expect(try library.get("/crates/{id}", inner).text("parent") == id)
  }

  @Test func `an item is added once, moved by its position, and taken out`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let crate = try make(library)
    let first = try add(library, crate, #"{"release":"\#(library.release.id)"}"#, headers: [("idempotency-key", "i")])
    #expect(first.status == 201 && first.number("position") == 1, "\(first.text)")
    let item = try #require(first.text("id"))
    #expect(first.header("location") == "/api/v1/crates/\(crate)/items/\(item)")
    let replay = try add(library, crate, #"{"release":"\#(library.release.id)"}"#, headers: [("idempotency-key", "i")])
    #expect(replay.status == 201 && replay.text("id") == item)
    let again = try add(library, crate, #"{"release":"\#(library.release.id)"}"#)
    #expect(again.status == 200 && again.text("id") == item)
    let copy = try add(library, crate, #"{"copy":"\#(library.copies[1].id)"}"#)
    #expect(copy.status == 201 && (copy.json["copy"] as? [String: Any])?["number"] as? Int == 2, "\(copy.text)")
    let parameters = [("id", crate), ("item", item)]
    let seen = try library.request(.get, "/crates/{id}/items/{item}", parameters).seen
    let moved = try library.request(
      .patch, "/crates/{id}/items/{item}", parameters, body: #"{"position":2}"#, headers: [seen])
    #expect(moved.status == 200 && moved.number("position") == 2, "\(moved.text)")
    let stale = try library.request(
      .patch, "/crates/{id}/items/{item}", parameters, body: #"{"position":1}"#, headers: [seen])
    #expect(stale.status == 412)
    let list = try library.request(.get, "/crates/{id}/items", [("id", crate)])
    #expect(list.items.compactMap { $0["id"] as? String }.last == item && list.json["total"] as? Int == 2)
    let listed = try library.request(.get, "/crates", query: "?release=\(library.release.id)")
    #expect(listed.items.compactMap { $0["items"] as? Int } == [2])
    #expect(try library.request(.delete, "/crates/{id}/items/{item}", parameters).status == 204)
    #expect(try library.request(.delete, "/crates/{id}/items/{item}", parameters).status == 404)
    #expect(try library.get("/releases/{id}", library.release.id.text).status == 200)
  }

  @Test(
    arguments: [
      ("{}", 422), (#"{"release":null,"copy":null}"#, 422), (#"{"release":"x"}"#, 422), (#"{"release":7}"#, 422),
      (#"{"release":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16"}"#, 404),
      (#"{"copy":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16"}"#, 404),
      (
        #"{"release":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16","copy":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16"}"#, 422
      ), (#"{"release":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16","position":1}"#, 422), ("[]", 422), ("", 400),
    ])
  func `a hostile item is refused and changes nothing`(_ body: String, _ status: Int) throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let crate = try make(library)
    let refused = try add(library, crate, body)
    #expect(refused.status == status, "\(refused.text)")
    #expect(try library.get("/crates/{id}", crate).number("items") == 0)
  }

  @Test(
    arguments: [
      "{}", #"{"name":""}"#, #"{"name":"a\u0007b"}"#, #"{"name":["a"]}"#, #"{"name":"A","kind":"x"}"#,
      #"{"name":"A","parent":"x"}"#, #"{"name":"A","note":"a\nb"}"#,
    ])
  func `a hostile crate is refused`(_ body: String) throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let refused = try library.request(.post, "/crates", body: body)
    #expect(refused.status == 422, "\(refused.text)")
    #expect(try library.request(.get, "/crates").items.isEmpty)
  }

  @Test func `an unknown crate, an item of another crate and a position out of range are refused`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let (crate, other) = (try make(library), try make(library, #"{"name":"Other"}"#))
    let item = try #require(try add(library, crate, #"{"release":"\#(library.release.id)"}"#).text("id"))
    for id in ["x", "0193489a-7c20-7e0b-a1c3-5d9e8f274b16"] {
      #expect(try library.get("/crates/{id}", id).status == 404)
      #expect(try library.request(.get, "/crates/{id}/items", [("id", id)]).status == 404)
      #expect(try add(library, id, #"{"release":"\#(library.release.id)"}"#).status == 404)
    }
    let wrong = [("id", other), ("item", item)]
    #expect(try library.request(.get, "/crates/{id}/items/{item}", wrong).status == 404)
    #expect(try library.request(.delete, "/crates/{id}/items/{item}", wrong).status == 404)
    for position in ["0", "-1", "10001", "1.5", "\"1\"", "null", "99999999999999999999"] {
      let refused = try library.request(
        .patch, "/crates/{id}/items/{item}", [("id", crate), ("item", item)], body: #"{"position":\#(position)}"#,
        headers: [("if-match", "*")])
      #expect(refused.status == 422, "\(position): \(refused.text)")
    }
    for cursor in ["x", "1.x", ".\(item)", "99999999999999999999.\(item)"] {
      let refused = try library.request(.get, "/crates/{id}/items", query: "?cursor=\(cursor)", [("id", crate)])
      #expect(refused.status == 400, "\(cursor): \(refused.text)")
    }
  }

  @Test func `the copies of a crate are its own and those of its releases, with the crates in it`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let crate = try make(library)
    let inner = try make(library, #"{"name":"Early","parent":"\#(crate)"}"#)
    func numbers(_ id: String, _ query: String = "") throws -> [Int] {
      let answer = try library.request(.get, "/crates/{id}/copies", query: query, [("id", id)])
      #expect(answer.status == 200, "\(answer.text)")
      return answer.items.compactMap { $0["number"] as? Int }
    }
    #expect(try numbers(crate) == [])
    #expect(try add(library, inner, #"{"copy":"\#(library.copies[2].id)"}"#).status == 201)
    #expect(try numbers(crate) == [3] && numbers(inner) == [3])
    #expect(try add(library, crate, #"{"copy":"\#(library.copies[2].id)"}"#).status == 201)
    #expect(try add(library, crate, #"{"release":"\#(library.release.id)"}"#).status == 201)
    #expect(try numbers(crate) == [1, 2, 3] && numbers(inner) == [3])
    let first = try library.request(.get, "/crates/{id}/copies", query: "?limit=2", [("id", crate)])
    #expect(first.json["total"] as? Int == 3 && first.text("next") == "2", "\(first.text)")
    #expect(try numbers(crate, "?limit=2&cursor=2") == [3])
    #expect(try library.get("/crates/{id}/copies", "x").status == 404)
    let searched = try library.request(.get, "/releases", query: "?search=crate%3A%3D%22\(inner)%22")
    #expect(searched.items.count == 1, "\(searched.text)")
  }

  @Test func `a favourite is a place in a set, in lists and on its release, and each change of it is undone`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let id = library.release.id.text
    func patch(_ isFavourite: Bool) throws -> TagLibrary.Answer {
      try library.request(
        .patch, "/releases/{id}", [("id", id)], body: #"{"isFavourite":\#(isFavourite)}"#,
        headers: [("if-match", "*")])
    }
    func listed() throws -> [String] {
      try library.request(.get, "/releases", query: "?favourite=true").items.compactMap { $0["id"] as? String }
    }
    #expect(try patch(true).json["isFavourite"] as? Bool == true)
    let version = try library.get("/releases/{id}", id).number("version")
    #expect(try patch(true).number("version") == version, "twice is once")
    #expect(try listed() == [id])
    #expect(try library.request(.get, "/releases", query: "?favourite=false").items.isEmpty)
    let change = try #require(
      try library.request(.get, "/changes", query: "?kind=favourite").items.first?["id"] as? String)
    #expect(try library.request(.post, "/changes/{id}/undo", [("id", change)], body: "{}").status == 200)
    #expect(try listed().isEmpty)
    #expect(try library.request(.get, "/releases", query: "?favourite=maybe").status == 400)
  }

  @Test func `a scan and an opened release are recent, and no response names the borrower`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    _ = try library.lend(0, to: library.ada)
    let body = #"{"release":"\#(library.release.id)"}"#
    for _ in 1...2 { #expect(try library.request(.post, "/recents", body: body).status == 204) }
    let recents = try library.request(.get, "/recents")
    #expect(recents.items.count == 1 && !recents.text.contains("Ada"), "\(recents.text)")
    #expect(recents.items.first?["count"] as? Int == 2)
    #expect(try library.request(.post, "/recents", body: #"{"release":"x"}"#).status == 422)
    #expect(try library.request(.post, "/recents", body: #"{"release":"\#(library.ada.id)"}"#).status == 404)
    #expect(try library.request(.delete, "/recents").status == 204)
    #expect(try library.request(.get, "/recents").items.isEmpty)
  }
}
