import API
import Deadwax
import Foundation
import HTTPServer
import History
import Intake
import ReaderProtocol
import Storage
import TagJobs
import TestSupport
import Wire

/// An API over a small library: three copies, a borrower, a shelf with a slot; with functions that put tags on its
/// reader.
final class TagLibrary: Sendable {
  let service: APIUnderTest
  let copies: [Copy]
  let borrower: Borrower
  let card = OwnCode(.borrower, number: 77)
  let shelf: Place
  let slot: Slot
  let staff: String

  init() throws {
    service = try APIUnderTest()
    let card = card
    (copies, borrower, shelf, slot) = try service.database.write { transaction in
      let now = transaction.now
      let room = Place(id: .new(at: now), kind: .room, name: "Room")
      let shelf = Place(id: .new(at: now), parent: room.id, kind: .shelf, name: "Shelf 1")
      try transaction.insert(room)
      try transaction.insert(shelf)
      let slot = Slot(id: .new(at: now), place: shelf.id, placeName: shelf.name, number: 1)
      try transaction.insert(slot)
      let release = Release(
        id: .new(at: now), status: .manual, medium: .cd, title: "Blue Train", artist: "John Coltrane")
      try transaction.insert(release)
      let copies = (1...3).map { number in
        Copy(
          id: .new(at: now), release: release.id, number: number, code: OwnCode(.copy, number: UInt64(number)),
          location: Location(place: shelf.id, placeName: shelf.name), addedAt: now)
      }
      for copy in copies { try transaction.insert(copy) }
      let borrower = Borrower(id: .new(at: now), name: "Ada Lovelace", shortName: "Ada L.")
      try transaction.insert(borrower)
      try transaction.bind(Code.Key(class: .own, value: card.description), to: .borrower(borrower.id))
      return (copies, borrower, shelf, slot)
    }
    staff = try service.token(.staff)
  }

  func end() { service.end() }

  static let uid = "04A2B3C4D5E680"
  static let other = "04F1E2D3C4B5A6"

  /// Puts a tag on the reader.
  func lay(
    _ uid: String, content: Tag.Content? = .empty, access: Tag.Access = .writable, capacity: Int = 137,
    code: OwnCode? = nil
  ) throws {
    guard let uid = TagID(uid) else { throw TestFailure("\(uid) is no number of a tag") }
    let tag = PresentTag(
      uid: uid, kind: "NTAG213", capacity: capacity, access: access, content: content, code: code, reader: "nfc",
      station: .hubStation, since: .now())
    let presence = service.tags.presence
    if !presence.has(.tags, "nfc") { presence.start("nfc", [.tags, .presence, .write], tag.since) }
    presence.appear(.tag(uid), at: "nfc", tag: tag, tag.since)
    service.tags.arrived(tag)
    // Earlier submissions are done when this write has finished.
    try service.database.write { _ in }
  }

  func takeAway(_ uid: String) throws {
    guard let uid = TagID(uid) else { throw TestFailure("\(uid) is no number of a tag") }
    service.tags.presence.leave(.tag(uid), at: "nfc")
    service.tags.left(uid, from: "nfc", at: .hubStation)
    try service.database.write { _ in }
  }

  /// A response with its JSON.
  struct Answer {
    let status: Int
    let headers: [(String, String)]
    let text: String
    let json: [String: Any]

    func header(_ name: String) -> String? { headers.first { $0.0 == name }?.1 }
    var code: String? { json["code"] as? String }
    var items: [[String: Any]] { json["items"] as? [[String: Any]] ?? [] }
    var reasons: [String] { (json["reasons"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String } }
  }

  func request(
    _ method: Method, _ pattern: String, query: String = "", _ parameters: [(String, String)] = [],
    body: String? = nil, headers: [(String, String)] = [], isStaff: Bool = false
  ) throws -> Answer {
    var all = [("host", "127.0.0.1")] + headers
    if body != nil { all.append(("content-type", "application/json")) }
    if isStaff { all.append(("authorization", "Bearer \(staff)")) }
    let answer = try service.answer(
      method, "/api/v1" + pattern, target: "/api/v1" + pattern + query, parameters: parameters, headers: all,
      body: body ?? "")
    let json = try? JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any]
    return Answer(status: answer.status, headers: answer.headers, text: answer.text, json: json ?? [:])
  }

  /// Creates a job that writes the tag of a copy.
  func order(_ copy: Int = 0, more: String = "", key: String? = nil) throws -> Answer {
    try request(
      .post, "/tag-jobs", body: #"{"action":"write","copy":"\#(copies[copy].id)"\#(more)}"#,
      headers: key.map { [("idempotency-key", $0)] } ?? [])
  }

  func bind(_ uid: String, _ body: String) throws -> Answer {
    try request(.put, "/tags/{uid}/binding", [("uid", uid)], body: body, isStaff: true)
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
