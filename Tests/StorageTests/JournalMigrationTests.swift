import Deadwax
import Log
import Storage
import Testing

/// Tests that the events of an earlier version are read: their bodies were stored as members without braces.
@Suite(.timeLimit(.minutes(5)))
struct JournalMigrationTests {
  private static let id = "0193489a-7c20-7e0b-a1c3-000000000001"
  private static let reader =
    #""reader":{"name":"nfc","kind":"nfc","device":"usb","station":"desk","state":"ready","#
    + #""since":"2026-11-20T09:45:12.120Z","restarts":0,"linesSkipped":0}"#

  /// The kind, the stored members and the body.
  private static var events: [(kind: String, members: String, body: EventBody)] {
    get throws {
      let copy = try given(Copy.ID(id))
      let due = RFC3339Time(try given(Timestamp("2026-12-04T09:45:12.120Z")))
      return [
        ("scan.recorded", "", .scanRecorded),
        (
          "station.changed",
          #""mode":"check-out","state":"idle","outcome":{"code":"choice-expired","mode":"check-out"}"#,
          .stationChanged(mode: .checkout, state: .idle, outcome: EventBody.ScreenOutcome(code: .choiceExpired))
        ),
        ("copy.added", #""release":"\#(id)""#, .copyAdded),
        (
          "loan.opened", #""copy":"\#(id)","dueAt":"2026-12-04T09:45:12.120Z""#, .loanOpened(copy: copy, dueAt: due)
        ),
        (
          "hold.changed", #""state":"expired","copy":"\#(id)","next":null"#,
          .holdChanged(state: .stored(.expired), copy: copy, next: nil)
        ),
        ("hold.changed", #""state":"gone""#, .holdChanged(state: .gone, copy: nil, next: nil)),
        ("fee.changed", #""loan":"\#(id)""#, .feeChanged(change: nil, loan: try given(Loan.ID(id)))),
        (
          "change.undone", #""kind":"lend","by":"\#(id)""#, .changeUndone(change: .lend, by: try given(Change.ID(id)))
        ),
        (
          "lookup.changed", #""state":"waiting","reason":"a \"quoted\" word""#,
          .lookupChanged(state: .waiting, reason: "a \"quoted\" word")
        ),
        (
          "tag-queue.changed", #""isOver":true"#,
          .tagQueueChanged(total: nil, done: nil, skipped: nil, isWritten: nil, next: nil, isOver: true)
        ),
        (
          "reader.changed", reader,
          .readerChanged(
            reader: ReaderReport(
              name: "nfc", kind: "nfc", capabilities: [], device: "usb", station: .hubStation, state: "ready",
              reason: nil, hint: nil, present: 0, since: RFC3339Time(try given(Timestamp("2026-11-20T09:45:12.120Z"))),
              restarts: 0, linesSkipped: 0))
        ),
      ]
    }
  }

  @Test func `every event of the version before is read`() throws {
    let scratch = try Scratch(inMemory: true)
    let first = try scratch.open(migrations: Array(Migration.all.prefix(9)))
    let events = try Self.events
    try first.write { transaction in
      for event in events {
        try transaction.run(
          "INSERT INTO journal (kind, at, payload) VALUES (?1, 1, ?2)", event.kind, event.members)
      }
    }
    first.close()
    let database = try scratch.open(migrations: Migration.all)
    let read = try database.read { try $0.events(after: 0, limit: 100) }
    #expect(read.map(\.body) == events.map(\.body))
    #expect(read.map(\.kind.rawValue) == events.map(\.kind))
  }
}
