import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests that a configured reader with any fault harms neither the hub nor the readers beside it.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct FaultyReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("deadwax-faulty-readers") }

  /// Writes a reader in shell. `hello CAPABILITIES`, `ready`, `code EVENT TEXT` and `tag UID` print a line.
  private func script(_ name: String, _ body: String) throws -> String {
    let path = try folder.write(
      """
      #!/bin/sh
      hello() { echo '{"type":"hello","reader":"made-up","version":1,"device":"\(name)","capabilities":{'"$1"'}}'; }
      ready() { echo '{"type":"state","state":"ready"}'; }
      id() { cat /proc/sys/kernel/random/uuid; }
      at='"at":"2026-11-20T09:00:00Z"'
      code() { echo '{"type":"code","event":"'$1'","id":"'$(id)'",'$at',"symbology":"QR","text":"'$2'"}'; }
      tag() { echo '{"type":"tag","event":"arrived","id":"'$(id)'",'$at',"uid":"'$1'"}'; }
      beat() { while ready; do sleep 0.3; done; }
      \(body)
      """, to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  @Test func `readers that lie, flood, hang, print garbage, exit or are absent do not harm a hub`() async throws {
    let readers = [
      (
        "liar",
        #"hello '"codes":true'; ready; tag 04A2B3C4D5E680; code appeared A; code left A; echo '{"type":"preview","jpeg":"AA=="}'; echo '{"type":"result","of":"1","done":true}'; code scanned LIAR; beat"#
      ),
      (
        "flood",
        #"hello '"codes":true,"presence":true'; ready; code appeared FLOOD; yes '{"type":"state","state":"ready"}'"#
      ),
      ("flicker", #"hello '"codes":true'; yes '{"type":"state","state":"ready"}\#n{"type":"state","state":"absent"}'"#),
      ("silent", #"hello '"codes":true'; ready; exec sleep 1000"#),
      ("mute", "exec sleep 1000"),
      (
        "garbage",
        #"hello '"codes":true'; ready; head -c 3000 /dev/urandom; echo; head -c 2000000 /dev/zero | tr '\0' x; echo; hello '"tags":true'; echo '{"type":"code","event":"sca'; echo '{"type":"code","event":"scanned","id":7,"at":[],"symbology":{},"text":null}'; echo '[]'; code scanned GARBAGE; beat"#
      ),
      // All at once: it has to wait, and each of them is a scan.
      ("burst", #"hello '"codes":true'; ready; for n in $(seq 120); do code scanned BURST$n; done; beat"#),
      ("exit", #"hello '"codes":true'; ready; exit 3"#),
      ("short-lived", "exit 1"),
      ("writer", #"hello '"tags":true,"write":true'; ready; tag 04A2B3C4D5E681; beat"#),
    ]
    var configuration = ""
    for (name, body) in readers {
      configuration += "[reader \(name)]\ncommand = \"\(try script(name, body))\"\nstation = \(name)\n"
    }
    configuration += "[reader missing]\ncommand = /nowhere/reader --port 1\n"
    let field = try GateField(in: folder)
    configuration +=
      "[reader gate]\ncommand = \(try PrintedReader.gate.install(in: folder, arguments: field.path))\nstation = door\n"
    let file = try folder.write(configuration, to: "deadwax.conf")
    let hub = try await HubUnderTest(withHardware: false, ["--nfc", "none", "--config", file])
    defer { hub.end() }

    func status(_ name: String) async throws -> JSONValue { try await hub.reader(name) }
    // Everything that is whole and allowed gets through.
    for text in ["LIAR", "FLOOD", "GARBAGE", "04A2B3C4D5E681"] {
      try await eventually(within: .seconds(60), "the scan \(text)") {
        try await hub.scans().contains { $0["text"].text == text }
      }
    }
    try await eventually(within: .seconds(60), "the lines of the liar are skipped") {
      try await status("liar")["linesSkipped"].int == 5
    }
    // Random bytes have some line feeds of their own.
    #expect((try await status("garbage")["linesSkipped"].int ?? 0) >= 6)
    let log = hub.hub.lines(on: .error).filter { $0.contains("garbage") }
    #expect(log.contains { $0.contains("reader garbage") && $0.contains("skipped") }, "\(log)")
    func burst() async throws -> Set<String> {
      Set(try await hub.scans().compactMap { $0["text"].text }.filter { $0.hasPrefix("BURST") })
    }
    try await eventually(within: .seconds(60), "no reading of the burst is lost") { try await burst().count == 120 }
    #expect(try await status("garbage")["capabilities"].array.compactMap(\.text) == ["codes"])
    for (name, sentence) in [
      ("silent", "It has sent nothing for 3 s"), ("mute", "It has not sent hello within 10 s"),
      ("exit", "The reader ended with code 3"), ("missing", "Cannot start /nowhere/reader"),
      ("short-lived", "The reader ended with code 1"),
    ] {
      try await eventually(within: .seconds(60), "the fault of \(name)") {
        try await status(name)["reason"].text?.contains(sentence) == true
      }
    }
    for name in ["silent", "mute", "exit", "short-lived"] {
      try await eventually(within: .seconds(60), "\(name) is restarted") {
        (try await status(name)["restarts"].int ?? 0) >= 1
      }
    }
    // An order for a reader that claims to write, and ignores it, ends.
    #expect(try await status("writer")["capabilities"].array.compactMap(\.text) == ["tags", "write"])

    // The gate beside them works, and so does the hub.
    try field.put(["3034257BF7194E4000001A85"])
    try await eventually(within: .seconds(60), "the gate is read") {
      try await hub.scans().contains { $0["text"].text == "epc:3034257BF7194E4000001A85" }
    }
    #expect(try await hub.get("/readyz").status == 200)
    #expect(try await hub.scans().count == 125)
    hub.hub.signal(SIGTERM)
    #expect(try await hub.hub.exit(within: .seconds(60)) == .code(0))
  }

  @Test(arguments: [
    (
      "[reader gate]\ncommand = gate.py\n", 2,
      "command must be the absolute path of a program, or deadwax-reader, with its arguments"
    ),
    ("[reader gate]\nstation = door\n", 1, "[reader gate] needs a line command = …"),
    ("[reader gate]\n", 1, "[reader gate] needs a line command = …"),
    (
      "[reader gate]\ncommand = /bin/true\nstation = Front Door\n", 3,
      "station must be 1 to 40 lower-case letters, digits or hyphens"
    ),
    (
      "[reader Gate]\ncommand = /bin/true\n", 1,
      "the name in [reader NAME] must be 1 to 40 lower-case letters, digits or hyphens"
    ),
    ("[reader gate]\ncomand = /bin/true\n", 2, "there is no key comand in [reader gate]. Did you mean command?"),
    ("\n[reader scanner]\ncommand = /bin/true\n", 2, "another setting starts the reader scanner; choose another name"),
  ])
  func `a wrong section ends the start with its line`(configuration: String, line: Int, sentence: String) async throws {
    let file = try folder.write(configuration, to: "deadwax.conf")
    let hub = try ChildProgram(
      "deadwaxd", ["--data", folder.path("data"), "--listen", "127.0.0.1:0", "--nfc", "none", "--config", file])
    #expect(try await hub.exit(within: .seconds(60)) == .code(78))
    #expect(hub.lines(on: .error) == ["deadwaxd: \(file):\(line): \(sentence)" + (sentence.hasSuffix("?") ? "" : ".")])
  }
}
