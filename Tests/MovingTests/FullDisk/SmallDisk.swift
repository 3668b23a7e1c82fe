import Glibc
import TestSupport
import Testing

/// A disk of 64 MiB, of which a file takes all but some bytes. Only root can mount it.
final class SmallDisk {
  /// True if it can be mounted, or has to be.
  static let isPossible = geteuid() == 0 || FakeCamera.isRequired
  /// The reason of a skipped suite.
  static let reason: Comment = "mounting a small file system needs root"

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder("deadwax-full", inMemory: true)
    guard mount("deadwax", folder.path, "tmpfs", 0, "size=\(64 << 20)") == 0 else { throw TestFailure("no mount") }
  }

  deinit { umount2(folder.path, Int32(MNT_DETACH)) }

  /// The numbers of free bytes that are tried one after another, up to 24 MiB.
  private static func rooms(by step: Int) -> [Int] { Array(stride(from: 0, through: 24 << 20, by: step)) }

  private func leave(_ free: Int) throws {
    var space = statvfs()
    statvfs(folder.path, &space)
    let room = Int(space.f_bavail) * Int(space.f_bsize)
    try folder.write([UInt8](repeating: 0, count: max(0, room - free)), to: "ballast")
  }

  /// Does something without any room.
  func withoutRoom(_ body: () throws -> Void) throws {
    try leave(0)
    defer { clear() }
    try body()
  }

  private func clear() { unlink(folder.path("ballast")) }

  /// Does something again and again, with more and more room, until it succeeds.
  ///
  /// - Parameters:
  ///   - step: the bytes that are added each time.
  ///   - body: receives the number of free bytes. Returns true if it has succeeded.
  ///   - check: called after each failure, when there is room again.
  /// - Returns: true if it succeeded at last.
  /// - Throws: the error of a function.
  func withMoreAndMoreRoom(
    by step: Int, _ body: (Int) throws -> Bool, afterFailure check: (Int) throws -> Void
  ) throws -> Bool {
    for free in Self.rooms(by: step) {
      try leave(free)
      defer { clear() }
      if try body(free) { return true }
      clear()
      try check(free)
    }
    return false
  }

  /// Does the same with work that waits.
  func withMoreAndMoreRoom(
    by step: Int, _ body: (Int) async throws -> Bool, afterFailure check: (Int) throws -> Void
  ) async throws -> Bool {
    for free in Self.rooms(by: step) {
      try leave(free)
      defer { clear() }
      if try await body(free) { return true }
      clear()
      try check(free)
    }
    return false
  }
}

extension ArchivedLibrary {
  /// A library with attachments that do not become smaller in an archive.
  static func withAttachments(seed: UInt64) throws -> ArchivedLibrary {
    let library = try ArchivedLibrary()
    var random = SeededRandom(seed: seed)
    for _ in 1...8 { try library.attach(String(random.bytes(60_000).map { Character(Unicode.Scalar($0 % 94 + 32)) })) }
    return library
  }
}
