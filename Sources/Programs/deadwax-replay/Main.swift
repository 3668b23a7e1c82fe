internal import CommandLineArguments
internal import Deadwax
internal import Execution
internal import Foundation
internal import History
internal import Housekeeping
internal import Lending
internal import Log
internal import Storage

/// The replay program: runs a recording again without a hub, and compares the outcomes. It changes no library.
@main
struct Main {
  private static let program = ProgramDefinition(
    "deadwax-replay", version: ProgramVersion.current,
    commands: [
      CommandDefinition(
        "", operands: [.optional("FILE|-")], summary: "replay a recording and compare the outcomes",
        details: """
          FILE is a recording that deadwax recording printed. Without FILE, replays the recording in a data folder of a
          hub, or in a backup of one, on a copy in the temporary folder. States, outcomes and rows must be equal, bit
          for bit; otherwise the exit code is 1.
          """,
        examples: [
          ("day.ndjson", "replays a recording from a file"),
          ("--data /var/lib/deadwax", "replays the whole recording of a hub, which may be running"),
        ],
        options: [
          Option("data", "DIR", "the data folder of a hub, or a backup of it"),
          Option("from", "TIME", "the start of the replay, as 2026-12-24T18:00:00Z; with --data"),
        ])
    ])

  static func main() {
    let arguments = program.parseOrExit().arguments
    do {
      let report = try report(arguments)
      print(text(report))
      exit(report.isEqual ? 0 : 1)
    } catch let error as UsageError {
      error.print(by: program.name)
      exit(UsageError.exitCode)
    } catch StaffError.badValue(_, let sentence) {
      fail(sentence, code: 65)
    } catch {
      fail("\(error)", code: 74)
    }
  }

  private static func report(_ arguments: ParsedArguments) throws -> ReplayReport {
    switch (arguments.operands.first, arguments.text("data")) {
    case (let file?, nil):
      guard arguments.text("from") == nil else { throw program.error("--from needs --data.", in: "") }
      return try replay(file: file)
    case (nil, let folder?):
      var start = Timestamp(milliseconds: 0)
      if let text = arguments.text("from") {
        guard let time = Timestamp(text) else { throw program.error("--from must be an RFC 3339 time.", in: "") }
        start = time
      }
      return try replay(folder: folder, from: start)
    case (nil, nil), (_?, _?): throw program.error("Give either FILE or --data DIR.", in: "")
    }
  }

  /// Replays a recording in a new database.
  private static func replay(file: String) throws -> ReplayReport {
    let data = file == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: file)
    guard let data else { fail("cannot read the file \(printable(file))", code: 66) }
    let lines = data.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    return try Recording.replay(lines, defaults: defaults)
  }

  /// Replays the recording of a data folder, in a copy of its database.
  private static func replay(folder: String, from start: Timestamp) throws -> ReplayReport {
    let source = folder + "/deadwax.sqlite"
    guard FileManager.default.fileExists(atPath: source) else {
      fail("\(printable(folder)) has no deadwax.sqlite", code: 66)
    }
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("deadwax-replay-\(UUID().uuidString.prefix(13).lowercased())").path
    try FileManager.default.createDirectory(
      atPath: copy, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try Database.copy(source, to: copy + "/deadwax.sqlite") { true }
    // A backup of an earlier version is brought up to date in the copy.
    let database = try Database(
      path: copy + "/deadwax.sqlite", migrations: Migration.all, logger: .standardError(part: "replay"))
    defer { database.close() }
    return try Recording(database: database, defaults: defaults, logger: .standardError(part: "replay"))
      .replay(from: start)
  }

  /// The library policy where the recording has no setting: as a hub on this machine has it.
  private static var defaults: LibraryPolicy {
    var library = LibraryPolicy()
    library.due.calendar.timeZone = SystemTimeZone.zone(in: ZoneFiles(folder: ZoneFiles.standardFolder))
    return library
  }

  private static func text(_ report: ReplayReport) -> String {
    let counts = "\(report.events) events: \(report.states) states, \(report.outcomes) outcomes and \(report.rows) rows"
    guard let first = report.firstDifference else { return "✓ \(counts) are equal." }
    let place = first.sequence.map { "event \($0), " } ?? "at the end, "
    let values = "recorded \(first.recorded.prefix(400)), replayed \(first.replayed.prefix(400))"
    return "✗ \(counts) compared.\n  \(printable("\(place)\(first.what): \(values)"))"
  }

  private static func fail(_ sentence: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data("deadwax-replay: \(sentence)\n".utf8))
    exit(code)
  }
}
