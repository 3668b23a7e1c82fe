import Backups
import Moving
import TestSupport
import Testing

/// The import of an archive on a disk that is full, in each of its phases.
@Suite(.timeLimit(.minutes(10)), .enabled(if: SmallDisk.isPossible, SmallDisk.reason))
struct FullDiskArchiveTests {
  @Test func `a full disk ends an import with that reason, and the library stays as it is`() throws {
    let source = try ArchivedLibrary.withAttachments(seed: 29)
    let archive = try source.archive()
    let disk = try SmallDisk()
    let target = try ArchivedLibrary(in: disk.folder)
    let before = try target.archive(hasSecrets: true)
    var failures: [String: Int] = [:]
    let isDone = try disk.withMoreAndMoreRoom(by: 256 << 10) { free in
      do {
        try target.send(archive)
        return true
      } catch {
        failures["\(error)", default: 0] += 1
        #expect("\(error)".contains("full"), "\(free): \(error)")
        return false
      }
    } afterFailure: { (free: Int) throws in
      #expect(!target.backups.isStaged && target.backups.all().isEmpty, "\(free)")
      #expect(try target.strangers() == [], "\(free)")
    }
    print("a full disk: \(failures.values.reduce(0, +)) times, with \(failures.count) sentences")
    #expect(isDone && failures.values.reduce(0, +) > 3)
    #expect(try target.archive(hasSecrets: true) == before)
    try target.restart()
    #expect(try target.archive() == archive)
  }
}
