import Glibc
import Moving
import Storage
import TestSupport
import Testing

/// A merge on a disk that is full, in each of its phases. Only root can mount so small a disk.
@Suite(
  .timeLimit(.minutes(10)),
  .enabled(if: geteuid() == 0 || FakeCamera.isRequired, "mounting a small file system needs root"))
struct FullDiskMergeTests {
  @Test func `a full disk ends a merge with that reason, and the library stays as it is`() throws {
    let source = try ArchivedLibrary()
    var random = SeededRandom(seed: 31)
    for _ in 1...8 { try source.attach(String(random.bytes(60_000).map { Character(Unicode.Scalar($0 % 94 + 32)) })) }
    let archive = try source.archive()
    let folder = try TemporaryFolder("deadwax-full", inMemory: true)
    guard mount("deadwax", folder.path, "tmpfs", 0, "size=\(64 << 20)") == 0 else { throw TestFailure("no mount") }
    defer { umount2(folder.path, Int32(MNT_DETACH)) }
    let target = try ArchivedLibrary(in: folder)
    let before = try target.database.read { try $0.dump(marks: true) }
    var phases: [String: Int] = [:]
    var isDone = false
    // The file arrives, a copy is made of it, and the records are written: the ballast leaves room for ever more of it.
    for free in stride(from: 0, through: 24 << 20, by: 128 << 10) where !isDone {
      var space = statvfs()
      statvfs(folder.path, &space)
      let room = Int(space.f_bavail) * Int(space.f_bsize)
      try folder.write([UInt8](repeating: 0, count: max(0, room - free)), to: "ballast")
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
      unlink(folder.path("ballast"))
      guard !isDone else { break }
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
