import Deadwax
import HTTPServer
import HubClient
import Log
import TestSupport
import Testing
import Wire

@testable import deadwax

@Suite(.timeLimit(.minutes(5)))
struct DoctorTests {
  private static let device = "/sys/bus/usb/devices/1-2"

  /// Returns a simulated machine with one NFC reader and one camera.
  private static func machine(product: String = "2200") throws -> TemporaryFolder {
    let root = try TemporaryFolder("deadwax-machine")
    for (name, text) in [
      ("idVendor", "072f\n"), ("idProduct", "\(product)\n"), ("busnum", "1\n"), ("devnum", "12\n"),
    ] { try root.write(text, to: String(device.dropFirst()) + "/" + name) }
    try root.write("", to: "dev/video0")
    try root.write("", to: "dev/bus/usb/001/012")
    return root
  }

  private static func readiness(
    _ readers: [ReaderReport], database: String? = nil,
    lookup: Readiness.Lookup = Readiness.Lookup(state: "working", queued: 0), files: Readiness.Files? = nil,
    version: String = Main.version
  ) -> Readiness {
    Readiness(
      database: database, check: Readiness.Check(state: "waiting", percent: 0, soundAt: nil), readers: readers,
      lookup: lookup, musicbrainz: Readiness.Lookup(state: "off", queued: 0), files: files, backup: nil,
      version: version)
  }

  private static func reader(
    _ name: String, _ state: String, device: String = "", capabilities: [String] = [], reason: String? = nil,
    hint: String? = nil, restarts: Int = 0
  ) -> ReaderReport {
    ReaderReport(
      name: name, kind: name, capabilities: capabilities, device: device, station: .hubStation, state: state,
      reason: reason, hint: hint, present: 0, since: RFC3339Time(Timestamp(milliseconds: 1_795_000_000_000)),
      restarts: restarts, linesSkipped: 0)
  }

  private static func findings(_ root: TemporaryFolder, mayUse: @escaping (String) -> Bool = { _ in true }) -> [Finding]
  {
    MachineCheck(root: root.path, mayUse: mayUse).run()
  }

  @Test func `a machine where everything is right`() throws {
    let root = try Self.machine()
    let findings = Self.findings(root)
    #expect(findings.contains(Finding(.good, "camera", "/dev/video0")))
    #expect(findings.contains(Finding(.good, "NFC reader", "ACR122U at /dev/bus/usb/001/012")))
    #expect(!findings.contains { $0.grade == .bad })
  }

  @Test func `lost files of attachments are a fault with advice`() {
    func finding(_ missing: Int, _ damaged: Int) -> Finding? {
      let files = Readiness.Files(
        checkedAt: Timestamp(milliseconds: 1_795_000_000_000), whole: 12, missing: missing, damaged: damaged)
      return HubCheck.findings(Self.readiness([], files: files)).first { $0.subject == "files" }
    }
    #expect(finding(0, 0) == Finding(.good, "files", "12 files of attachments checked, all whole"))
    #expect(finding(2, 1)?.grade == .bad && finding(0, 1)?.grade == .bad)
    #expect(finding(2, 1)?.text(width: 5).contains("2 missing and 1 damaged, 12 whole") == true)
    #expect(finding(2, 1)?.advice?.contains("backup") == true)
    #expect(!HubCheck.findings(Self.readiness([])).contains { $0.subject == "files" })
  }

  @Test func `a machine without devices has nothing wrong`() throws {
    let findings = Self.findings(try TemporaryFolder("deadwax-machine"))
    #expect(findings.filter { $0.grade == .note }.map(\.subject) == ["camera", "NFC reader"])
    #expect(!findings.contains { $0.grade == .bad })
  }

  @Test func `inaccessible devices are reported with the missing group or rules`() throws {
    let root = try Self.machine()
    let without = Self.findings(root, mayUse: { _ in false })
    #expect(without.first { $0.subject == "camera" }?.advice?.contains("group video") == true)
    #expect(without.first { $0.subject == "NFC reader" }?.advice?.contains("60-deadwax.rules") == true)
    try root.write("", to: "etc/udev/rules.d/60-deadwax.rules")
    let with = Self.findings(root, mayUse: { _ in false })
    #expect(with.first { $0.subject == "NFC reader" }?.advice?.contains("group plugdev") == true)
  }

  @Test func `another program that uses the reader is named`() throws {
    let root = try Self.machine()
    try root.write("", to: "sys/module/pn533_usb/refcnt")
    try root.write("", to: "run/pcscd/pcscd.comm")
    let bad = Self.findings(root).filter { $0.grade == .bad }
    #expect(bad.map(\.subject) == ["NFC reader", "NFC reader"])
    #expect(bad.allSatisfy { $0.advice != nil })
    #expect(bad[0].detail.contains("pn533_usb"))
    #expect(bad[1].detail.contains("pcscd"))
  }

  @Test func `a device that is not a reader is ignored`() throws {
    #expect(!Self.findings(try Self.machine(product: "ffff")).contains { $0.detail.contains("ACR122U") })
  }

  @Test func `the version of a hub is stated even if the rest of its state cannot be read`() {
    let findings = HubCheck.findings(of: Array(#"{"status":"ready","version":"0.0.1","database":"ok"}"#.utf8))
    #expect(findings.map(\.subject) == ["version", "readiness"])
    #expect(findings.first?.detail == "the hub has 0.0.1, this command \(Main.version)")
    #expect(findings.last?.grade == .bad)
    #expect(HubCheck.findings(of: Array("no JSON".utf8)).map(\.subject) == ["readiness"])
  }

  @Test func `an absent scanner alone is a note, and the exit code is 0`() async throws {
    func code(_ state: String, _ reason: String) async throws -> ProgramRun {
      let readiness = Self.readiness([
        Self.reader("camera", "ready", device: "/dev/video0"),
        Self.reader("scanner", state, device: "auto", reason: reason),
      ])
      let report = String(decoding: JSONDocument.bytes(of: readiness), as: UTF8.self)
      let server = try HTTPServer(
        router: Router([
          Route(.get, "/healthz") { _, reply in reply(.text("ok")) },
          Route(.get, "/readyz") { _, reply in reply(FakeTagHub.json(report)) },
        ]), logger: .silent)
      defer { server.stop() }
      return try await ProgramRun(["doctor"], environment: ["DEADWAX_HUB": "127.0.0.1:\(server.port)"])
    }
    // The devices of the machine of the test are checked, too: they may be absent, but none may be in use.
    let absent = try await code("absent", "no scanner is plugged in.")
    #expect(absent.output.contains { $0.contains("reader scanner") && $0.contains("absent") }, "\(absent.output)")
    #expect(absent.code == 0, "\(absent.output)")
    let failed = try await code("failed", "cannot open it.")
    #expect(failed.code == 1, "\(failed.output)")
  }

  @Test func `the hub's own report is passed on with its hints`() throws {
    let readiness = Self.readiness(
      [
        Self.reader("camera", "ready", device: "/dev/video0"),
        Self.reader("nfc", "failed", reason: "no right", hint: "add the user to plugdev", restarts: 2),
        Self.reader("other", "opening", device: "x"),
        Self.reader("scanner", "absent", device: "auto", reason: "no scanner is plugged in."),
        Self.reader("pad", "failed", device: "/dev/x", reason: "cannot open /dev/x.", restarts: 1),
        Self.reader("gate", "ready", device: "/dev/y", capabilities: ["many", "tags"], restarts: 1),
      ], database: "the disk is full",
      lookup: Readiness.Lookup(state: "paused", queued: 3, reason: "the token is wrong"), version: "9.9.9")
    let findings = HubCheck.findings(try JSONCoding.decode(JSONDocument.bytes(of: readiness)))
    #expect(
      findings == [
        Finding(
          .note, "version", "the hub has 9.9.9, this command \(Main.version)",
          advice: "Install both from the same package."),
        Finding(.bad, "database", "the disk is full", advice: "See the hub's log: journalctl -u deadwaxd"),
        Finding(
          .bad, "look-ups", "paused (the token is wrong), 3 releases wait",
          advice: "Nothing is lost: they continue when the cause is corrected."),
        Finding(.good, "reader camera", "ready, /dev/video0"),
        Finding(
          .bad, "reader nfc", "failed: no right, restarted 2 times", advice: "add the user to plugdev"),
        Finding(.note, "reader other", "opening, x"),
        Finding(.note, "reader scanner", "absent: no scanner is plugged in, auto"),
        Finding(.bad, "reader pad", "failed: cannot open /dev/x, restarted 1 time"),
        Finding(.good, "reader gate", "ready, /dev/y, capabilities: many tags, restarted 1 time"),
      ])
  }
}
