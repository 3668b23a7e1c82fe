import Glibc
import Log
import Storage

/// A folder for one test, removed with everything in it when the test is over.
final class Scratch: Sendable {
  let folder: String

  init() throws {
    var template = Array("/tmp/deadwax-storage-XXXXXX".utf8CString)
    guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) != nil else {
      throw CannotMakeFolder(code: errno)
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    guard let entries = opendir(folder) else { return }
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { unlink("\(folder)/\(name)") }
    }
    closedir(entries)
    rmdir(folder)
  }

  var path: String { "\(folder)/desk.sqlite" }

  struct CannotMakeFolder: Error { let code: Int32 }
}

/// The schema that these tests work on.
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
