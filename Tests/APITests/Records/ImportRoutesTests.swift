import Deadwax
import HTTPServer
import Moving
import Testing
import Wire

@Suite(.timeLimit(.minutes(5))) struct ImportRoutesTests {
  private static let file = "number,title,artist\r\n7,Pastel Blues,Nina Simone\r\n8,,Unknown\r\n"

  /// Sends a file, and waits for its plan.
  private func plan(_ text: String, in library: LendingLibrary) throws -> TagLibrary.Answer {
    let sent = try library.request(.post, "/imports", query: "?table=copies", sent: text, as: .admin)
    #expect(sent.status == 201, "\(sent.text)")
    let id = try #require(sent.text("id"))
    #expect(sent.header("location") == "/api/v1/imports/\(id)")
    library.service.imports.settle()
    return try library.request(.get, "/imports/{id}", [("id", id)], as: .admin)
  }

  @Test func `a file is sent, previewed by line, applied as one change, and undone`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let view = try plan(Self.file, in: library)
    let id = try #require(view.text("id"))
    #expect(view.text("state") == "ready" && view.text("program") == "deadwax", "\(view.text)")
    let counts = view.json["counts"] as? [String: Int]
    #expect(counts == ["add": 1, "change": 0, "same": 0, "refused": 1, "releases": 1], "\(view.text)")
    let refused = try library.request(.get, "/imports/{id}/lines", query: "?fate=refused", [("id", id)], as: .admin)
    #expect(refused.items.count == 1 && refused.items[0]["line"] as? Int == 3, "\(refused.text)")
    let plan = try #require(view.text("plan"))
    func apply(_ body: String) throws -> TagLibrary.Answer {
      try library.request(.post, "/imports/{id}/apply", [("id", id)], body: body, as: .admin)
    }
    #expect(try apply(#"{"plan":"\#(plan)"}"#).status == 409)
    #expect(try apply(#"{"plan":"\#(String(repeating: "0", count: 64))","skipsRefused":true}"#).status == 409)
    let begun = try apply(#"{"plan":"\#(plan)","skipsRefused":true}"#)
    #expect(begun.status == 202, "\(begun.text)")
    library.service.imports.settle()
    let done = try library.request(.get, "/imports/{id}", [("id", id)], as: .admin)
    let change = try #require(done.text("change"), "\(done.text)")
    #expect(done.text("state") == "applied")
    // A repeated request changes nothing more.
    #expect(try apply(#"{"plan":"\#(plan)","skipsRefused":true}"#).text("change") == change)
    #expect(try library.request(.get, "/copies", query: "?number=7").items.count == 1)
    let listed = try library.request(.get, "/changes").items.first
    #expect(listed?["kind"] as? String == "import" && listed?["id"] as? String == change)
    let undone = try library.request(.post, "/changes/{id}/undo", [("id", change)])
    #expect(undone.status == 200, "\(undone.text)")
    #expect(try library.request(.get, "/copies", query: "?number=7").items.isEmpty)
  }

  @Test func `fields are chosen, an import is ended, and a wrong request is refused`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let view = try plan("Name;Who\nDebut;Björk\n", in: library)
    let id = try #require(view.text("id"))
    func patch(_ body: String) throws -> TagLibrary.Answer {
      try library.request(.patch, "/imports/{id}", [("id", id)], body: body, as: .admin)
    }
    #expect(try patch(#"{"fields":["title","artist"]}"#).status == 200)
    library.service.imports.settle()
    let lines = try library.request(.get, "/imports/{id}/lines", [("id", id)], as: .admin)
    #expect(lines.items.first?["subject"] as? String == "Björk – Debut", "\(lines.text)")
    let short = try patch(#"{"fields":["title"]}"#)
    #expect(short.status == 409 && short.text.contains("The file has 2 columns"), "\(short.text)")
    for body in [
      #"{"fields":["title","title"]}"#, #"{"fields":["title","gold"]}"#,
      #"{"encoding":"EBCDIC"}"#, #"{"delimiter":"dot"}"#, #"{"table":"loans"}"#,
    ] { #expect(try patch(body).status == 422, "\(body)") }
    #expect(try patch(#"{"fields":[null,null]}"#).status == 200)
    library.service.imports.settle()
    for query in ["?table=fees", "?table="] {
      #expect(
        try library.request(.post, "/imports", query: query, sent: "a\nb\n", as: .admin).status == 400, "\(query)")
    }
    // Without a table, the columns decide.
    let recognised = try library.request(.post, "/imports", sent: "First name,Last name\nAda,Lovelace\n", as: .admin)
    #expect(recognised.status == 201 && recognised.text("table") == "borrowers", "\(recognised.text)")
    #expect(try library.request(.post, "/imports", query: "?table=copies", sent: "", as: .admin).status == 422)
    #expect(try library.request(.delete, "/imports/{id}", [("id", id)], as: .admin).status == 204)
    #expect(try library.request(.get, "/imports/{id}", [("id", id)], as: .admin).status == 404)
  }

  @Test func `imports are for administrators alone`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    for role in [Role.station, .staff] {
      #expect(try library.request(.get, "/imports", as: role).status == 403)
      #expect(try library.request(.post, "/imports", query: "?table=copies", sent: Self.file, as: role).status == 403)
    }
  }
}
