import Glibc
import Log
import Storage
import TestSupport
import Threads

/// A folder for one test, removed with all its contents after the test.
final class Scratch: Sendable {
  let folder: String
  private let temporary: TemporaryFolder
  private let isMounted = Locked(false)

  /// - Parameter inMemory: true for a test in which no file has to be on the disk. The tests of the files themselves,
  ///   of crashes and of the log use the disk.
  /// - Throws: the error of the file system.
  init(inMemory: Bool = false) throws {
    temporary = try TemporaryFolder("deadwax-storage", inMemory: inMemory)
    folder = temporary.path
  }

  deinit {
    if isMounted.withLock({ $0 }) { umount2(folder, Int32(MNT_DETACH)) }
  }

  /// Removes the folder at once, for a test whose process dies. Open files remain usable.
  func removeAll() {
    for name in (try? names()) ?? [] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  var path: String { "\(folder)/desk.sqlite" }

  struct CannotUse: Error {
    let name: String
    let code: Int32
  }

  /// Mounts a file system in memory on the folder.
  func mount(bytes: Int) throws {
    guard Glibc.mount("deadwax", folder, "tmpfs", 0, "size=\(bytes)") == 0 else {
      throw CannotUse(name: folder, code: errno)
    }
    isMounted.withLock { $0 = true }
  }

  func remove(_ name: String) throws {
    guard unlink("\(folder)/\(name)") == 0 else { throw CannotUse(name: name, code: errno) }
  }

  /// The files in the folder, sorted.
  func names() throws -> [String] {
    guard let entries = opendir(folder) else { throw CannotUse(name: folder, code: errno) }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func bytes(_ name: String) throws -> [UInt8] {
    let file = Glibc.open("\(folder)/\(name)", O_RDONLY)
    guard file >= 0 else { throw CannotUse(name: name, code: errno) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_END)))
    let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    guard count == bytes.count else { throw CannotUse(name: name, code: errno) }
    return bytes
  }

  /// Replaces the file's content.
  func put(_ bytes: [UInt8], in name: String) throws {
    let file = Glibc.open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { throw CannotUse(name: name, code: errno) }
    defer { close(file) }
    let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw CannotUse(name: name, code: errno) }
  }

  /// The content of all files except the shared memory, which holds no data.
  func content() throws -> [String: [UInt8]] {
    var content: [String: [UInt8]] = [:]
    for name in try names() where !name.hasSuffix("-shm") { content[name] = try bytes(name) }
    return content
  }

  /// Copies the files on disk, as after `kill -9` of the program that has them open.
  func copy() throws -> Scratch {
    let copy = try Scratch()
    for (name, bytes) in try content() { try copy.put(bytes, in: name) }
    return copy
  }
}

/// The schema of these tests.
let schema = [
  Migration(
    name: "0001-records",
    sql: """
      CREATE TABLE record (
        id INTEGER PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        title TEXT,
        count INTEGER NOT NULL DEFAULT 0 CHECK (count >= 0)
      ) STRICT;
      CREATE INDEX record_title ON record (title);
      CREATE TABLE loan (
        record INTEGER NOT NULL REFERENCES record (id) DEFERRABLE INITIALLY DEFERRED,
        sequence INTEGER NOT NULL UNIQUE
      ) STRICT;
      """)
]

extension Scratch {
  func open(
    migrations: [Migration] = schema, readers: Int = 3, newestSequence: String? = nil, acceptLoss: Bool = false
  ) throws -> Database {
    try Database(
      path: path, migrations: migrations, logger: .silent, readers: readers, newestSequence: newestSequence,
      acceptLoss: acceptLoss)
  }
}
