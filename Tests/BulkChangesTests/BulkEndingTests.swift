import BulkChanges
import Deadwax
import Execution
import History
import Lending
import Log
import Storage
import StorageTestSupport
import TestSupport
import Testing
import Threads

/// Bulk changes that end early: cancelled, interrupted by a restart, or on a full disk.
@Suite(.timeLimit(.minutes(10)))
struct BulkEndingTests {
  @Test func `a bulk change that is cancelled in the middle is taken back, as the history says`() throws {
    let library = try BulkLibrary(seed: 21, copies: 400)
    defer { library.end() }
    let before = try library.dump()
    let view = try library.previewMark("A 1")
    library.meanwhile.each { commit in if commit == 3 { _ = try? library.bulk.cancel(view.id) } }
    let ended = try library.apply(view)
    #expect(ended.phase == .cancelled && ended.change == view.id, "\(ended)")
    #expect(ended.fault == "The bulk change was cancelled. All that it had changed was taken back.")
    #expect(try library.dump().differences(from: before) == [])
    let (change, undo) = try library.history(of: view.id)
    #expect(change.kind == .bulk && undo?.undoes == change.id && undo?.reason == "cancelled")
    #expect(try library.bulk.cancel(view.id).fault == ended.fault)
    // A part of the change cannot come back by an undo of its undo.
    let whole = try #require(undo)
    #expect(try library.undoing.change(whole.id)?.refusal == .tookBack)
    for id in try [whole.id] + library.database.read({ try $0.parts(of: whole.id).map(\.id) }) {
      #expect(throws: PolicyRefusal(.nothingToUndo)) { _ = try library.undoing.undo(id, by: .staff("Ada")) }
    }
    #expect(try library.database.write { try $0.undo(whole.id) } == .refused(.tookBack))
    #expect(try library.dump().differences(from: before) == [])
    let stored = try #require(try library.database.read { try $0.partedChange(view.id) })
    #expect(stored.state == .takenBack && stored.kept == 0 && stored.done < stored.total && stored.plan == view.plan)
    // The search index is that of before.
    #expect(try library.previewMark("B", of: .query("title")).counts == view.counts)
  }

  @Test func `the taking back leaves a copy that others have changed since, and the rest of its part is restored`()
    throws
  {
    let library = try BulkLibrary(seed: 22, copies: 400)
    defer { library.end() }
    let before = try library.dump()
    let view = try library.previewMark("A 1")
    let changed = library.copies[1]
    library.meanwhile.each { commit in
      if commit == 2 { library.gradeNext(changed, "P") }
      if commit == 4 { _ = try? library.bulk.cancel(view.id) }
    }
    let ended = try library.apply(view)
    #expect(ended.phase == .cancelled)
    #expect(ended.fault?.hasSuffix("except 1 copy that others have changed since.") == true, "\(ended)")
    #expect(try library.dump().differences(from: before).map(\.row) == [changed.text])
    let copy = try #require(try library.database.read { try $0.copy(changed) })
    #expect(copy.shelfMark == "A 1" && copy.mediaCondition == "P")
  }

  @Test func `a bulk change that the end of the hub interrupts is taken back at the next start`() throws {
    let library = try BulkLibrary(seed: 23, copies: 2_000)
    defer { library.end() }
    let before = try library.dump()
    let view = try library.previewMark("A 1")
    let isMidway = Latch()
    library.meanwhile.each { commit in if commit == 3 { isMidway.raise() } }
    _ = try library.bulk.apply(view.id, plan: view.plan ?? "", skipsRefused: true, by: "Ada")
    isMidway.wait()
    library.bulk.stop()
    let stopped = try library.bulk.view(view.id)
    #expect(stopped.phase == .failed && stopped.fault?.hasSuffix("will be taken back.") == true, "\(stopped)")
    let half = try library.dump().differences(from: before).count
    #expect(half > 0 && half < 2_000)
    #expect(try library.database.read { try $0.openPartedChanges().map(\.id) } == [view.id])
    #expect(throws: PolicyRefusal(.nothingToUndo)) { _ = try library.undoing.undo(view.id, by: .staff("Ada")) }
    // The first attempt is interrupted as well.
    let half2 = try TakingBack(database: library.database, published: {}).run(view.id, because: .interrupted) {
      done, _ in
      done < 2
    }
    #expect(half2?.state == .takingBack)
    let next = library.restarted()
    defer { next.stop() }
    #expect(try library.dump().differences(from: before) == [])
    let found = try next.view(view.id)
    #expect(found.phase == .failed && found.change == view.id)
    #expect(
      found.fault == "The hub ended before the bulk change was complete. All that it had changed was taken back.")
    let (_, undo) = try library.history(of: view.id)
    #expect(undo?.reason == "interrupted")
    #expect(try library.database.read { try $0.openPartedChanges() } == [])
    // Nothing is left to do for the start after it.
    let revision = library.database.revision
    library.restarted().stop()
    #expect(library.database.revision == revision)
  }

  @Test func `an undo that the end of the hub interrupts is taken back at the next start`() throws {
    let library = try BulkLibrary(seed: 34, copies: 300)
    defer { library.end() }
    let done = try library.apply(try library.previewMark("A 1"))
    let after = try library.dump()
    let undo = try library.database.write { transaction in
      let undo = Change(id: transaction.newID(), kind: .undo, sequence: 0, at: transaction.now, undoes: done.id)
      try transaction.beginParted(undo, plan: nil, total: transaction.partCount(of: done.id))
      for _ in 0..<2 {
        let change = try #require(try transaction.change(done.id))
        guard case .undone? = try transaction.undoNextPart(of: change, as: undo.id, by: nil, reason: nil) else {
          throw TestFailure("the part was not undone")
        }
      }
      return undo.id
    }
    #expect(try library.dump() != after)
    #expect(try library.undoing.change(done.id)?.refusal == .underWay)
    library.restarted().stop()
    #expect(try library.dump().differences(from: after) == [])
    #expect(try library.history(of: done.id).undo == nil && library.history(of: undo).undo?.reason == "interrupted")
    _ = try library.undoing.undo(done.id, by: .staff("Ada"))
    #expect(try library.history(of: done.id).undo?.undoes == done.id)
  }

  @Test func `a copy of the database from the middle is taken back where it is opened`() throws {
    let library = try BulkLibrary(seed: 25, copies: 600, onDisk: true)
    defer { library.end() }
    let before = try library.dump()
    let view = try library.previewMark("A 1")
    let copied = library.folder.path("copy.sqlite")
    let original = library.folder.path("deadwax.sqlite")
    library.meanwhile.each { commit in
      if commit == 3 { #expect(throws: Never.self) { try Database.copy(original, to: copied) { true } } }
    }
    #expect(try library.apply(view).phase == .applied)
    let restored = try Database(path: copied, migrations: Migration.all, logger: .silent)
    defer { restored.close() }
    func dump() throws -> HistoryDump { try restored.read { try $0.dump(marks: false) } }
    #expect(try !dump().differences(from: before).isEmpty)
    let next = BulkChanges(
      database: restored, policies: LibraryPolicies(defaults: LibraryPolicy()), published: {}, logger: .silent)
    defer { next.stop() }
    next.recover()
    #expect(try dump().differences(from: before) == [] && next.view(view.id).phase == .failed)
  }

  @Test func `a bulk change that fills the disk is taken back once there is space`() async throws {
    let library = try BulkLibrary(seed: 26, copies: 1_000)
    defer { library.end() }
    let before = try library.dump()
    let view = try library.previewMark("A 1")
    library.meanwhile.each { commit in if commit == 2 { library.setPageLimit("1") } }
    _ = try library.bulk.apply(view.id, plan: view.plan ?? "", skipsRefused: true, by: "Ada")
    try await eventually { try library.bulk.view(view.id).phase != .applying }
    try library.endMeanwhile()
    library.setPageLimit("4294967294")
    library.bulk.settle()
    let ended = try library.bulk.view(view.id)
    #expect(ended.phase == .failed, "\(ended)")
    #expect(ended.fault == "The disk is full. All that it had changed was taken back.")
    #expect(try library.dump().differences(from: before) == [])
  }

  @Test func `an undo that the end of the hub or a full disk interrupts is taken back as a whole`() async throws {
    let library = try BulkLibrary(seed: 27, copies: 600)
    defer { library.end() }
    let done = try library.apply(try library.previewMark("A 1"))
    let after = try library.dump()
    library.meanwhile.each { commit in if commit == 2 { library.setPageLimit("1") } }
    let failed = Locked<(any Error)?>(nil)
    let hasEnded = Latch()
    try library.bulk.perform { goesOn in
      do {
        _ = try library.undoing.undo(done.id, by: .staff("Ada"), while: goesOn)
      } catch {
        failed.withLock { $0 = error }
      }
      hasEnded.raise()
    }
    hasEnded.wait()
    #expect(failed.withLock { ($0 as? StorageError)?.kind } == .full)
    let half = try library.dump().differences(from: after).count
    #expect(half > 0 && half < 600, "\(half)")
    try library.endMeanwhile()
    library.setPageLimit("4294967294")
    library.bulk.settle()
    #expect(try library.dump().differences(from: after) == [])
    #expect(try library.database.read { try $0.openPartedChanges() } == [])
    #expect(try library.history(of: done.id).undo == nil)
    // The end of the hub comes between two parts.
    let parts = Locked(0)
    #expect(throws: UndoInterrupted.self) {
      _ = try library.undoing.undo(done.id, by: .staff("Ada")) {
        parts.withLock { count in
          count += 1
          return count < 3
        }
      }
    }
    #expect(try !library.dump().differences(from: after).isEmpty)
    library.restarted().stop()
    #expect(try library.dump().differences(from: after) == [])
    _ = try library.undoing.undo(done.id, by: .staff("Ada"))
    #expect(try library.history(of: done.id).undo?.by == "Ada")
  }

  @Test func `a start on a full disk goes on, and takes the change back once there is space`() throws {
    let library = try BulkLibrary(seed: 28, copies: 600)
    defer { library.end() }
    let before = try library.dump()
    let view = try library.previewMark("A 1")
    let isMidway = Latch()
    library.meanwhile.each { commit in if commit == 3 { isMidway.raise() } }
    _ = try library.bulk.apply(view.id, plan: view.plan ?? "", skipsRefused: true, by: "Ada")
    isMidway.wait()
    library.bulk.stop()
    try library.endMeanwhile()
    library.setPageLimit("1")
    let next = library.restarted()
    defer { next.stop() }
    #expect(try !library.dump().differences(from: before).isEmpty)
    #expect(try [.applying, .takingBack].contains(next.view(view.id).phase))
    library.setPageLimit("4294967294")
    next.settle()
    #expect(try library.dump().differences(from: before) == [] && next.view(view.id).phase == .failed)
  }
}
