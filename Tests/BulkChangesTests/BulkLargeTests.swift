import BulkChanges
import Deadwax
import Execution
import Foundation
import History
import Lending
import Storage
import TestSupport
import Testing
import Threads

/// A bulk change of many copies. `DEADWAX_BULK_COPIES=100000` checks as many as one bulk change may have.
@Suite(.timeLimit(.minutes(60)))
struct BulkLargeTests {
  @Test func `all rows of many copies are changed as one, and the undo restores every row`() throws {
    let count = ProcessInfo.processInfo.environment["DEADWAX_BULK_COPIES"].flatMap(Int.init) ?? 2_000
    let library = try BulkLibrary(seed: 77, copies: count, onDisk: true)
    defer { library.end() }
    let before = try library.dump()
    let order = try BulkOrder(
      edit: BulkOrder.Fields(
        copy: Copy.Patch { $0.shelfMark = .set("NEW") }, facts: OwnFacts.Patch { $0.notes = .set("counted") },
        mediaCondition: "VG+", sleeveCondition: nil),
      of: .query("title"), today: library.bulk.today())
    let clock = ContinuousClock()
    let start = clock.now
    let view = try library.preview(order)
    let planned = clock.now
    #expect(view.counts[.change] == count)
    // The counter writes meanwhile, and each write waits for the part that is under way.
    let isOver = Locked(false)
    let waits = Locked<[Duration]>([])
    let writer = DedicatedThread("counter") {
      while !isOver.withLock({ $0 }) {
        let begun = clock.now
        _ = try? library.database.write { try $0.setPosition(1, ofJob: "bulk-test") }
        waits.withLock { $0.append(clock.now - begun) }
      }
    }
    let done = try library.apply(view)
    let applied = clock.now
    isOver.withLock { $0 = true }
    writer.join()
    #expect(done.phase == .applied && done.counts[.change] == count, "\(done.fault ?? "")")
    let after = try library.dump()
    #expect(after.rows[.copy]?.count == count && after.differences(from: before).count == count)
    let undoing = clock.now
    let undoWaits = Locked<[Duration]>([])
    let isUndone = Locked(false)
    let other = DedicatedThread("counter") {
      while !isUndone.withLock({ $0 }) {
        let begun = clock.now
        _ = try? library.database.write { try $0.setPosition(1, ofJob: "bulk-test") }
        undoWaits.withLock { $0.append(clock.now - begun) }
      }
    }
    _ = try library.undoing.undo(view.id, by: .staff("Ada"))
    let undone = clock.now
    isUndone.withLock { $0 = true }
    other.join()
    #expect(try library.dump().differences(from: before) == [])
    let parts = try library.database.read { try $0.partCount(of: view.id) }
    print(
      "bulk: \(count) copies in \(parts) parts: preview \(planned - start), applied in \(applied - planned), "
        + "undone in \(undone - undoing); "
        + "writes meanwhile: \(Self.summary(waits)), during the undo: \(Self.summary(undoWaits))")
  }

  /// The number, the median, the 99th percentile and the maximum of the waits.
  private static func summary(_ waits: Locked<[Duration]>) -> String {
    let sorted = waits.withLock { $0.sorted() }
    guard let longest = sorted.last else { return "none" }
    let (half, most) = (sorted[sorted.count / 2], sorted[min(sorted.count - 1, sorted.count * 99 / 100)])
    return "\(sorted.count), median \(half), p99 \(most), longest \(longest)"
  }
}
