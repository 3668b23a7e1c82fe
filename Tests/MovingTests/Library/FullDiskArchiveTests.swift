import Backups
import Glibc
import Moving
import Storage
import TestSupport
import Testing

/// An import on a disk that is full, in each of its phases. Only root can mount so small a disk.
@Suite(
  .timeLimit(.minutes(10)),
  .enabled(if: geteuid() == 0 || FakeCamera.isRequired, "mounting a small file system needs root"))
struct FullDiskArchiveTests {
  @Test func `a full disk ends an import with that reason, and the library stays as it is`() throws {
    let source = try ArchivedLibrary()
    var random = SeededRandom(seed: 29)
    for _ in 1...8 { try source.attach(String(random.bytes(60_000).map { Character(Unicode.Scalar($0 % 94 + 32)) })) }
    let archive = try source.archive()
    let folder = try TemporaryFolder("deadwax-full", inMemory: true)
    guard mount("deadwax", folder.path, "tmpfs", 0, "size=\(64 << 20)") == 0 else { throw TestFailure("no mount") }
    defer { umount2(folder.path, Int32(MNT_DETACH)) }
    let target = try ArchivedLibrary(in: folder)
    let before = try target.archive(hasSecrets: true)
    var failures: [String: Int] = [:]
    // The ballast shrinks until the import has room in every phase.
    var isDone = false
    for free in stride(from: 0, through: 24 << 20, by: 256 << 10) where !isDone {
      var space = statvfs()
      statvfs(folder.path, &space)
      let room = Int(space.f_bavail) * Int(space.f_bsize)
      try folder.write([UInt8](repeating: 0, count: max(0, room - free)), to: "ballast")
      do {
        try target.send(archive)
        isDone = true
      } catch {
        failures["\(error)", default: 0] += 1
        #expect("\(error)".contains("full"), "\(free): \(error)")
      }
      unlink(folder.path("ballast"))
      guard !isDone else { break }
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
