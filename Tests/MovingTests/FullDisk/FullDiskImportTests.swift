import BulkChanges
import Moving
import Storage
import TestSupport
import Testing

/// An import of a table on a disk that is full, in each of its phases.
@Suite(.timeLimit(.minutes(10)), .enabled(if: SmallDisk.isPossible, SmallDisk.reason))
struct FullDiskImportTests {
  @Test func `a full disk ends an import, and what was written is taken back once there is room`() async throws {
    let disk = try SmallDisk()
    let library = try ImportedLibrary(in: disk.folder)
    defer { library.end() }
    let before = try library.dump()
    let table = Array(
      ("number,title,notes\n" + (1...600).map { "\($0),Title \($0),\(String(repeating: "x", count: 300))\n" }.joined())
        .utf8)
    var phases: [String: Int] = [:]
    // The room grows by less than a part writes.
    let isDone = try await disk.withMoreAndMoreRoom(by: 384 << 10) { free in
      do {
        var view = try await library.plan(table)
        if view.phase == .ready { view = try await library.apply(view) }
        for open in library.imports.all() { try library.imports.remove(open.id) }
        if view.phase == .applied { return true }
        phases["\(view.phase)", default: 0] += 1
        let sentence = view.fault?.sentence ?? ""
        #expect(sentence.contains("full") || sentence.contains("not taken back yet"), "\(free): \(sentence)")
      } catch let error as MovingError {
        phases["arriving", default: 0] += 1
        #expect(error == .diskFull, "\(free): \(error)")
      }
      return false
    } afterFailure: { (free: Int) throws in
      // The taking back goes on when there is room.
      library.bulk.settle()
      #expect(try library.dump() == before, "\(free)")
      #expect(try library.database.read { try $0.openPartedChanges() }.isEmpty, "\(free)")
    }
    print("a full disk in an import of a table: \(phases.sorted { $0.key < $1.key })")
    #expect(isDone && phases["failed"] ?? 0 > 0)
    #expect(try library.base.table(.copies).rows.count == 600)
  }
}
