import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests that a hub sends orders for tags by the capabilities of its readers.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct ReaderOrderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("deadwax-reader-orders") }

  @Test func `only a reader that writes gets orders, and one for many gets them among others`() async throws {
    // Each pad prints its tags, and stores the orders that it receives.
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
    let configuration =
      try pad("reads", #""tags":true"#, ["04A2B3C4D5E601"])
      + pad("writes", #""tags":true,"write":true"#, ["04A2B3C4D5E602", "04A2B3C4D5E603"])
      + pad("writes-many", #""tags":true,"write":true,"many":true"#, ["04A2B3C4D5E604", "04A2B3C4D5E605"])
    let file = try folder.write(configuration, to: "deadwax.conf")
    let hub = try await HubUnderTest(withHardware: false, ["--nfc", "none", "--config", file])
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
    let job = try await hub.json("/api/v1/tag-jobs?state=all&uid=04A2B3C4D5E601")["items"].array.first
    #expect(job?["state"].text == "waiting")
  }
}
