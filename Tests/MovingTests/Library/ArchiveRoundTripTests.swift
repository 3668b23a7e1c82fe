import Backups
import Deadwax
import Foundation
import Moving
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ArchiveRoundTripTests {
  @Test func `a generated library is exported, imported into an empty hub, and exported again byte for byte`() throws {
    var random = SeededRandom(seed: 17)
    for number in 1...CaseBudget.cases(of: 10) {
      let source = try ArchivedLibrary()
      let count = Int.random(in: 0...40, using: &random)
      let seed = UInt64.random(in: 0 ... .max, using: &random)
      try source.database.write { transaction in
        var collection = RandomCollection(SeededRandom(fixedSeed: seed))
        try collection.write(count, in: transaction)
        _ = try transaction.recordChange(.imported, by: "Ada\u{0}", reason: "\u{2028}\"\\/\u{7F}\u{1F}")
        try transaction.publish(.settingChanged)
      }
      for text in ["a note", "a note", "another \(number)"].prefix(number % 4) { try source.attach(text) }
      for hasSecrets in [false, true] {
        let first = try source.archive(hasSecrets: hasSecrets)
        #expect(try source.archive(hasSecrets: hasSecrets) == first, "the same library has the same bytes")
        let target = try ArchivedLibrary()
        try target.send(first)
        #expect(try target.archive(hasSecrets: hasSecrets) != first, "nothing is changed before the start")
        try target.restart()
        #expect(try target.archive(hasSecrets: hasSecrets) == first, "library \(number), secrets: \(hasSecrets)")
        #expect(try target.strangers() == [])
        #expect(
          try target.database.read { try $0.dump(marks: true) } == source.database.read { try $0.dump(marks: true) })
      }
    }
  }

  @Test func `numbers that were given once are not given again after the move`() throws {
    let source = try ArchivedLibrary()
    try source.attach("one")
    try source.database.write { try $0.run("DELETE FROM journal") }
    let target = try ArchivedLibrary()
    try target.send(try source.archive())
    try target.restart()
    let query = "SELECT seq FROM sqlite_sequence WHERE name = 'journal'"
    let before = try source.database.read { try $0.first(query) { try $0.integer(0) } }
    #expect(before == 1)
    #expect(try target.database.read { try $0.first(query) { try $0.integer(0) } } == before)
  }

  @Test func `a revert goes back to the empty hub, and the accounts of the hub stay if the archive has none`() throws {
    let source = try ArchivedLibrary()
    try source.attach("one")
    let target = try ArchivedLibrary()
    try target.database.write { transaction in
      try transaction.run(
        """
        INSERT INTO account (id, name, sign_in_name, role, passphrase, created_at)
        VALUES ('0193489a-7c20-7e0b-a1c3-5d9e8f274b16', 'Ada', 'ada', 'admin', 'hash', 1)
        """)
      try transaction.publish(.settingChanged)
    }
    let names = "SELECT name FROM account"
    try target.send(try source.archive())
    try target.restart()
    #expect(try target.database.read { try $0.all(names) { try $0.text(0) } } == ["Ada"])
    #expect(try target.database.read { try $0.all("SELECT title FROM release") { try $0.text(0) } } == ["one"])
    _ = try target.backups.revert(by: nil)
    try target.restart()
    #expect(try target.database.read { try $0.all("SELECT title FROM release") { try $0.text(0) } } == [])
    #expect(try target.database.read { try $0.all(names) { try $0.text(0) } } == ["Ada"])
    // With secrets, those of the archive take their place.
    try target.send(try source.archive(hasSecrets: true))
    try target.restart()
    #expect(try target.database.read { try $0.all(names) { try $0.text(0) } } == [])
  }

  @Test func `an archive without secrets has no hash and no password, and every table has one of three kinds`() throws {
    let source = try ArchivedLibrary()
    let (password, pack): ([UInt8], [UInt8]) = ([0xDE, 0xAD, 0xBE, 0xEF], [0xCA, 0xFE])
    try source.database.write { transaction in
      try transaction.run(
        """
        INSERT INTO tag (uid, first_seen_at, last_seen_at, is_sealed, password, pack) VALUES ('04AA', 1, 1, 1, ?1, ?2)
        """, password, pack)
    }
    let plain = try ForgedLibrary(try source.archive())
    #expect(plain["tables/tag.ndjson"].contains(#""is_sealed":0,"password":null,"pack":null"#))
    #expect(!plain.entries.contains { $0.name == "tables/account.ndjson" || $0.name == "tables/pin.ndjson" })
    let whole = try ForgedLibrary(try source.archive(hasSecrets: true))
    #expect(whole["tables/tag.ndjson"].contains(#""is_sealed":1,"password":"3q2+7w==","pack":"yv4=""#))
    // A new table or column with a secret has to be named where archives leave secrets out.
    let words: Set<Substring> = ["hash", "password", "passphrase", "secret", "pack", "pin", "token"]
    let tables = try source.database.read { try $0.libraryTables() }
    for table in tables where !table.isSecret {
      for (index, column) in table.columns.enumerated()
      where column.name.split(separator: "_").contains(where: words.contains) {
        #expect(table.withoutSecret(index) != nil, "\(table.name).\(column.name)")
      }
    }
    let exported = Set(tables.map(\.name))
    #expect(exported.isSuperset(of: LibraryTable.secret))
    #expect(exported.isSuperset(of: HistoryTable.allCases.map(\.rawValue)))
  }

  @Test func `an archive of each earlier schema is migrated, as its library would have been`() throws {
    for count in 1...Migration.all.count {
      let migrations = Array(Migration.all.prefix(count))
      let old = try ArchivedLibrary(migrations)
      try old.database.write { transaction in
        try transaction.run(
          """
          INSERT INTO release (id, status, medium, title, artist, created_at, modified_at)
          VALUES ('0193489a-7c20-7e0b-a1c3-5d9e8f274b16', 'manual', 'vinyl', 'Blue Train', 'Trio', 5, 6)
          """)
        try transaction.run(
          """
          INSERT INTO copy (id, release_id, number, code, added_at, modified_at)
          VALUES ('0193489a-7c20-7e0b-a1c3-5d9e8f274b17', '0193489a-7c20-7e0b-a1c3-5d9e8f274b16', 1, 'C', 5, 6)
          """)
        try transaction.run("INSERT INTO setting (key, value, modified_at) VALUES ('loan.days', '7', 5)")
      }
      let archive = try old.archive()
      let new = try ArchivedLibrary()
      try new.send(archive)
      try new.restart()
      // The old library itself, opened by this version.
      try old.restart()
      #expect(try new.archive() == (try old.archive()), "\(migrations.last?.name ?? "")")
      #expect(try new.database.read { try $0.all("SELECT title FROM release") { try $0.text(0) } } == ["Blue Train"])
    }
  }

  @Test func `a column that is missing gets the default of the schema`() throws {
    let source = try ArchivedLibrary()
    try source.attach("one")
    var forged = try ForgedLibrary(try source.archive())
    forged.changeRows("release") {
      $0.replacing(#""genres":"[]","#, with: "").replacing(#""wished_at":null,"#, with: "")
    }
    let target = try ArchivedLibrary()
    try target.send(try forged.bytes())
    try target.restart()
    #expect(try target.archive() == (try source.archive()))
  }
}
