import API
import Deadwax
import Foundation
import HTTPServer
import Storage
import TestSupport
import Testing
import Wire

/// Tests of the numbers for a screen on the wall: right after each act, without a name, and open only where it is switched on.
@Suite(.timeLimit(.minutes(5)))
struct WallRouteTests {
  private let library: LendingLibrary

  init() throws { library = try LendingLibrary() }

  private func wall() throws -> [String: Int] {
    let answer = try library.request(.get, "/wall")
    #expect(answer.status == 200, "\(answer.text)")
    return answer.json.compactMapValues { $0 as? Int }
  }

  /// The numbers as they are counted row by row.
  private func counted() throws -> [String: Int] {
    try library.service.database.read { reading in
      func count(_ sql: String) throws -> Int { try reading.all(sql, []) { _ in 1 }.count }
      return [
        "releases": try count("SELECT id FROM release WHERE removed_at IS NULL"),
        "copies": try count("SELECT id FROM copy WHERE status NOT IN ('lost', 'withdrawn')"),
        "onLoan": try count("SELECT id FROM loan WHERE returned_at IS NULL"),
        "overdue": try count("SELECT id FROM loan WHERE returned_at IS NULL AND due_at < \(reading.now.milliseconds)"),
      ]
    }
  }

  @Test func `the numbers follow every loan, return, loss and removal`() throws {
    defer { library.end() }
    #expect(try wall() == ["releases": 1, "copies": 3, "onLoan": 0, "overdue": 0])
    #expect(try library.lend(0, to: library.ada).status == 201)
    #expect(try library.lend(1, to: library.bob).status == 201)
    #expect(try wall() == ["releases": 1, "copies": 3, "onLoan": 2, "overdue": 0])
    try library.service.database.write { transaction in
      try transaction.run("UPDATE loan SET due_at = ?1, opened_at = ?1 WHERE borrower_id = ?2", 1000, library.ada.id)
    }
    #expect(try wall() == ["releases": 1, "copies": 3, "onLoan": 2, "overdue": 1])
    for status in ["lost", "withdrawn", "missing"] {
      try library.service.database.write { transaction in
        try transaction.run("UPDATE copy SET status = ?1 WHERE id = ?2", status, library.copies[2].id)
      }
      #expect(try wall() == counted())
      #expect(try wall()["copies"] == (status == "missing" ? 3 : 2))
    }
  }

  @Test func `the last scan is of a release, and names no borrower`() throws {
    defer { library.end() }
    #expect(try library.request(.get, "/wall").json["lastScan"] == nil)
    try library.mode(.checkout)
    #expect(try library.scan(library.adasCard).status == 201)
    #expect(try library.request(.get, "/wall").json["lastScan"] == nil, "a card is not shown")
    #expect(try library.scan(library.copies[0].code).status == 201)
    #expect(try library.scan(library.bobsCard).status == 201)
    let answer = try library.request(.get, "/wall")
    let last = answer.object("lastScan")
    #expect(last["title"] as? String == "Blue Train" && last["artist"] as? String == "John Coltrane")
    for word in ["Ada", "Lovelace", "Robert", "Boyle", library.ada.id.text, library.copies[0].id.text] {
      #expect(!answer.text.contains(word), "\(word)")
    }
    // A release that was removed since is not shown.
    try library.service.database.write { transaction in
      try transaction.run("UPDATE release SET removed_at = ?1", 1000)
    }
    #expect(try library.request(.get, "/wall").json["lastScan"] == nil)
  }

  @Test func `a token is needed unless the library opens it, and an ended one never helps`() throws {
    defer { library.end() }
    func status(_ headers: [(String, String)]) throws -> Int {
      try library.service.answer(
        .get, "/api/v1/wall", headers: [("host", "127.0.0.1")] + headers, peerIsLoopback: false
      ).status
    }
    let reader = [("authorization", "Bearer \(try library.service.token(.readerOnly))")]
    #expect(try status([]) == 401)
    #expect(try status([("authorization", "Bearer none")]) == 401)
    #expect(try status(reader) == 200)
    try library.set("privacy.wall-without-sign-in", "yes")
    #expect(try status([]) == 200)
    // Only this: every other list stays closed.
    let releases = try library.service.answer(
      .get, "/api/v1/releases", headers: [("host", "127.0.0.1")], peerIsLoopback: false)
    #expect(releases.status == 401)
    // A page of another origin may ask, and its browser hides the answer from it.
    let foreign = try library.service.answer(
      .get, "/api/v1/wall", headers: [("host", "127.0.0.1"), ("origin", "http://elsewhere.example")],
      peerIsLoopback: false)
    #expect(foreign.status == 200 && !foreign.headers.contains { $0.0.hasPrefix("access-control-") })
    try library.set("privacy.wall-without-sign-in", "no")
    #expect(try status([]) == 401)
  }

  @Test func `a screen that asks again gets the numbers only if they changed`() throws {
    defer { library.end() }
    let first = try library.request(.get, "/wall")
    let tag = try #require(first.header("etag"))
    #expect(try library.request(.get, "/wall", headers: [("if-none-match", tag)]).status == 304)
    #expect(try library.lend(0, to: library.ada).status == 201)
    #expect(try library.request(.get, "/wall", headers: [("if-none-match", tag)]).status == 200)
  }
}
