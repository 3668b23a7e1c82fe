import API
import Deadwax
import HTTPServer
import LabelJobs
import ReaderProtocol
import RequestRecords
import Scanning
import Storage
import TagJobs
import TestSupport
import Testing
import Threads
import Wire

/// Tests that a tag write, a queue of tags and labels name the person who ordered them: in the job, in the history and in
/// the bindings that follow.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(15)))
struct OrderAuthorTests {
  private static let name = "Ada Lovelace"

  /// A caller of the API over a library: a person who is signed in, or a program with a token.
  private struct Caller {
    let library: TagLibrary
    let headers: [(String, String)]

    /// Signs in with a new account.
    init(_ library: TagLibrary, person: String, _ role: Role = .staff) throws {
      self.library = library
      let accounts = library.service.access.accounts
      let account = try accounts.make(
        id: nil, name: person, role: role.rawValue, passphrase: "seven quiet records")
      let token = try accounts.signIn(account, replacing: nil, idleLimit: .seconds(3600)).token
      headers = [("origin", "http://127.0.0.1"), ("cookie", "deadwax=\(token)")]
    }

    /// Makes a token.
    init(_ library: TagLibrary, program: String, _ role: Role) throws {
      self.library = library
      headers = [
        ("authorization", "Bearer \(try library.service.access.makeToken(name: program, role: role).token)")
      ]
    }

    @discardableResult
    func send(
      _ method: Method, _ pattern: String, _ parameters: [(String, String)] = [], _ body: String? = nil
    ) throws -> TagLibrary.Answer {
      let answer = try library.request(method, pattern, parameters, body: body, headers: headers)
      guard (200..<300).contains(answer.status) else { throw TestFailure("\(pattern): \(answer.text)") }
      return answer
    }

    func scan(_ text: String, _ symbology: String) throws {
      try send(.post, "/scans", [], #"{"code":"\#(text)","symbology":"\#(symbology)"}"#)
    }

    func choose(_ mode: String) throws {
      try send(.put, "/stations/{name}/mode", [("name", "desk")], #"{"mode":"\#(mode)"}"#)
    }
  }

  private func with(_ body: (TagLibrary, Caller) throws -> Void) throws {
    let library = try TagLibrary()
    defer { library.end() }
    try body(library, try Caller(library, person: Self.name))
  }

  /// Returns the entries of a kind, the newest first, as staff see them.
  private func history(_ library: TagLibrary, _ kind: String) throws -> [[String: Any]] {
    try library.request(.get, "/changes", query: "?kind=\(kind)", isStaff: true).items
  }

  private func newestJob(_ library: TagLibrary) throws -> [String: Any] {
    try #require(try library.request(.get, "/tag-jobs", isStaff: true).items.first)
  }

  /// Reports that a reader has written a tag.
  private func finish(_ library: TagLibrary, _ job: String) throws {
    library.service.tags.took(
      ReaderMessage.Result(
        of: job, isDone: true, outcome: "tag-written", hasBegun: true, form: "full", kind: "NTAG213", capacity: 137,
        writes: 22, reads: 6, milliseconds: 391), from: "nfc")
    try library.service.database.write { _ in }
  }

  // MARK: - Tags

  @Test func `a tag write names the person in the job, in the history and in the binding`() throws {
    try with { library, ada in
      try library.lay(TagLibrary.uid)
      let made = try ada.send(.post, "/tag-jobs", [], #"{"action":"write","copy":"\#(library.copies[0].id)"}"#)
      let id = try #require(made.json["id"] as? String)
      #expect(made.json["by"] as? String == Self.name)
      #expect(try newestJob(library)["by"] as? String == Self.name)
      let entries = try history(library, "tag-job")
      #expect(entries.count == 1)
      let entry = try #require(entries.first)
      #expect(entry["by"] as? String == Self.name && entry["station"] as? String == "desk")
      #expect(entry["at"] != nil && entry["cannotUndo"] != nil)
      #expect((entry["copy"] as? [String: Any])?["number"] as? Int == 1)
      let order = try #require(entry["order"] as? [String: Any])
      #expect(order["job"] as? String == id && order["action"] as? String == "write" && order["count"] as? Int == 1)
      #expect(try history(library, "bind").isEmpty)
      try finish(library, id)
      let bound = try #require(try history(library, "bind").first)
      #expect(bound["by"] as? String == Self.name && bound["station"] as? String == "desk")
      // An order is not what the station's "undo" means.
      let last = try library.service.database.read { try $0.lastUndoable(at: .hubStation) }
      #expect(last?.kind == .bind)
    }
  }

  @Test(arguments: ["erase", "seal"])
  func `each other job on a tag names the person`(action: String) throws {
    try with { library, ada in
      try library.lay(TagLibrary.uid)
      try ada.send(.post, "/tag-jobs", [], #"{"action":"\#(action)"}"#)
      #expect(try newestJob(library)["by"] as? String == Self.name)
      let order = try #require(try history(library, "tag-job").first?["order"] as? [String: Any])
      #expect(order["action"] as? String == action)
    }
  }

  @Test func `a queue names the person, and so do the writes that a station makes of it`() throws {
    try with { library, ada in
      let place = #"{"place":"\#(library.shelf.id)"}"#
      let made = try ada.send(.put, "/stations/{name}/tag-queue", [("name", "desk")], place)
      #expect(made.json["by"] as? String == Self.name)
      #expect(
        try ada.send(.get, "/stations/{name}/tag-queue", [("name", "desk")]).json["by"] as? String == Self.name)
      let entry = try #require(try history(library, "tag-queue").first)
      #expect(entry["by"] as? String == Self.name && entry["station"] as? String == "desk")
      #expect((entry["order"] as? [String: Any])?["count"] as? Int == 3)
      // The station itself writes the tags: a tap, without anyone who is signed in.
      try library.lay(TagLibrary.uid)
      let tap = #"{"code":"\#(TagLibrary.uid)","symbology":"tag UID"}"#
      #expect(try library.request(.post, "/scans", body: tap).status == 201)
      #expect(try newestJob(library)["by"] as? String == Self.name)
      // The queue was ordered once.
      #expect(try history(library, "tag-job").isEmpty)
    }
  }

  @Test func `a write that a person orders by scanning, and by an answer, names the person`() throws {
    try with { library, ada in
      try ada.choose("write")
      try library.lay(TagLibrary.uid, content: .foreign)
      try ada.scan(library.copies[0].code.description, "typed")
      try ada.scan(TagLibrary.uid, "tag UID")
      let station = try library.request(.get, "/stations/{name}", [("name", "desk")]).json
      let question = try #require(station["question"] as? [String: Any], "\(station)")
      let prompt = try #require(question["id"] as? String)
      try ada.send(
        .post, "/stations/{name}/answer", [("name", "desk")], #"{"answer":"yes","prompt":"\#(prompt)"}"#)
      #expect(try newestJob(library)["by"] as? String == Self.name)
      #expect(try history(library, "tag-job").first?["by"] as? String == Self.name)
    }
  }

  @Test func `a station's own write names the station and no person`() throws {
    try with { library, _ in
      try library.lay(TagLibrary.uid)
      let till = try Caller(library, program: "till", .station)
      try till.send(.post, "/tag-jobs", [], #"{"action":"write","copy":"\#(library.copies[0].id)"}"#)
      let job = try newestJob(library)
      #expect(job["by"] == nil && job["station"] as? String == "desk")
      try finish(library, try #require(job["id"] as? String))
      #expect(try history(library, "tag-job").isEmpty)
      let bound = try #require(try history(library, "bind").first)
      #expect(bound["by"] == nil && bound["station"] as? String == "desk")
    }
  }

  @Test func `a program of staff is named, and only staff see names`() throws {
    try with { library, _ in
      let program = try Caller(library, program: "inventory", .staff)
      try program.send(.put, "/stations/{name}/tag-queue", [("name", "desk")], #"{"untagged":true}"#)
      try library.lay(TagLibrary.uid)
      try program.send(.post, "/tag-jobs", [], #"{"action":"write","copy":"\#(library.copies[0].id)"}"#)
      #expect(try newestJob(library)["by"] as? String == "inventory")
      let till = try Caller(library, program: "till", .station)
      for path in ["/tag-jobs", "/stations/{name}/tag-queue"] {
        let shown = try till.send(.get, path, [("name", "desk")])
        #expect(!shown.text.contains("inventory"), "\(shown.text)")
      }
    }
  }

  // MARK: - Labels

  @Test func `labels name the person in the job, in the history and in the bindings of their codes`() throws {
    try with { library, ada in
      let order = #"{"subjects":{"places":["\#(library.shelf.id)"]},"layout":"avery-l4731"}"#
      let made = try ada.send(.post, "/label-jobs", [], order)
      #expect(made.json["by"] as? String == Self.name && made.json["station"] == nil)
      let id = try #require(made.json["id"] as? String)
      #expect(try ada.send(.get, "/label-jobs").items.first?["by"] as? String == Self.name)
      #expect(try ada.send(.get, "/label-jobs/{id}", [("id", id)]).json["by"] as? String == Self.name)
      let entry = try #require(try history(library, "label-job").first)
      #expect(entry["by"] as? String == Self.name)
      let detail = try #require(entry["order"] as? [String: Any])
      #expect(detail["job"] as? String == id && detail["count"] as? Int == 1 && detail["action"] == nil)
      #expect(try history(library, "bind").first?["by"] as? String == Self.name)
      let till = try Caller(library, program: "till", .station)
      #expect(try !till.send(.get, "/label-jobs").text.contains(Self.name))
    }
  }

  @Test func `a scan by a picture of the person's phone names the person`() throws {
    try with { library, ada in
      let order = #"{"subjects":{"copies":["\#(library.copies[2].id)"]},"layout":"dymo-11354"}"#
      let id = try #require(try ada.send(.post, "/label-jobs", [], order).json["id"] as? String)
      let headers = [("host", "127.0.0.1"), ("content-type", "image/png")] + ada.headers
      let sheet = try library.service.answer(
        .get, "/api/v1/label-jobs/{id}/sheets/{sheet}", parameters: [("id", id), ("sheet", "1.png")], headers: headers)
      guard case .bytes(let picture) = sheet.body else { throw TestFailure("there is no sheet") }
      try ada.choose("label")
      let sent = try library.service.answer(
        .post, "/api/v1/stations/{name}/pictures", parameters: [("name", "desk")], headers: headers, bytes: picture)
      #expect(sent.status == 201, "\(sent.text)")
      try library.service.database.write { _ in }
      let wanted = library.service.wantedLabels.withLock { $0 }
      #expect(wanted.map(\.copy) == [library.copies[2].id] && wanted.map(\.by) == [Self.name])
    }
  }

  @Test func `a label that a person wants at a station names both, and the station's own names no person`() throws {
    try with { library, ada in
      try ada.choose("label")
      try ada.scan(library.copies[0].code.description, "typed")
      let own = #"{"code":"\#(library.copies[1].code)","symbology":"typed"}"#
      #expect(try library.request(.post, "/scans", body: own).status == 201)
      try library.service.database.write { _ in }
      let wanted = library.service.wantedLabels.withLock { $0 }
      #expect(wanted.map(\.copy) == [library.copies[0].id, library.copies[1].id])
      #expect(wanted.map(\.by) == [Self.name, nil])
      for label in wanted {
        library.service.labels.makeAtStation(label.copy, on: "avery-l4731", at: label.station, by: label.by)
      }
      // Orders are taken in turn, so both jobs are stored when this is done.
      let isStored = Latch()
      #expect(library.service.labels.perform { isStored.raise() })
      isStored.wait()
      let jobs = try ada.send(.get, "/label-jobs").items
      #expect(jobs.map { $0["station"] as? String } == ["desk", "desk"])
      #expect(Set(jobs.map { $0["by"] as? String }) == [Self.name, nil])
      #expect(try history(library, "label-job").count == 1)
    }
  }
}
