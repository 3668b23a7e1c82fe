import Deadwax
import Foundation
import HTTPClient
import TestSupport

/// An evening at the stations of one library, with an independent account of all loans and outcomes. The answers of the
/// programs are compared with it, scan by scan.
final class Evening {
  /// A borrower of the evening.
  struct Guest {
    var id: String
    var name: String
    var shortName: String
    var card: String
  }

  /// The outcome of one scan, with its station.
  struct Answer {
    var id: Reading.ID
    var station: String
    var outcome: String
  }

  let hub: HubUnderTest
  private(set) var guests: [Guest] = []
  /// The codes of all copies that can be lent here by typing.
  private(set) var copies: [String] = []
  /// The borrower of each lent copy, by its code: the index in `guests`.
  private(set) var holder: [String: Int] = [:]
  private(set) var answers: [Answer] = []
  /// The number of scans by the readers: they are in the history, with ids that the readers chose.
  private(set) var presented = 0
  private(set) var lent = 0
  private(set) var returned = 0
  private(set) var renewed = 0
  private(set) var loansUndone = 0
  private(set) var returnsUndone = 0
  /// The output of the killed hubs.
  private(set) var logs: [String] = []
  let token: String

  init(_ hub: HubUnderTest) async throws {
    self.hub = hub
    let file = try await hub.administrator()
    token = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private var authorization: HTTPClientHeaders { ["authorization": "Bearer \(token)"] }

  func asStaff(_ path: String) async throws -> JSONValue {
    let answer = try await hub.get(path, headers: authorization)
    guard answer.status == 200 else { throw TestFailure("GET \(path): \(answer.status) \(answer.text)") }
    return try JSONValue(answer.body)
  }

  /// Replays the recording of the running hub, and returns the number of its events.
  ///
  /// - Throws: a `TestFailure` unless states, outcomes and rows are equal.
  func replayedEvents() async throws -> Int {
    let program = try ChildProgram("deadwax-replay", ["--data", hub.folder.path("data")], environment: ["TZ": "UTC0"])
    defer { program.end() }
    let exit = try await program.exit(within: .seconds(600))
    guard exit == .code(0), let line = program.lines().first, line.hasPrefix("✓ "),
      let events = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { throw TestFailure(program.transcript) }
    return events
  }

  /// Sends a request as staff and returns any response.
  func tryStaff(
    _ method: HTTPClientRequest.Method, _ path: String, _ json: String? = nil, ifMatch version: String? = nil
  ) async throws -> HTTPClientResponse {
    var headers = authorization
    if json != nil { headers.add("content-type", "application/json") }
    if let version { headers.add("if-match", version) }
    return try await hub.send(
      HTTPClientRequest(method, hub.url + path, headers: headers, body: json.map { Array($0.utf8) }))
  }

  /// Sends a request as staff that must succeed, and returns the response.
  @discardableResult
  func staff(
    _ method: HTTPClientRequest.Method, _ path: String, _ json: String, ifMatch version: String? = nil
  ) async throws -> JSONValue {
    let answer = try await tryStaff(method, path, json, ifMatch: version)
    guard (200...299).contains(answer.status) else { throw TestFailure("\(path): \(answer.status) \(answer.text)") }
    return answer.body.isEmpty ? JSONValue(nil) : try JSONValue(answer.body)
  }

  /// Changes a setting of the library.
  func set(_ key: String, to value: String) async throws {
    let path = "/api/v1/settings/\(key)"
    let version = try await tryStaff(.get, path).headers["etag"]
    try await staff(.put, path, #"{"value":"\#(value)"}"#, ifMatch: version)
  }

  /// Returns all pages of a list.
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

  // MARK: - Preparation

  /// Enrols the given number of borrowers, each with a new card.
  func enrol(_ count: Int, _ random: inout SeededRandom) async throws {
    for number in 1...count {
      let (name, shortName) = ("Abendgast Nummer\(number)", "Abendgast N\(number).")
      let made = try await staff(
        .post, "/api/v1/borrowers", #"{"name":"\#(name)","shortName":"\#(shortName)"}"#)
      guard let id = made["id"].text else { throw TestFailure("no id of a borrower") }
      let card = OwnCode(.borrower, number: random.next()).description
      _ = try await staff(.post, "/api/v1/borrowers/\(id)/cards", #"{"card":"\#(card)"}"#)
      guests.append(Guest(id: id, name: name, shortName: shortName, card: card))
    }
  }

  /// Adds the given number of new copies at one station.
  func mergeJournal(_ count: Int, at station: String) async throws {
    try await order(.add, at: station, "mode-changed")
    let barcodes = try await hub.json("/api/v1/releases?limit=200")["items"].array.compactMap { $0["barcode"].text }
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

  // MARK: - Scans

  /// Types a code at a station, and records the outcome.
  @discardableResult
  func scan(_ code: String, at station: String, id: Reading.ID = .new(at: .now())) async throws -> JSONValue {
    let answer = try await hub.post("/api/v1/scans", #"{"id":"\#(id)","code":"\#(code)","station":"\#(station)"}"#)
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

  /// Types a code at a station and checks the expected outcome.
  func scan(_ code: String, at station: String, _ expected: String) async throws {
    try expect(try await scan(code, at: station), expected, "\(code) at \(station)")
  }

  func order(_ command: Command, at station: String, _ expected: String) async throws {
    try await scan(command.code.description, at: station, expected)
  }

  private func note(_ id: Reading.ID, _ station: String, _ scan: JSONValue) {
    answers.append(Answer(id: id, station: station, outcome: scan["outcome"]["code"].text ?? "none"))
  }

  /// Presents an item to the camera or the NFC reader, and returns the outcome.
  func present(_ item: String, onPad: Bool = false) async throws -> String {
    try await hub.clear()
    let scan = try await hub.scan { onPad ? try await hub.lay(item) : try await hub.show(item) }
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

  // MARK: - Borrowers' actions

  /// Returns a random copy that is not on loan.
  func copyThatIsIn(_ random: inout SeededRandom) throws -> String {
    guard let copy = copies.filter({ holder[$0] == nil }).randomElement(using: &random) else {
      throw TestFailure("everything is out")
    }
    return copy
  }

  /// Returns the copies on loan, in random order.
  func copiesThatAreOut(_ random: inout SeededRandom) -> [String] {
    copies.filter { holder[$0] != nil }.shuffled(using: &random)
  }

  /// Returns a random borrower who may still borrow the given number of copies.
  func guest(whoCanBorrow count: Int, _ random: inout SeededRandom) throws -> Int {
    let open = Dictionary(holder.values.map { ($0, 1) }, uniquingKeysWith: +)
    guard let guest = guests.indices.filter({ open[$0, default: 0] + count <= 10 }).randomElement(using: &random) else {
      throw TestFailure("no one may borrow now")
    }
    return guest
  }

  func lend(_ copy: String, to guest: Int, at station: String) async throws {
    try await scan(copy, at: station, "checked-out")
    holder[copy] = guest
    lent += 1
  }

  func checkIn(_ copy: String, at station: String) async throws {
    try await scan(copy, at: station, "returned")
    holder[copy] = nil
    returned += 1
  }

  func renew(_ copy: String, at station: String) async throws {
    try await scan(copy, at: station, "renewed")
    renewed += 1
  }

  /// Undoes the latest check-out at a station.
  func undoLoan(of copy: String, at station: String) async throws {
    try await order(.undo, at: station, "undone")
    holder[copy] = nil
    loansUndone += 1
  }

  /// Undoes the latest return at a station.
  func undoReturn(of copy: String, by guest: Int, at station: String) async throws {
    try await order(.undo, at: station, "undone")
    holder[copy] = guest
    returnsUndone += 1
  }

  /// Checks out through the reader: the record's tag is presented.
  func lend(tag item: String, _ copy: String, to guest: Int) async throws {
    try await present(item, onPad: true, "checked-out")
    holder[copy] = guest
    lent += 1
  }

  func checkIn(tag item: String, _ copy: String) async throws {
    try await present(item, onPad: true, "returned")
    holder[copy] = nil
    returned += 1
  }

  /// Adds a borrower whose card is on the table and is presented to the camera.
  func add(_ guest: Guest) -> Int {
    guests.append(guest)
    return guests.count - 1
  }

  // MARK: - Faults

  /// Returns many copies at once through the book drop, and kills the hub in the middle. Unanswered scans are repeated
  /// after the restart, with the same ids.
  func checkInDuringAPowerCut(_ copies: [String], at station: String, killingAfter answered: Int) async throws {
    let scans = copies.map { (id: Reading.ID.new(at: .now()), copy: $0) }
    let hub = hub
    logs += hub.hub.lines() + hub.hub.lines(on: .error)
    let before = try await withThrowingTaskGroup { group -> [Reading.ID: JSONValue] in
      for scan in scans {
        group.addTask { () -> (Reading.ID, [UInt8]?) in
          let body = #"{"id":"\#(scan.id)","code":"\#(scan.copy)","station":"\#(station)"}"#
          let answer = try? await hub.post("/api/v1/scans", body)
          return (scan.id, answer.flatMap { $0.status == 201 ? $0.body : nil })
        }
      }
      var known: [Reading.ID: JSONValue] = [:]
      for try await (id, body) in group {
        if let body { known[id] = try JSONValue(body) }
        if known.count == answered, body != nil { hub.hub.signal(SIGKILL) }
      }
      return known
    }
    try await hub.killHubAndStartAgain(onSamePort: true)
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
