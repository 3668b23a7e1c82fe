import Deadwax
import Foundation
import History
import Lending
import LendingTestSupport
import Log
import Staff
import Storage
import TestSupport
import Testing

/// Tests that libraries and recordings of earlier versions, whose time zone is a rule without a name, go on working.
@Suite(.timeLimit(.minutes(5)), .ownThread)
struct OldTimeZoneTests {
  private let berlin = SampleZones.berlin

  /// The recording was written by a version that stored rules alone. It lends under two of them.
  @Test func `a recording with rules alone replays to the same rows`() throws {
    let path = Repository.path("Tests/UseCasesTests/Recordings/posix-time-zone.jsonl")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let shelf = try CasesLibrary()
    // The machine that replays has another time zone.
    var library = LibraryPolicy()
    library.due.calendar.timeZone = try LibraryTimeZone(stored: "Pacific/Auckland=NZST-12NZDT,M9.5.0,M4.1.0/3")
    let recording = Recording(database: shelf.database, defaults: library, logger: .silent)
    let report = try recording.replay(lines)
    #expect(report.firstDifference == nil)
    #expect(report.events >= 10 && report.rows >= 4, "\(report)")
  }

  @Test func `a stored rule holds, is shown, and is not updated`() throws {
    let office = try StaffLibrary()
    try office.database.write { transaction in
      try transaction.set("calendar.time-zone", to: berlin)
      try transaction.recordChange(.setting)
    }
    let view = try office.counter.settings.view("calendar.time-zone")
    #expect(view.value == berlin && view.timeZone?.rule == berlin && view.timeZone?.abbreviation == "CET")
    #expect(try office.counter.settings.updateTimeZone() == nil)
    // 20 November 2026, noon UTC, and fourteen days.
    #expect(try office.lend(office.copies[0], to: office.ada).loan.dueAt.description == "2026-12-04T22:59:59.999Z")
  }

  @Test func `a stored text that no version wrote counts as the default`() throws {
    let office = try StaffLibrary()
    for text in ["Europe/Berlin", "Europe/Berlin=", "../x=UTC0", ""] {
      try office.database.write { transaction in
        try transaction.set("calendar.time-zone", to: text)
        try transaction.recordChange(.setting)
      }
      #expect(try office.counter.settings.view("calendar.time-zone").value == "UTC")
      #expect(try office.counter.settings.updateTimeZone() == nil)
    }
  }
}
