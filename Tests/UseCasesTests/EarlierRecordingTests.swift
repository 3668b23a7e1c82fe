import Foundation
import History
import Lending
import Log
import TestSupport
import Testing

/// Tests that recordings of earlier versions replay without a difference.
@Suite(.timeLimit(.minutes(5)), .ownThread)
struct EarlierRecordingTests {
  /// An evening at one station by a version before names and texts were revised: check-outs, returns, holds, refusals,
  /// choices, confirmations and undo, by 137 events.
  @Test func `an evening of an earlier version replays to the same outcomes and rows`() throws {
    let path = Repository.path("Tests/UseCasesTests/Recordings/earlier-version.jsonl")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let library = try CasesLibrary()
    let recording = Recording(database: library.database, defaults: LibraryPolicy(), logger: .silent)
    let report = try recording.replay(lines)
    #expect(report.firstDifference == nil)
    #expect(report.events == 137 && report.rows == 65, "\(report)")
  }

  /// An evening by a version that said away for offline and desk for station: 18 scans of an offline station, merged, and
  /// three changes of settings.
  @Test func `an evening with the names of an earlier version replays to the same outcomes and rows`() throws {
    let path = Repository.path("Tests/UseCasesTests/Recordings/earlier-names.jsonl")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.count { $0.contains(#""kind":"away""#) } == 18)
    let library = try CasesLibrary()
    let recording = Recording(database: library.database, defaults: LibraryPolicy(), logger: .silent)
    let report = try recording.replay(lines)
    #expect(report.firstDifference == nil)
    #expect(report.events == 35 && report.rows > 0, "\(report)")
  }
}
