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
    let hub = try await hub(
      """
      [reader gate]
      command = \(try PrintedReader.gate.install(in: folder, arguments: field.path))
      station = door
      """)
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
    #expect(order.status == 409 && (try JSONValue(order.body)["code"].text) == "tag-type", "\(order.text)")

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

  @Test func `a folder of pictures is read by another program`() async throws {
    let pictures = folder.path("pictures")
    try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: false)
    let decoder = try Repository.program("deadwax-reader")
    let hub = try await hub(
      """
      [reader pictures]
      command = \(try PrintedReader.folder.install(in: folder, arguments: decoder, pictures))
      """)
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

  @Test func `only a reader that writes gets orders, and one for many gets them among others`() async throws {
    // Each pad prints what it is given, and stores what it is told.
    func pad(_ name: String, _ capabilities: String, _ tags: [String]) throws -> String {
      let tags = tags.enumerated().map { index, tag in
        #"echo '{"type":"tag","event":"arrived","id":"'$(cat /proc/sys/kernel/random/uuid)'","#
          + #""at":"2026-11-20T09:00:00Z","uid":"\#(tag)"}'"#
      }
      let script = try folder.write(
        """
        #!/bin/sh
        echo '{"type":"hello","reader":"pad","version":1,"device":"\(name)","capabilities":{\(capabilities)}}'
        echo '{"type":"state","state":"ready"}'
        \(tags.joined(separator: "\n"))
        (while sleep 0.3; do echo '{"type":"state","state":"ready"}'; done) &
        cat > '\(folder.path)/\(name).orders'
        kill $!
        """, to: name)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
      return "[reader \(name)]\ncommand = \(script)\n"
    }
    func orders(_ name: String) throws -> String {
      try String(contentsOfFile: folder.path("\(name).orders"), encoding: .utf8)
    }
    let hub = try await hub(
      try pad("reads", #""tags":true"#, ["04A2B3C4D5E601"])
        + pad("writes", #""tags":true,"write":true"#, ["04A2B3C4D5E602", "04A2B3C4D5E603"])
        + pad("writes-many", #""tags":true,"write":true,"many":true"#, ["04A2B3C4D5E604", "04A2B3C4D5E605"]))
    defer { hub.end() }
    try await eventually(within: .seconds(60), "all five tags are there") {
      try await hub.json("/api/v1/stations/desk/tags")["items"].array.count == 5
    }
    var answers: [Int] = []
    for last in 1...5 {
      let body = #"{"action":"erase","uid":"04A2B3C4D5E60\#(last)","station":"desk"}"#
      answers.append(try await hub.post("/api/v1/tag-jobs", body).status)
    }
    // Two tags on a reader that is not made for many are refused at once.
    #expect(answers == [201, 409, 409, 201, 201])
    try await eventually(within: .seconds(60), "both orders reach the reader for many") {
      try orders("writes-many").split(separator: "\n").count { $0.contains(#""type":"erase""#) } == 2
    }
    #expect(try orders("reads") == "" && orders("writes") == "")
    let job = try await hub.json("/api/v1/tag-jobs?uid=04A2B3C4D5E601")["items"].array.first
    #expect(job?["state"].text == "waiting")
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
