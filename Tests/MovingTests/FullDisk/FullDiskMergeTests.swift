import Moving
import Storage
import TestSupport
import Testing

/// A merge on a disk that is full, in each of its phases.
@Suite(.timeLimit(.minutes(10)), .enabled(if: SmallDisk.isPossible, SmallDisk.reason))
struct FullDiskMergeTests {
  @Test func `a full disk ends a merge with that reason, and the library stays as it is`() throws {
    let source = try ArchivedLibrary.withAttachments(seed: 31)
    let archive = try source.archive()
    let disk = try SmallDisk()
    let target = try ArchivedLibrary(in: disk.folder)
    let before = try target.database.read { try $0.dump(marks: true) }
    var phases: [String: Int] = [:]
    // The file arrives, a copy is made of it, and the records are written.
    let isDone = try disk.withMoreAndMoreRoom(by: 128 << 10) { free in
      var isDone = false
      do {
        let view = try target.merged(archive)
        if let fault = view.fault {
          phases["\(view.phase)", default: 0] += 1
          #expect(fault.contains("full"), "\(free): \(fault)")
        } else {
          isDone = view.phase == .applied
        }
      } catch {
        phases["arriving", default: 0] += 1
        #expect("\(error)".contains("full"), "\(free): \(error)")
      }
      for open in target.merges.all() { try target.merges.remove(open.id) }
      return isDone
    } afterFailure: { (free: Int) throws in
      #expect(try target.strangers() == [], "\(free)")
      #expect(try target.database.read { try $0.dump(marks: true) } == before, "\(free)")
    }
    print("a full disk in a merge: \(phases.sorted { $0.key < $1.key })")
    #expect(isDone && phases["arriving"] ?? 0 > 0 && phases["damaged"] ?? 0 > 0)
    try target.restart()
    #expect(try target.strangers() == [])
    let titles = "SELECT title FROM release ORDER BY title"
    #expect(
      try target.database.read { try $0.all(titles) { try $0.text(0) } }
        == source.database.read { try $0.all(titles) { try $0.text(0) } })
  }
}
