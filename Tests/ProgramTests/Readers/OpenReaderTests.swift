import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests of readers that are configured by their command: the printed ones, and ones with every fault.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct OpenReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("deadwax-open-readers") }

  private func hub(_ configuration: String) async throws -> HubUnderTest {
    let file = try folder.write(configuration, to: "deadwax.conf")
    return try await HubUnderTest(withHardware: false, ["--nfc", "none", "--config", file])
  }

  private func doorScans(_ hub: HubUnderTest) async throws -> [JSONValue] {
    try await hub.scans().filter { $0["station"].text == "door" }
  }

  /// Returns EPCs of 12 bytes, and one of the longest that there are.
  private func numbers(_ range: Range<Int>) -> [String] {
    range.map { index in
      let front = index == 3 ? String(repeating: "30", count: 60) : "3034257BF7194E400000"
      return front + String(0x1A00 + index, radix: 16, uppercase: true)
    }
  }

  @Test func `the printed programs are short`() throws {
    for reader in [PrintedReader.gate, .folder] {
      let lines = try reader.text().split(separator: "\n", omittingEmptySubsequences: false).count - 1
      #expect(lines <= PrintedReader.lineLimit)
    }
  }

  @Test func `a gate with fifty tags in view resolves each once, and sees departures`() async throws {
    let field = try GateField(in: folder)
    let hub = try await hub(try gateSection(field, more: "station = door"))
    defer { hub.end() }
    let epcs = numbers(0..<55)
    let tags = epcs.map { "epc:" + $0 }
    let staff = try await hub.administrator()
    let copies = try await hub.json("/api/v1/copies?limit=2")["items"].array.compactMap { $0["code"].text }
    #expect(copies.count == 2)
    for (tag, copy) in zip(tags, copies) {
      let bound = try await hub.deadwax("tag", "bind", tag, copy, token: staff)
      #expect(bound.code == 0, "\(bound.all)")
    }
    try await eventually(within: .seconds(60), "the gate is ready") {
      try await hub.reader("gate")["state"].text == "ready"
    }
    let gate = try await hub.reader("gate")
    #expect(gate["kind"].text == "uhf-gate" && gate["station"].text == "door" && gate["device"].text == field.path)
    #expect(gate["capabilities"].array.compactMap(\.text) == ["many", "presence", "tags"])

    try field.put(Array(epcs[..<50]))
    try await eventually(within: .seconds(60), "all fifty are seen") {
      let present = try await hub.json("/api/v1/stations/door/tags")["items"].array
      return present.count == 50 && Set(present.compactMap { $0["uid"].text }) == Set(tags[..<50])
    }
    try await eventually(within: .seconds(60), "fifty scans") { try await doorScans(hub).count == 50 }
    let scans = try await doorScans(hub)
    #expect(Set(scans.compactMap { $0["text"].text }) == Set(tags[..<50]))
    #expect(scans.allSatisfy { $0["reader"].text == "gate" })
    let found = scans.filter { $0["outcome"]["code"].text == "found" }
    #expect(Set(found.compactMap { $0["outcome"]["copy"]["code"].text }) == Set(copies))
    #expect(scans.count { $0["outcome"]["code"].text == "unknown-tag" } == 48)
    #expect(try await hub.reader("gate")["present"].int == 50)

    // A tag of this scheme is read and bound, and never written.
    let order = try await hub.post("/api/v1/tag-jobs", #"{"action":"erase","uid":"\#(tags[2])","station":"door"}"#)
    let refusal = try JSONValue(order.body)["code"].text
    #expect(order.status == 409 && refusal == "tag-type", "\(order.text)")

    try field.put(Array(epcs[20..<50]))
    try await eventually(within: .seconds(60), "twenty have left") {
      try await hub.json("/api/v1/stations/door/tags")["items"].array.count == 30
    }
    #expect(try await hub.reader("gate")["present"].int == 30)
    try field.put(Array(epcs[20..<55]))
    try await eventually(within: .seconds(60), "five more have come") {
      try await hub.json("/api/v1/stations/door/tags")["items"].array.count == 35
    }
    try await eventually(within: .seconds(60), "five more scans") { try await doorScans(hub).count == 55 }
    // A gate that is killed is back, and what stayed in its field is not scanned again.
    let process = try #require(try Self.processes(with: field.path).first)
    kill(process, SIGKILL)
    try await eventually(within: .seconds(60), "the gate is back with its tags") {
      let gate = try await hub.reader("gate")
      let tags = try await hub.json("/api/v1/stations/door/tags")["items"].array
      return gate["restarts"].int == 1 && gate["present"].int == 35 && tags.count == 35
    }
    #expect(try await doorScans(hub).count == 55)
  }

  /// Returns the section of the folder of pictures, and creates it.
  private func pictureSection(_ pictures: String) throws -> String {
    try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: false)
    let decoder = try Repository.program("deadwax-reader")
    let command = try PrintedReader.folder.install(in: folder, arguments: decoder, pictures)
    return "[reader pictures]\ncommand = \(command)\n"
  }

  private func gateSection(_ field: GateField, more: String = "") throws -> String {
    "[reader gate]\ncommand = \(try PrintedReader.gate.install(in: folder, arguments: field.path))\n\(more)\n"
  }

  @Test func `the page, the list and the doctor name two configured readers with their capabilities`() async throws {
    let field = try GateField(in: folder)
    let hub = try await hub(try gateSection(field) + pictureSection(folder.path("pictures")))
    defer { hub.end() }
    try field.put(numbers(0..<3))
    try await eventually(within: .seconds(60), "both are ready, and the tags are there") {
      let states = try await hub.json("/api/v1/readers")["items"].array.map { $0["state"].text }
      let present = try await hub.reader("gate")["present"].int
      return states == ["ready", "ready"] && present == 3
    }
    let link = try await hub.hub.line { $0.contains("/setup#") }
    let setup = try #require(link.firstRange(of: "http://").map { String(link[$0.lowerBound...]) })
    try await PythonProgram(path: "Tests/python/reader_lamps.py").run(
      [], environment: ["DEADWAX_URL": hub.url, "DEADWAX_SETUP": setup], within: .seconds(600))
    let report = try await hub.deadwax("doctor").all
    #expect(report.contains("capabilities: many presence tags") && report.contains("capabilities: codes"), "\(report)")
  }

  @Test func `a station whose readers do not work has a fault until they are removed from the configuration`()
    async throws
  {
    let hub = try await hub("[reader gate]\ncommand = /nowhere/gate\nstation = door\n")
    defer { hub.end() }
    func fault() async throws -> String? { try await hub.json("/api/v1/stations/door")["fault"]["kind"].text }
    try await eventually(within: .seconds(150), "the station has no reader") { try await fault() == "readers" }
    #expect(try await hub.json("/api/v1/stations/desk")["fault"]["kind"].text == nil)
    try await hub.killHubAndStartAgain { _ = try folder.write("", to: "deadwax.conf") }
    try await eventually(within: .seconds(60), "the fault is withdrawn") { try await fault() == nil }
  }

  @Test func `a station on another machine runs the same readers, with and without its hub`() async throws {
    let hub = try await hub("")
    defer { hub.end() }
    let admin = try await hub.administrator()
    let key = try String(contentsOfFile: admin, encoding: .utf8).split(separator: "\n")[0]
    let made = try await hub.post(
      "/api/v1/tokens", #"{"name":"door","role":"station"}"#, headers: ["authorization": "Bearer \(key)"])
    let token = try folder.write(try #require(try JSONValue(made.body)["token"].text), to: "door-token")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
    let field = try GateField(in: folder)
    let file = try folder.write(try gateSection(field, more: "station = door"), to: "readers.conf")
    let arguments = [
      "station", "run", "--json", "--hub", hub.url, "--name", "door", "--data", folder.path("door"), "--camera", "none",
      "--nfc", "none", "--scanner", "none", "--token-file", token, "--readers", file,
    ]
    let station = try ChildProgram("deadwax", arguments)
    defer { station.end() }
    try await station.line { $0.contains(" runs with gate.") }
    let epcs = numbers(0..<53)
    try field.put(Array(epcs[..<50]))
    try await eventually(within: .seconds(60), "fifty scans") { try await doorScans(hub).count == 50 }
    let scans = try await doorScans(hub)
    #expect(Set(scans.compactMap { $0["text"].text }) == Set(epcs[..<50].map { "epc:" + $0 }))
    #expect(scans.allSatisfy { $0["reader"].text == "gate" })
    hub.hub.signal(SIGKILL)
    _ = try await hub.hub.exit(within: .seconds(60))
    try field.put(epcs)
    try await eventually(within: .seconds(60), "the station answers three scans itself") {
      station.lines().count { $0.contains(#""offline":true"#) } == 3
    }

    // A section for another station, and a wrong one, end the start.
    for (text, sentence) in [
      (try gateSection(field, more: "station = desk"), "belongs to another station than door"),
      ("[reader gate]\nstation = door\n", "needs a line command"),
    ] {
      let wrong = try folder.write(text, to: "wrong.conf")
      let run = try ChildProgram("deadwax", arguments.dropLast() + [wrong])
      #expect(try await run.exit(within: .seconds(60)) == .code(78))
      #expect(run.transcript.contains(sentence), "\(run.transcript)")
    }
  }

  @Test func `a folder of pictures is read by another program`() async throws {
    let pictures = folder.path("pictures")
    let hub = try await hub(try pictureSection(pictures))
    defer { hub.end() }
    for (index, text) in ["5099902988023", "075679165923"].enumerated() {
      _ = try folder.write(try PictureOf.barcode(text), to: "pictures/.new")
      try FileManager.default.moveItem(atPath: pictures + "/.new", toPath: pictures + "/\(index).pgm")
    }
    _ = try folder.write("no picture", to: "pictures/2.png")
    try await eventually(within: .seconds(60), "both pictures are scans, and the folder is empty") {
      try await hub.scans().count == 2 && FileManager.default.contentsOfDirectory(atPath: pictures).isEmpty
    }
    let scans = try await hub.scans()
    #expect(Set(scans.compactMap { $0["text"].text }) == ["5099902988023", "075679165923"])
    #expect(scans.allSatisfy { $0["reader"].text == "pictures" && $0["station"].text == "desk" })
    let reader = try await hub.reader("pictures")
    #expect(reader["capabilities"].array.compactMap(\.text) == ["codes"])
    // It reports no presence, so it has no picture and nothing lies before it.
    #expect(try await hub.get("/api/v1/readers/pictures/preview").status == 404)
  }

  /// Returns the processes with a word in their command line.
  private static func processes(with word: String) throws -> [Int32] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter { process in
      guard let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else { return false }
      let command = String(decoding: words, as: UTF8.self)
      return command.contains(word) && command.contains("python")
    }
  }
}
