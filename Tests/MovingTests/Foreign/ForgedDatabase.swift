import Foundation
import TestSupport

/// An SQLite database of another program, made by SQLite's own functions. Storage alone may link the library, so the
/// functions are found in the process by their names.
struct ForgedDatabase {
  private typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
  private typealias Execute =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?
    ) -> Int32
  private typealias Close = @convention(c) (OpaquePointer?) -> Int32

  /// The bytes of the database, and those of its log.
  let file: [UInt8]
  let log: [UInt8]

  /// - Parameters:
  ///   - script: the statements that make it.
  ///   - logged: statements whose changes are in the log alone; nil for a database without a log.
  /// - Throws: `TestFailure` if SQLite refuses a statement.
  init(_ script: String, logged: String? = nil) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = folder.path("forged.sqlite")
    var connection: OpaquePointer?
    guard try Self.function("sqlite3_open", Open.self)(path, &connection) == 0 else { throw TestFailure("not opened") }
    let execute = try Self.function("sqlite3_exec", Execute.self)
    func run(_ script: String) throws {
      guard execute(connection, script, nil, nil, nil) == 0 else { throw TestFailure("not run: \(script)") }
    }
    try run(script)
    if let logged {
      try run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA wal_checkpoint(TRUNCATE);")
      try run(logged)
    }
    // Before it is closed: the last connection would bring the log into the file.
    file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    log = logged == nil ? [] : [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "-wal")))
    _ = try Self.function("sqlite3_close", Close.self)(connection)
  }

  private static func function<Function>(_ name: String, _: Function.Type) throws -> Function {
    guard let found = dlsym(nil, name) else { throw TestFailure("SQLite has no \(name)") }
    return unsafeBitCast(found, to: Function.self)
  }
}

extension ForgedDatabase {
  /// A database as GRDB makes it: camelCase, words as `nearMint`, UUIDs as bytes, times as text.
  static let grdb = """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('v1'), ('v2');
    CREATE TABLE "place" ("id" BLOB PRIMARY KEY, "name" TEXT NOT NULL, "parentId" BLOB);
    CREATE TABLE "borrower" ("id" BLOB PRIMARY KEY, "name" TEXT NOT NULL, "email" TEXT);
    CREATE TABLE "release" ("id" BLOB PRIMARY KEY, "title" TEXT NOT NULL, "artist" TEXT, "medium" TEXT,
      "catalogNumber" TEXT, "year" INTEGER, "barcode" TEXT, "discogsId" INTEGER, "isFavourite" BOOLEAN, "genres" TEXT,
      "rating" INTEGER, "createdAt" DATETIME, "updatedAt" DATETIME);
    CREATE TABLE "track" ("id" INTEGER PRIMARY KEY, "releaseId" BLOB, "position" TEXT, "title" TEXT, "duration" TEXT);
    CREATE TABLE "copy" ("id" BLOB PRIMARY KEY, "releaseId" BLOB, "placeId" BLOB, "mediaCondition" TEXT,
      "sleeveCondition" TEXT, "playCount" INTEGER, "status" TEXT, "createdAt" DATETIME);
    CREATE TABLE "loan" ("id" BLOB PRIMARY KEY, "copyId" BLOB, "borrowerId" BLOB, "loanedAt" DATETIME,
      "dueAt" DATETIME, "returnedAt" DATETIME);
    INSERT INTO place VALUES
      (x'0193489a7c207e0ba1c35d9e8f274c02', 'Shelf 2', x'0193489a7c207e0ba1c35d9e8f274c01'),
      (x'0193489a7c207e0ba1c35d9e8f274c01', 'Room 1', NULL);
    INSERT INTO borrower VALUES (x'0193489a7c207e0ba1c35d9e8f274d01', 'B. Reader', 'b@example.org');
    INSERT INTO release VALUES (x'0193489a7c207e0ba1c35d9e8f274b01', 'Blue', 'Trio', 'vinyl', 'BLP 1', 1957,
      '0 75679 16592 3', 12345, 1, '["Jazz","Hard Bop"]', 5, '2020-01-02 03:04:05.678', '2021-01-02 03:04:05.000');
    INSERT INTO track VALUES (1, x'0193489a7c207e0ba1c35d9e8f274b01', 'A1', 'First', '3:45');
    INSERT INTO copy VALUES (x'0193489a7c207e0ba1c35d9e8f274e01', x'0193489a7c207e0ba1c35d9e8f274b01',
      x'0193489a7c207e0ba1c35d9e8f274c02', 'nearMint', 'veryGoodPlus', 7, 'available', '2020-01-02 03:04:05.678');
    INSERT INTO loan VALUES (x'0193489a7c207e0ba1c35d9e8f274f01', x'0193489a7c207e0ba1c35d9e8f274e01',
      x'0193489a7c207e0ba1c35d9e8f274d01', '2020-02-01 00:00:00.000', '2020-03-01 00:00:00.000',
      '2020-02-20 00:00:00.000');
    """

  /// A database as Room makes it: snake_case, words as `NEAR_MINT`, whole numbers as ids, times in milliseconds.
  static let room = """
    CREATE TABLE room_master_table (id INTEGER PRIMARY KEY, identity_hash TEXT);
    INSERT INTO room_master_table VALUES (42, '0d5e3c9a1b2f4e6d8c7b6a5948372615');
    CREATE TABLE android_metadata (locale TEXT);
    CREATE TABLE `releases` (`id` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, `title` TEXT NOT NULL, `artist` TEXT,
      `media_type` TEXT NOT NULL, `catalog_number` TEXT, `year` INTEGER, `is_favorite` INTEGER NOT NULL,
      `status` TEXT NOT NULL, `created_at` INTEGER NOT NULL);
    CREATE TABLE `copies` (`id` INTEGER PRIMARY KEY NOT NULL, `release_id` INTEGER NOT NULL, `media_condition` TEXT,
      `location` TEXT, `play_count` INTEGER NOT NULL);
    CREATE TABLE `loans` (`id` INTEGER PRIMARY KEY NOT NULL, `copy_id` INTEGER NOT NULL, `borrower_name` TEXT,
      `loaned_at` INTEGER NOT NULL, `due_at` INTEGER, `returned_at` INTEGER);
    CREATE TABLE `wallpapers` (`id` INTEGER);
    INSERT INTO releases VALUES (1, 'Blue', 'Trio', 'VINYL', 'BLP 1', 1957, 1, 'OWNED', 1577934245678),
      (2, 'Later', 'Trio', 'CD', NULL, NULL, 0, 'WISHLIST', 1577934245678);
    INSERT INTO copies VALUES (1, 1, 'NEAR_MINT', 'Shelf 2', 7);
    INSERT INTO loans VALUES (1, 1, 'B. Reader', 1580515200000, NULL, NULL);
    """

  /// A database with the tables of DiscDex: the inventory is in the release, and a loan names the release.
  static let discDex = """
    CREATE TABLE releases (uuid TEXT, title TEXT, artist TEXT, format TEXT, barcode TEXT, mediaCondition TEXT,
      location TEXT, storageSlot INTEGER, playCount INTEGER, status TEXT, favorite INTEGER);
    CREATE TABLE loans (releaseId TEXT, borrower TEXT, loanedAt REAL, dueAt REAL, returnedAt REAL);
    INSERT INTO releases VALUES
      ('0193489A-7C20-7E0B-A1C3-5D9E8F274B01', 'Blue', 'Trio', 'LP', 'PSEUDO-1', 'VG+', 'Shelf 2', 12, 3, 'owned', 0);
    """
}
