import Deadwax
import Foundation
import HTTPClient
import TestSupport

/// An evening at the desks of one house, with a book of its own that is kept by hand: who has what, and what came of each
/// code that was held up. What the programs say is held against it, scan by scan.
final class Evening {
  /// Somebody who came to borrow.
  struct Guest {
    var id: String
    var name: String
    var shortName: String
    var card: String
  }

  /// What was answered to one code, and by which desk.
  struct Answer {
    var id: Reading.ID
    var station: String
    var outcome: String
  }

  let desk: DeskUnderTest
  private(set) var guests: [Guest] = []
  /// The codes of all copies that can be lent here, by typing them.
  private(set) var copies: [String] = []
  /// Who has a copy, by its code: the place in `guests`.
  private(set) var holder: [String: Int] = [:]
  private(set) var answers: [Answer] = []
  /// Scans that the readers made: they are in the history, and nobody here chose their ids.
  private(set) var presented = 0
  private(set) var lent = 0
  private(set) var returned = 0
  private(set) var renewed = 0
  private(set) var loansUndone = 0
  private(set) var returnsUndone = 0
  /// What the hubs that were killed had printed.
  private(set) var logs: [String] = []
  let token: String

  init(_ desk: DeskUnderTest) async throws {
    self.desk = desk
    let file = try await desk.administrator()
    token = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private var authorization: HTTPClientHeaders { ["authorization": "Bearer \(token)"] }

  func asStaff(_ path: String) async throws -> JSONValue {
    let answer = try await desk.get(path, headers: authorization)
    guard answer.status == 200 else { throw TestFailure("GET \(path): \(answer.status) \(answer.text)") }
    return try JSONValue(answer.body)
  }

  /// Asks for something as staff, whatever comes of it.
  func tryStaff(
    _ method: HTTPClientRequest.Method, _ path: String, _ json: String? = nil, ifMatch version: String? = nil
  ) async throws -> HTTPClientResponse {
    var headers = authorization
    if json != nil { headers.add("content-type", "application/json") }
    if let version { headers.add("if-match", version) }
    return try await desk.send(
      HTTPClientRequest(method, desk.url + path, headers: headers, body: json.map { Array($0.utf8) }))
  }

  /// Has the staff do something, and returns what was answered.
  @discardableResult
  func staff(
    _ method: HTTPClientRequest.Method, _ path: String, _ json: String, ifMatch version: String? = nil
  ) async throws -> JSONValue {
    let answer = try await tryStaff(method, path, json, ifMatch: version)
    guard (200...299).contains(answer.status) else { throw TestFailure("\(path): \(answer.status) \(answer.text)") }
    return answer.body.isEmpty ? JSONValue(nil) : try JSONValue(answer.body)
  }

  /// Has the house decide about something.
  func set(_ key: String, to value: String) async throws {
    let path = "/api/v1/settings/\(key)"
    let version = try await tryStaff(.get, path).headers["etag"]
    try await staff(.put, path, #"{"value":"\#(value)"}"#, ifMatch: version)
  }

  /// All pages of a list.
  func all(_ path: String) async throws -> [JSONValue] {
    var items: [JSONValue] = []
    var cursor: String?
    repeat {
      let page = try await asStaff(path + (cursor.map { "&cursor=\($0)" } ?? ""))
      items += page["items"].array
      cursor = page["next"].text
    } while cursor != nil
    return items
  }

  // MARK: before the doors open

  /// Enrols so many people, each with a new card.
  func enrol(_ count: Int, _ random: inout SeededRandom) async throws {
    for number in 1...count {
      let (name, shortName) = ("Abendgast Nummer\(number)", "Abendgast N\(number).")
      let made = try await staff(
        .post, "/api/v1/borrowers", #"{"name":"\#(name)","shortName":"\#(shortName)"}"#)
      guard let id = made["id"].text else { throw TestFailure("no id of a borrower") }
      let card = OwnCode(.borrower, number: random.next()).description
      _ = try await staff(.post, "/api/v1/borrowers/\(id)/cards", #"{"code":"\#(card)"}"#)
      guests.append(Guest(id: id, name: name, shortName: shortName, card: card))
    }
  }

  /// Takes in so many new copies at one desk.
  func takeIn(_ count: Int, at station: String) async throws {
    try await order(.add, at: station, "mode-changed")
    let barcodes = try await desk.json("/api/v1/releases?limit=200")["items"].array.compactMap { $0["barcode"].text }
    guard !barcodes.isEmpty else { throw TestFailure("the library has no barcode") }
    for number in 0..<count {
      var scan = try await scan(barcodes[number % barcodes.count], at: station)
      if scan["outcome"]["code"].text == "copy-exists" { scan = try await self.scan(Command.yes.code, at: station) }
      guard scan["outcome"]["code"].text == "added", let code = scan["outcome"]["copy"]["code"].text else {
        throw TestFailure("no copy was added, but \(scan["outcome"]["code"].text ?? "nothing")")
      }
      copies.append(code)
    }
  }

  // MARK: codes held up

  /// Types a code at a desk, and notes what was answered.
  @discardableResult
  func scan(_ code: String, at station: String, id: Reading.ID = .new(at: .now())) async throws -> JSONValue {
    let answer = try await desk.post("/api/v1/scans", #"{"id":"\#(id)","code":"\#(code)","station":"\#(station)"}"#)
    guard answer.status == 201 || answer.status == 200 else {
      throw TestFailure("\(code) at \(station): \(answer.status) \(answer.text)")
    }
    let scan = try JSONValue(answer.body)
    note(id, station, scan)
    return scan
  }

  @discardableResult
  func scan(_ code: OwnCode, at station: String) async throws -> JSONValue {
    try await scan(code.description, at: station)
  }

  /// As above, and what comes of it is known beforehand.
  func scan(_ code: String, at station: String, _ expected: String) async throws {
    try expect(try await scan(code, at: station), expected, "\(code) at \(station)")
  }

  func order(_ command: Command, at station: String, _ expected: String) async throws {
    try await scan(command.code.description, at: station, expected)
  }

  private func note(_ id: Reading.ID, _ station: String, _ scan: JSONValue) {
    answers.append(Answer(id: id, station: station, outcome: scan["outcome"]["code"].text ?? "none"))
  }

  /// Holds something before the camera of the desk, or lays it on its reader, and returns what came of it.
  func present(_ item: String, onPad: Bool = false) async throws -> String {
    try await desk.clear()
    let scan = try await desk.scan { onPad ? try await desk.lay(item) : try await desk.show(item) }
    presented += 1
    return scan["outcome"]["code"].text ?? "none"
  }

  func present(_ item: String, onPad: Bool = false, _ expected: String) async throws {
    let outcome = try await present(item, onPad: onPad)
    guard outcome == expected else { throw TestFailure("\(item): \(outcome), not \(expected)") }
  }

  private func expect(_ scan: JSONValue, _ expected: String, _ what: String) throws {
    let outcome = scan["outcome"]["code"].text
    guard outcome == expected else { throw TestFailure("\(what): \(outcome ?? "nothing"), not \(expected)") }
  }

  // MARK: what people come for

  /// A copy that is in, drawn at random.
  func copyThatIsIn(_ random: inout SeededRandom) throws -> String {
    guard let copy = copies.filter({ holder[$0] == nil }).randomElement(using: &random) else {
      throw TestFailure("everything is out")
    }
    return copy
  }

  /// Copies that are out, in an order drawn at random.
  func copiesThatAreOut(_ random: inout SeededRandom) -> [String] {
    copies.filter { holder[$0] != nil }.shuffled(using: &random)
  }

  /// Somebody who may still borrow so many.
  func guest(whoCanBorrow count: Int, _ random: inout SeededRandom) throws -> Int {
    let open = Dictionary(holder.values.map { ($0, 1) }, uniquingKeysWith: +)
    guard let guest = guests.indices.filter({ open[$0, default: 0] + count <= 10 }).randomElement(using: &random) else {
      throw TestFailure("nobody may borrow any more")
    }
    return guest
  }

  func lend(_ copy: String, to guest: Int, at station: String) async throws {
    try await scan(copy, at: station, "checked-out")
    holder[copy] = guest
    lent += 1
  }

  func giveBack(_ copy: String, at station: String) async throws {
    try await scan(copy, at: station, "returned")
    holder[copy] = nil
    returned += 1
  }

  func renew(_ copy: String, at station: String) async throws {
    try await scan(copy, at: station, "renewed")
    renewed += 1
  }

  /// Takes back the loan that was made last at a desk.
  func undoLoan(of copy: String, at station: String) async throws {
    try await order(.undo, at: station, "undone")
    holder[copy] = nil
    loansUndone += 1
  }

  /// Takes back the return that was made last at a desk.
  func undoReturn(of copy: String, by guest: Int, at station: String) async throws {
    try await order(.undo, at: station, "undone")
    holder[copy] = guest
    returnsUndone += 1
  }

  /// The same through the readers: the record's tag is laid down.
  func lend(tag item: String, _ copy: String, to guest: Int) async throws {
    try await present(item, onPad: true, "checked-out")
    holder[copy] = guest
    lent += 1
  }

  func giveBack(tag item: String, _ copy: String) async throws {
    try await present(item, onPad: true, "returned")
    holder[copy] = nil
    returned += 1
  }

  /// Adds what lies on the table to those who come: their cards are shown to the camera.
  func add(_ guest: Guest) -> Int {
    guests.append(guest)
    return guests.count - 1
  }

  // MARK: what goes wrong

  /// Puts many copies into the book drop at once, and kills the hub in the middle of it. What was not answered is held up
  /// again when the hub is back, with the same ids.
  func giveBackInAPowerCut(_ copies: [String], at station: String, killingAfter answered: Int) async throws {
    let scans = copies.map { (id: Reading.ID.new(at: .now()), copy: $0) }
    let desk = desk
    logs += desk.hub.lines() + desk.hub.lines(on: .error)
    let before = try await withThrowingTaskGroup { group -> [Reading.ID: JSONValue] in
      for scan in scans {
        group.addTask { () -> (Reading.ID, [UInt8]?) in
          let body = #"{"id":"\#(scan.id)","code":"\#(scan.copy)","station":"\#(station)"}"#
          let answer = try? await desk.post("/api/v1/scans", body)
          return (scan.id, answer.flatMap { $0.status == 201 ? $0.body : nil })
        }
      }
      var known: [Reading.ID: JSONValue] = [:]
      for try await (id, body) in group {
        if let body { known[id] = try JSONValue(body) }
        if known.count == answered, body != nil { desk.hub.signal(SIGKILL) }
      }
      return known
    }
    try await desk.killHubAndStartAgain(onSamePort: true)
    for (id, copy) in scans {
      if let scan = before[id] {
        note(id, station, scan)
        try expect(scan, "returned", copy)
      } else {
        try expect(try await scan(copy, at: station, id: id), "returned", copy)
      }
      holder[copy] = nil
      returned += 1
    }
  }
}
