import Deadwax
import Foundation
import Moving
import Storage
import TestSupport
import Testing

/// The four cases of a merge, each with its own record, and what is around them.
@Suite(.timeLimit(.minutes(5))) struct LibraryMergeTests {
  private static let first = "0193489a-7c20-7e0b-a1c3-5d9e8f274b01"
  private static let second = "0193489a-7c20-7e0b-a1c3-5d9e8f274b02"

  private func add(
    _ library: ArchivedLibrary, _ id: String, title: String, notes: String? = nil, modified: Int64,
    favourite: Int64? = nil
  ) throws {
    try library.database.write { transaction in
      try transaction.run(
        """
        INSERT INTO release (id, status, medium, title, artist, notes, created_at, modified_at, favourite_at)
        VALUES (?1, 'manual', 'vinyl', ?2, 'Trio', ?3, 1, ?4, ?5)
        """, id, title, notes, modified, favourite)
      try transaction.publish(.settingChanged)
    }
  }

  private func releases(_ library: ArchivedLibrary) throws -> [String] {
    try library.database.read { reading in
      try reading.all("SELECT id, title, notes, modified_at, favourite_at FROM release ORDER BY id") { row in
        """
        \(try row.text(0).suffix(2)) \(try row.text(1)) \(try row.optionalText(2) ?? "-") \(try row.integer(3)) \
        \(try row.optionalInteger(4) ?? 0)
        """
      }
    }
  }

  @Test
  func `a record with an id that both have takes what was changed last, and is a favourite if it is one of either`()
    throws
  {
    for (here, there, expected) in [
      (5, 9, "01 There new 9 3"), (9, 5, "01 Here old 9 3"),
    ] as [(Int64, Int64, String)] {
      let (ours, theirs) = (try ArchivedLibrary(), try ArchivedLibrary())
      try add(ours, Self.first, title: "Here", notes: "old", modified: here)
      try add(theirs, Self.first, title: "There", notes: "new", modified: there, favourite: 3)
      let dry = try ours.merged(try theirs.archive(), isDry: true)
      #expect(dry.phase == .ready && dry.counts[.change] == 1, "\(dry)")
      let line = try #require(try ours.lines(dry, .change).first)
      #expect(line.table == "release" && line.differences.contains { $0.column == "favourite_at" && $0.before == nil })
      #expect(try releases(ours) == ["01 Here old \(here) 0"], "a preview changes nothing")
      try ours.merges.remove(dry.id)
      let done = try ours.take(try theirs.archive())
      #expect(done.phase == .applied && done.change != nil)
      #expect(try releases(ours) == [expected])
      // A record there without the mark takes it from none here.
      try theirs.take(try ours.archive())
      #expect(try releases(theirs) == [expected])
    }
  }

  @Test func `a record under another id with the same words is the same one, and is not marked as changed`() throws {
    let (ours, theirs) = (try ArchivedLibrary(), try ArchivedLibrary())
    try add(ours, Self.first, title: "Blue", notes: "n", modified: 5)
    try add(theirs, Self.second, title: "Blue", notes: "n", modified: 4, favourite: 8)
    let archive = try theirs.archive()
    let done = try ours.merged(archive)
    #expect(done.phase == .applied, "\(done)")
    #expect(try releases(ours) == ["01 Blue n 5 8"], "the time of the last change stays")
    #expect(
      try ours.database.read { try $0.all("SELECT id || record_id FROM merged_id") { try $0.text(0) } } == [
        Self.second + Self.first
      ])
    // From now on it is known by that id: a later change there is taken over, however it is called.
    try theirs.database.write { try $0.run("UPDATE release SET title = 'Blue Train', modified_at = 9") }
    try ours.take(try theirs.archive())
    #expect(try releases(ours) == ["01 Blue Train n 9 8"])
    // And back: the record there is known by the id here.
    let back = try theirs.take(try ours.archive())
    #expect(back.counts[.add] ?? 0 == 0, "\(back.counts)")
    #expect(try releases(theirs) == ["02 Blue Train n 9 8"])
    // Neither library has anything left to give.
    let again = try ours.take(try theirs.archive())
    #expect(again.phase == .ready && again.counts[.change] ?? 0 == 0 && again.counts[.adopt] ?? 0 == 0)
  }

  @Test func `an unknown record is added with its id, and one without an id gets one`() throws {
    let ours = try ArchivedLibrary()
    try add(ours, Self.first, title: "Blue", modified: 5)
    let document = """
      {"release": [
        {"id": "\(Self.second.uppercased())", "artist": "Trio", "title": "Other", "medium": "cd"},
        {"artist": "Trio", "title": "Blue"}, {"artist": "Trio", "title": "Blue"}]}
      """
    let done = try ours.take(Array(document.utf8))
    #expect(done.kind == .json && done.counts == [.add: 3], "\(done.counts) \(done.fault ?? "")")
    let found = try releases(ours)
    #expect(found.count == 4 && found.contains("02 Other - 0 0") && found.contains("01 Blue - 5 0"))
    let again = try ours.take(Array(document.utf8))
    #expect(again.phase == .ready && again.counts == [.same: 3], "the same file twice: \(again.counts)")
  }

  @Test func `a text with a record in each line is merged like a document, whatever its line breaks`() throws {
    let lines = [
      #"{"table": "release", "id": "\#(Self.second)", "artist": "Trio", "title": "Other", "modified_at": 7}"#, "",
      #"{"artist": "Trio", "title": "Blue \u00e9", "table": "release", "notes": null}"#,
      #"{"table": "crate", "name": "Late"}"#,
    ]
    for (ending, mark) in [("\n", ""), ("\r\n", "\u{FEFF}")] {
      let ours = try ArchivedLibrary()
      let text = Array((mark + lines.joined(separator: ending) + ending).utf8)
      let done = try ours.take(text)
      #expect(done.kind == .json && done.counts == [.add: 3], "\(done.counts) \(done.fault ?? "")")
      #expect(try releases(ours).contains("02 Other - 7 0") && releases(ours).contains { $0.hasSuffix("Blue é - 0 0") })
      let again = try ours.take(text)
      #expect(again.phase == .ready && again.counts == [.same: 3], "\(again.counts)")
    }
    let ours = try ArchivedLibrary()
    for (line, part) in [
      ("{", "line 2, character 2: "), (#"{"title": "x"}"#, "line 2: The row does not name"),
      (#"{"table": "release", "title": 1.5}"#, "line 2: The value of 'title'"),
      (#"{"table": "release", "title": [1]}"#, "line 2, character 31: "),
      ("{\"table\": \"release\", \"title\": \"a\u{0}\"}", "NUL"), (#"{"table": "pin"}"#, "no table 'pin'"),
      (#"{"table": "release", "name": "x"}"#, "release, row 2: The table has no column 'name'"),
    ] {
      let view = try ours.merged(Array((lines[0] + "\n" + line).utf8))
      #expect(view.phase == .damaged && view.fault?.contains(part) == true, "\(line): \(view.fault ?? "")")
      try ours.merges.remove(view.id)
    }
    #expect(try releases(ours) == [])
  }

  @Test func `a merge is one change, whose undo restores every row`() throws {
    let (ours, theirs) = (try ArchivedLibrary(), try ArchivedLibrary())
    var random = SeededRandom(seed: 5)
    for library in [ours, theirs] {
      let seed = UInt64.random(in: 0 ... .max, using: &random)
      try library.database.write { transaction in
        var collection = RandomCollection(SeededRandom(fixedSeed: seed))
        try collection.write(20, in: transaction)
        _ = try transaction.recordChange(.imported)
      }
    }
    let before = try ours.database.read { try $0.dump(marks: false) }
    let done = try ours.merged(try theirs.archive())
    let change = try #require(done.change, "\(done.fault ?? "")")
    #expect(try ours.database.read { try $0.dump(marks: false) } != before)
    let result = try ours.database.write { try $0.undo(change) }
    guard case .undone = result else { throw TestFailure("\(result)") }
    #expect(try ours.database.read { try $0.dump(marks: false) } == before)
  }

  @Test func `the database of another library is merged from a copy that is removed, and a newer one is refused`()
    throws
  {
    let (ours, theirs) = (try ArchivedLibrary(), try ArchivedLibrary(Array(Migration.all.prefix(12))))
    try theirs.database.write { transaction in
      try transaction.run(
        """
        INSERT INTO release (id, status, medium, title, artist, created_at, modified_at)
        VALUES (?1, 'manual', 'vinyl', 'Old', 'Trio', 5, 6)
        """, Self.first)
    }
    let file = try theirs.databaseFile()
    let dry = try ours.merged(file, isDry: true)
    #expect(dry.kind == .database && dry.counts == [.add: 1], "\(dry.counts) \(dry.fault ?? "")")
    #expect(try ours.strangers().count == 1)
    try ours.merges.remove(dry.id)
    #expect(try ours.strangers() == [])
    try ours.take(file)
    #expect(try releases(ours) == ["01 Old - 6 0"])
    #expect(try ours.strangers() == [])
    try theirs.database.write {
      try $0.run("INSERT INTO schema_migration (name, applied_at) VALUES ('9999-later', 1)")
    }
    let newer = try ours.merged(try theirs.databaseFile())
    #expect(newer.phase == .damaged && newer.fault?.contains("9999-later") == true, "\(newer.fault ?? "")")
    #expect(newer.fault?.contains(Migration.all.last?.name ?? "?") == true)
    // What a crash has left is removed at the next start.
    try ours.folder.write("x".utf8, to: ".merge-0193489a-7c20-7e0b-a1c3-5d9e8f274b77/deadwax.sqlite")
    try ours.restart()
    #expect(try ours.strangers() == [])
  }

  @Test func `a record that cannot be merged is named, and changes nothing`() throws {
    let ours = try ArchivedLibrary()
    try add(ours, Self.first, title: "Blue", modified: 5)
    let before = try ours.database.read { try $0.dump(marks: true) }
    let deep = String(repeating: "[", count: 1_000_000)
    for (text, part) in [
      ("number,title\n", "6e 75 6d 62"), ("{\"release\": 1}", "release"), ("{\"release\": [[1]]}", "release"),
      ("{", "list of rows"), ("{\"a\": \(deep)", "list of rows"), ("{\"pin\": []}", "no table 'pin'"),
      ("{\"release\": [{\"name\": \"x\"}]}", "release, row 1: The table has no column 'name'"),
      ("{\"release\": [{\"id\": \"7\", \"title\": \"x\"}]}", "no UUID"),
      ("{\"release\": [{\"artist\": \"x\"}]}", "release.title"),
      ("{\"copy\": [{\"release_id\": \"\(Self.second)\"}]}", "copy"), ("PK no archive", "ZIP"),
      (
        #"{"crate": [{"id": "\#(Self.first)", "parent_id": "\#(Self.first)", "name": "x"}]}"#,
        "crate: The row \(Self.first) is above itself"
      ),
      ("SQLite format 3\u{0}", "bytes"), ("{\"release\": [{\"title\": 1.5}]}", "release"),
    ] {
      var sentence: String
      do {
        sentence = try ours.merged(Array(text.utf8)).fault ?? "taken"
      } catch {
        sentence = "\(error)"
      }
      #expect(sentence.contains(part), "\(text.prefix(40)): \(sentence)")
      for open in ours.merges.all() { try ours.merges.remove(open.id) }
    }
    #expect(try ours.database.read { try $0.dump(marks: true) } == before)
    #expect(try ours.strangers() == [])
  }

  @Test func `a plan that no longer holds is not carried out`() throws {
    let (ours, theirs) = (try ArchivedLibrary(), try ArchivedLibrary())
    try add(theirs, Self.second, title: "Blue", modified: 4)
    let dry = try ours.merged(try theirs.archive(), isDry: true)
    try add(ours, Self.first, title: "Blue", modified: 5)
    _ = try ours.merges.apply(dry.id, plan: try #require(dry.plan), by: nil)
    ours.merges.settle()
    let failed = try ours.merges.view(dry.id)
    #expect(failed.phase == .failed && failed.fault?.contains("changed since") == true, "\(failed)")
    #expect(try releases(ours) == ["01 Blue - 5 0"])
    #expect(throws: MovingError.noSuchImport) { try ours.merges.view(LibraryMerge.ID.new(at: .now())) }
  }

  @Test func `the file of an attachment comes with its record`() throws {
    let (ours, theirs) = (try ArchivedLibrary(), try ArchivedLibrary())
    try theirs.attach("a note")
    // A database alone has no files.
    let bare = try ours.merged(try theirs.databaseFile(), isDry: true)
    #expect(try ours.lines(bare, .refused).map(\.reason) == ["file-missing"])
    try ours.take(try theirs.archive())
    #expect(try ours.archive().count > 0)
    let digest = try #require(try ours.database.read { try $0.attachedFiles() }.first)
    let path = ours.folder.path("attachments/\(digest.prefix(2))/\(digest)")
    #expect(FileManager.default.contents(atPath: path) == Data("a note".utf8))
  }
}
