import API
import Deadwax
import Foundation
import HTTPServer
import RequestRecords
import Storage
import TestSupport
import Testing
import Wire

/// Tests of the link that a station shows at the end of a session: to the borrower's own page, for a limited time.
@Suite(.timeLimit(.minutes(5)))
struct SessionLinkTests {
  private let library: LendingLibrary

  init() throws { library = try LendingLibrary() }

  /// Lends a copy in a session of Ada's at the desk, and returns the session.
  private func session() throws -> [(String, String)] {
    try library.mode(.checkout)
    #expect(try library.scan(library.adasCard).status == 201)
    let station = try library.request(.get, "/stations/{name}", [("name", "desk")])
    return [("id", try #require(station.object("session")["id"] as? String))]
  }

  private func link(_ session: [(String, String)], as role: Role = .station) throws -> TagLibrary.Answer {
    try library.request(.post, "/sessions/{id}/link", session, as: role)
  }

  private func status(_ link: TagLibrary.Answer) throws -> Int {
    let token = try #require(link.text("address")?.split(separator: "#").last)
    return try library.service.answer(
      .get, "/api/v1/my", headers: [("host", "127.0.0.1"), ("authorization", "Bearer \(token)")]
    ).status
  }

  @Test func `a station links to the page of the borrower in front of it, and ends the link`() throws {
    defer { library.end() }
    let session = try session()
    let first = try link(session)
    #expect(first.status == 201, "\(first.text)")
    let address = try #require(first.text("address"))
    #expect(address.hasPrefix("http://127.0.0.1/my#"), "the token is in the part that is never sent: \(address)")
    // 256 bits in base64, which are never stored.
    let token = try #require(address.split(separator: "#").last)
    #expect(token.count >= 43 && (first.json["qr"] as? [String] ?? []).count >= 21)
    #expect(try status(first) == 200)
    for word in ["Ada", "Lovelace", library.ada.id.text] { #expect(!first.text.contains(word), "\(word)") }
    // Another one takes its place.
    let second = try link(session)
    #expect(try status(first) == 401)
    #expect(try status(second) == 200)
    #expect(try library.request(.delete, "/sessions/{id}/link", session, as: .station).status == 204)
    #expect(try library.request(.delete, "/sessions/{id}/link", session, as: .station).status == 404)
    #expect(try status(second) == 401)
  }

  @Test func `the link of staff stays beside that of a session, and staff end both`() throws {
    defer { library.end() }
    let person = [("id", library.ada.id.text)]
    let staffs = try library.request(.post, "/borrowers/{id}/link", person)
    let shown = try link(try session())
    #expect(try status(staffs) == 200)
    #expect(try status(shown) == 200)
    #expect(
      try library.request(.get, "/borrowers/{id}/export", person).text.components(separatedBy: "endsAt").count > 2)
    #expect(try library.request(.delete, "/borrowers/{id}/link", person).status == 204)
    #expect(try status(staffs) == 401)
    #expect(try status(shown) == 401)
  }

  @Test func `only a station or staff makes it, for the newest session, and only until a minute after its end`() throws
  {
    defer { library.end() }
    let session = try session()
    let reader = [("host", "127.0.0.1"), ("authorization", "Bearer \(try library.service.token(.readerOnly))")]
    let refused = try library.service.answer(
      .post, "/api/v1/sessions/{id}/link", parameters: session, headers: reader)
    #expect(refused.status == 403)
    #expect(try link([("id", "0193489a-7c20-7e0b-a1c3-000000000009")]).status == 404)
    #expect(try library.station("end").status == 200)
    #expect(try link(session).status == 201)
    // Two minutes later.
    try library.service.database.write { transaction in
      try transaction.run(
        "UPDATE session SET began_at = began_at - 120000, ended_at = ended_at - 120000 WHERE id = ?1", session[0].1)
    }
    #expect(try link(session).status == 404)
    #expect(try link(session, as: .staff).status == 201)
    #expect(try library.scan(library.bobsCard).status == 201)
    #expect(try link(session).status == 404)
  }

  @Test func `a library can switch the links off, and decides how long they last`() throws {
    defer { library.end() }
    let session = try session()
    try library.set("privacy.session-link-hours", "2")
    let made = try link(session)
    let (from, to) = (try #require(made.text("createdAt")), try #require(made.text("endsAt")))
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    #expect(try Date(to, strategy: style).timeIntervalSince(try Date(from, strategy: style)) == 7200)
    func receipt() throws -> TagLibrary.Answer {
      try library.request(.get, "/sessions/{id}/receipt", session, as: .station)
    }
    #expect(try library.scan(library.copies[0].code).status == 201)
    #expect(try library.station("end").status == 200)
    // The receipt says where a link is created, and nothing of it where there is none.
    #expect(try receipt().header("link") == "</api/v1/sessions/\(session[0].1)/link>; rel=\"related\"")
    try library.set("privacy.session-link-hours", "off")
    #expect(try receipt().header("link") == nil)
    #expect(try link(session).status == 409)
  }

  @Test func `the link ends with the borrower`() throws {
    defer { library.end() }
    let session = try session()
    let made = try link(session)
    #expect(try library.station("end").status == 200)
    let erased = try library.request(
      .delete, "/borrowers/{id}", [("id", library.ada.id.text)], headers: [("if-match", "*")])
    #expect(erased.status == 204, "\(erased.text)")
    #expect(try status(made) == 401)
    #expect(try link(session).status == 404)
  }
}
