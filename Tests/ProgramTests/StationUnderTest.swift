import Deadwax
import Foundation
import Glibc
import TestSupport

/// A station on another machine: the real program with a folder of its own. Its barcode scanner is a script that sends
/// the codes of the test.
final class StationUnderTest {
  let folder: TemporaryFolder
  private(set) var program: ChildProgram
  private let arguments: [String]
  private let hand: Int32
  private var heard = 0

  /// A printed line about a scan.
  struct Report: Sendable {
    var id: String
    var outcome: String
    var title: String
    var isOffline: Bool
    var sequence: Int?
    /// The time since the scanner sent the code.
    var took: Duration
  }

  /// - Parameters:
  ///   - url: the hub's URL.
  ///   - name: the station's name.
  ///   - token: the file of its token.
  ///   - fileLimit: the maximum size of a file it may write, in blocks of 512 bytes; nil for no limit.
  /// - Throws: `TestFailure` if it does not run.
  init(_ url: String, name: String = "door", token: String? = nil, fileLimit: Int? = nil) async throws {
    folder = try TemporaryFolder("deadwax-station")
    let scanner = try folder.write(
      """
      #!/bin/sh
      # What is written into the pipe goes out as it is; a state every now and then says that it lives.
      cd '\(folder.path)' || exit 99
      echo '{"type":"hello","reader":"hid","version":1,"device":"made up","capabilities":{}}'
      (while echo '{"type":"state","state":"ready"}'; do sleep 0.4; done) &
      exec 3<>hand
      (while read -r line <&3; do printf '%s\\n' "$line"; done) &
      cat > /dev/null
      kill 0
      """, to: "programs/deadwax-reader")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scanner)
    let pipe = folder.path("hand")
    guard mkfifo(pipe, 0o600) == 0 else { throw TestFailure("no pipe for the scanner") }
    // Open for reading and writing, so that no side has to wait for the other.
    hand = open(pipe, O_RDWR | O_CLOEXEC)
    arguments =
      [
        "station", "run", "--json", "--hub", url, "--name", name, "--data", folder.path("data"), "--camera", "none",
        "--nfc", "none", "--scanner", "made up", "--programs", folder.path("programs"),
      ] + (token.map { ["--token-file", $0] } ?? [])
    program = try Self.start(arguments, fileLimit: fileLimit)
    try await program.line { $0.contains(" runs with scanner.") }
  }

  deinit {
    program.end()
    close(hand)
  }

  private static func start(_ arguments: [String], fileLimit: Int?) throws -> ChildProgram {
    guard let fileLimit else { return try ChildProgram("deadwax", arguments) }
    // Exceeding the limit is then an error of the write, as on a full disk, and no signal.
    let script = "trap '' XFSZ; ulimit -f \(fileLimit); exec \"$@\""
    return try ChildProgram(
      path: "/bin/sh", ["-c", script, "sh", try Repository.program("deadwax")] + arguments)
  }

  /// Kills the program to simulate a power cut, and restarts it on the same folder.
  func killAndStartAgain() async throws {
    program.signal(SIGKILL)
    _ = try await program.exit(within: .seconds(60))
    program.end()
    try await startAgain()
  }

  /// Restarts the program after its end.
  func startAgain() async throws {
    program = try Self.start(arguments, fileLimit: nil)
    heard = 0
    try await program.line { $0.contains(" runs with scanner.") }
  }

  /// Starts a second program on the same folder.
  func second() throws -> ChildProgram { try ChildProgram("deadwax", arguments) }

  /// Sends a code and returns its id, without waiting for its outcome.
  @discardableResult
  func send(_ code: String, _ symbology: Symbology = .code128, id: Reading.ID = .new(at: .now())) throws -> String {
    let line =
      #"{"type":"code","event":"scanned","id":"\#(id)","at":"\#(Timestamp.now())","symbology":"\#(symbology)","text":"\#(code)"}"#
      + "\n"
    let bytes = Array(line.utf8)
    guard write(hand, bytes, bytes.count) == bytes.count else { throw TestFailure("the scanner takes nothing") }
    return id.text
  }

  /// Sends a code, and waits for its outcome.
  func scan(_ code: String, _ symbology: Symbology = .code128) async throws -> Report {
    let start = ContinuousClock.now
    let id = try send(code, symbology)
    return try await reported(id, since: start)
  }

  func scan(_ code: OwnCode) async throws -> Report { try await scan(code.description, .qr) }

  /// Waits for the reported outcome of a scan.
  func reported(_ id: String, since start: ContinuousClock.Instant = .now) async throws -> Report {
    let line = try await program.line(within: .seconds(60)) { $0.contains(#""type":"scan""#) && $0.contains(id) }
    let took = ContinuousClock.now - start
    let json = try JSONValue(Array(line.utf8))
    guard let outcome = json["outcome"].text, let title = json["title"].text else { throw TestFailure(line) }
    return Report(
      id: id, outcome: outcome, title: title, isOffline: json["offline"].bool, sequence: json["sequence"].int,
      took: took)
  }

  /// Waits for a line about the hub, after the lines of earlier waits.
  func hub(_ state: String) async throws {
    let lines = try await eventually(within: .seconds(60), "the hub is \(state)") {
      let lines = program.lines()
      let found = lines[min(heard, lines.count)...].firstIndex {
        $0.contains(#""type":"hub""#) && $0.contains(#""state":"\#(state)""#)
      }
      return found
    }
    heard = lines + 1
  }

  /// The verdicts on the journal's entries, with their sequence numbers.
  var verdicts: [(sequence: Int, state: String, outcome: String)] {
    get throws {
      try program.lines().filter { $0.contains(#""type":"taken-in""#) }.map { line in
        let json = try JSONValue(Array(line.utf8))
        return (json["sequence"].int ?? 0, json["state"].text ?? "", json["outcome"].text ?? "")
      }
    }
  }

  /// The journal on disk: its UUID, and the entries as JSON.
  func journal() throws -> (id: String, entries: [String]) {
    let text = try String(contentsOfFile: folder.path("data/journal.offline"), encoding: .utf8)
    let lines = text.split(separator: "\n").map { String($0.dropFirst(9)) }
    guard let first = lines.first, let id = try JSONValue(Array(first.utf8))["journal"].text else {
      throw TestFailure("no journal in \(text)")
    }
    return (id, Array(lines.dropFirst()))
  }
}
