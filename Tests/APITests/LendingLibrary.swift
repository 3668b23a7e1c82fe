import API
import Deadwax
import Foundation
import HTTPServer
import History
import Storage
import TestSupport
import Wire

/// An API over a small lending library: three copies of one release, two borrowers with cards, and a staff token.
final class LendingLibrary: Sendable {
  let service: APIUnderTest
  let release: Release
  let copies: [Copy]
  let ada: Borrower
  let bob: Borrower
  let adasCard = OwnCode(.borrower, number: 77)
  let bobsCard = OwnCode(.borrower, number: 78)
  private let tokens: [Role: String]

  init() throws {
    let service = try APIUnderTest()
    self.service = service
    let (adasCard, bobsCard) = (adasCard, bobsCard)
    (release, copies, ada, bob) = try service.database.write { transaction in
      let now = transaction.now
      let release = Release(
        id: .new(at: now), status: .manual, medium: .cd, title: "Blue Train", artist: "John Coltrane")
      try transaction.insert(release)
      let copies = (1...3).map { number in
        Copy(
          id: .new(at: now), release: release.id, number: number, code: OwnCode(.copy, number: UInt64(number)),
          addedAt: now)
      }
      for copy in copies { try transaction.insert(copy) }
      let ada = Borrower(id: .new(at: now), name: "Ada Lovelace", shortName: "Ada L.")
      let bob = Borrower(id: .new(at: now), name: "Robert Boyle", shortName: "Robert B.")
      for (borrower, card) in [(ada, adasCard), (bob, bobsCard)] {
        try transaction.insert(borrower)
        try transaction.bind(Code.Key(class: .own, value: card.description), to: .borrower(borrower.id))
      }
      return (release, copies, ada, bob)
    }
    tokens = [
      .station: try service.token(.station), .staff: try service.token(.staff), .admin: try service.token(.admin),
    ]
  }

  func end() { service.end() }

  /// Sends a request, as staff by default.
  func request(
    _ method: Method, _ pattern: String, query: String = "", _ parameters: [(String, String)] = [],
    body: String? = nil, headers: [(String, String)] = [], sent: String? = nil, as role: Role = .staff
  ) throws -> TagLibrary.Answer {
    var all = [("host", "127.0.0.1"), ("authorization", "Bearer \(tokens[role] ?? "")")] + headers
    if body != nil { all.append(("content-type", "application/json")) }
    let answer = try service.answer(
      method, "/api/v1" + pattern, target: "/api/v1" + pattern + query, parameters: parameters, headers: all,
      body: sent ?? body ?? "")
    let json = try? JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any]
    return TagLibrary.Answer(status: answer.status, headers: answer.headers, text: answer.text, json: json ?? [:])
  }

  func get(_ pattern: String, _ id: String) throws -> TagLibrary.Answer { try request(.get, pattern, [("id", id)]) }

  /// Checks out a copy by its id.
  func lend(_ copy: Int, to borrower: Borrower, more: String = "", key: String? = nil) throws -> TagLibrary.Answer {
    try request(
      .post, "/loans", body: #"{"copy":"\#(copies[copy].id)","borrower":"\#(borrower.id)"\#(more)}"#,
      headers: key.map { [("idempotency-key", $0)] } ?? [])
  }

  /// Changes a setting of the library.
  func set(_ key: String, _ value: String) throws {
    let reported = try request(
      .put, "/settings/{key}", [("key", key)], body: #"{"value":"\#(value)"}"#, headers: [("if-match", "*")], as: .admin
    )
    guard reported.status == 200 else { throw TestFailure("\(key): \(reported.text)") }
  }

  /// Reports a scan at the station.
  func scan(_ code: OwnCode) throws -> TagLibrary.Answer {
    try request(.post, "/scans", body: #"{"code":"\#(code)","symbology":"QR"}"#, as: .station)
  }

  func station(_ verb: String, _ body: String = "{}", as role: Role = .station) throws -> TagLibrary.Answer {
    try request(.post, "/stations/{name}/\(verb)", [("name", "desk")], body: body, as: role)
  }

  func mode(_ mode: Mode) throws {
    let reported = try request(
      .put, "/stations/{name}/mode", [("name", "desk")], body: #"{"mode":"\#(mode.rawValue)"}"#, as: .station)
    guard reported.status == 200 else { throw TestFailure(reported.text) }
  }

  /// Returns all published events.
  func events() throws -> [(event: Event, text: String)] {
    try service.database.read { reading in
      try reading.events(after: 0, limit: 10_000).map { event in
        (event, String(decoding: EventResource(try reading.view(of: event), service.words).streamed, as: UTF8.self))
      }
    }
  }
}

extension TagLibrary.Answer {
  /// The ETag as an `If-Match` header.
  var seen: (String, String) { ("if-match", header("etag") ?? "") }

  func text(_ member: String) -> String? { json[member] as? String }
  func number(_ member: String) -> Int? { json[member] as? Int }
  func object(_ member: String) -> [String: Any] { json[member] as? [String: Any] ?? [:] }
}
