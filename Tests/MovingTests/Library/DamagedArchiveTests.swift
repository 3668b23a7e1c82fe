import Backups
import Foundation
import Moving
import Storage
import TestSupport
import Testing

/// Every damaged archive is refused with a sentence that names the entry and the fault. The library stays as it is, and no
/// file is left.
@Suite(.timeLimit(.minutes(10))) struct DamagedArchiveTests {
  private static let release = "tables/release.ndjson"

  private struct Damage {
    let name: String
    let parts: [String]
    let bytes: [UInt8]
  }

  private static func forged(_ archive: [UInt8], _ change: (inout ForgedLibrary) -> Void) throws -> [UInt8] {
    var forged = try ForgedLibrary(archive)
    change(&forged)
    return try forged.bytes()
  }

  private static func rows(
    _ name: String, _ archive: [UInt8], _ parts: [String], _ change: (String) -> String
  ) throws -> Damage {
    Damage(name: name, parts: [release] + parts, bytes: try forged(archive) { $0.changeRows("release", change) })
  }

  /// The file itself.
  private static func files(_ archive: [UInt8]) throws -> [Damage] {
    [
      Damage(name: "empty", parts: ["empty"], bytes: []),
      Damage(name: "text", parts: ["no ZIP file"], bytes: Array("number,title\r\n1,One\r\n".utf8)),
      Damage(name: "a database", parts: ["no ZIP file"], bytes: Array("SQLite format 3\u{0}".utf8) + [0, 1, 2]),
      Damage(name: "gzip", parts: ["no ZIP file"], bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]),
      Damage(name: "one byte", parts: ["ZIP"], bytes: [0x50]),
      Damage(name: "half", parts: ["end of the archive"], bytes: Array(archive.prefix(archive.count / 2))),
      Damage(name: "without its last byte", parts: ["end of the archive"], bytes: Array(archive.dropLast())),
      Damage(
        name: "another ZIP", parts: ["manifest.json", "first entry"],
        bytes: try forged(archive) {
          $0.entries = [("notes.txt", Array("hello".utf8))]
        }),
      Damage(
        name: "an entry before the manifest", parts: ["manifest.json", "first entry"],
        bytes: try forged(archive) {
          $0.entries.insert(("notes.txt", []), at: 0)
        }),
    ]
  }

  /// The manifest, and the entries that it names.
  private static func manifests(_ archive: [UInt8]) throws -> [Damage] {
    let digest = String(repeating: "0", count: 64)
    func damage(_ name: String, _ parts: [String], _ change: (inout ForgedLibrary) -> Void) throws -> Damage {
      Damage(name: name, parts: parts, bytes: try forged(archive, change))
    }
    return [
      try damage("no JSON", ["manifest.json", "no manifest"]) { $0["manifest.json"] = "{" },
      try damage("a manifest in wrong UTF-8", ["manifest.json", "no manifest"]) {
        $0.set("manifest.json", [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D])
      },
      try damage("a deep manifest", ["manifest.json", "no manifest"]) {
        $0["manifest.json"] = String(repeating: "[", count: 1_000_000)
      },
      try damage("a manifest without tables", ["manifest.json", "tables"]) { $0.manifest["tables"] = nil },
      try damage("tables of a wrong form", ["manifest.json", "tables"]) { $0.manifest["tables"] = "all" },
      try damage("a later form", ["newer", "format 2", "format 1", "Deadwax 1.0"]) { $0.manifest["format"] = 2 },
      try damage("a later schema", ["newer", "9999-later", Migration.all.last?.name ?? "", "Deadwax 9.1"]) {
        $0.manifest["schema"] = "9999-later"
        $0.manifest["program"] = "9.1"
      },
      try damage("a table less in the archive", [release, "missing"]) { $0.remove(release) },
      try damage("a table less in the manifest", ["tables/loan.ndjson", "manifest does not name"]) {
        $0.changeTables { $0.removeAll { $0["name"] as? String == "loan" } }
      },
      try damage("a table less in both", ["manifest.json", "The table loan is missing"]) {
        $0.changeTables { $0.removeAll { $0["name"] as? String == "loan" } }
        $0.remove("tables/loan.ndjson")
      },
      try damage("a table that is unknown", ["manifest.json", "no table 'sqlite_schema'"]) {
        $0.entries.append(("tables/sqlite_schema.ndjson", []))
        $0.changeTables {
          $0.append(["name": "sqlite_schema", "rows": 0, "bytes": 0, "sha256": digest])
        }
      },
      try damage("a table with secrets", ["manifest.json", "no table 'pin'"]) {
        $0.entries.append(("tables/pin.ndjson", []))
        $0.changeTables { $0.append(["name": "pin", "rows": 0, "bytes": 0, "sha256": digest]) }
      },
      try damage("a table twice", ["manifest.json", "twice"]) { $0.changeTables { $0.append($0[0]) } },
      try damage("an entry more", ["notes.txt", "manifest does not name"]) { $0.entries.append(("notes.txt", [])) },
      try damage("another size", [release, "bytes, but the manifest says"]) { $0[release] += "\n" },
      try damage("another digest", [release, "SHA-256"]) {
        $0[release] = $0[release].replacing("one", with: "two")
      },
      try damage("another number of rows", [release, "rows, but the manifest says 9"]) {
        $0.changeTables { tables in
          for index in tables.indices where tables[index]["name"] as? String == "release" { tables[index]["rows"] = 9 }
        }
      },
      try damage("a file less", ["files/", "missing"]) { $0.entries.removeAll { $0.name.hasPrefix("files/") } },
      try damage("a file that is not named", ["files/", "manifest does not"]) {
        $0.entries.removeAll { $0.name.hasPrefix("files/") }
        $0.manifest["files"] = [Any]()
      },
      try damage("a file with other bytes", ["files/", "SHA-256"]) { forged in
        for index in forged.entries.indices where forged.entries[index].name.hasPrefix("files/") {
          forged.entries[index].content[0] ^= 1
        }
      },
      try damage("a file with a path for its name", ["manifest.json", "no SHA-256 digest"]) {
        $0.manifest["files"] = [["sha256": "../../etc/passwd", "bytes": 1]]
      },
    ]
  }

  /// The rows.
  private static func rows(_ archive: [UInt8]) throws -> [Damage] {
    func damage(_ name: String, _ parts: [String], _ change: (String) -> String) throws -> Damage {
      try rows(name, archive, parts, change)
    }
    func raw(_ name: String, _ parts: [String], _ bytes: [UInt8]) throws -> Damage {
      Damage(name: name, parts: [release] + parts, bytes: try forged(archive) { $0.setRows("release", bytes) })
    }
    let deep = String(repeating: "[", count: 1_000_000)
    var random = SeededRandom(fixedSeed: 3)
    return [
      try damage("a truncated row", ["line 1", "truncated"]) { String($0.dropLast(5)) },
      try damage("a row that ends early", ["line 1", "ends"]) { String($0.dropLast(30)) + "\n" },
      try damage("a deep row", ["line 1", "character 7", "nested"]) { _ in "{\"id\":\(deep)\n" },
      try damage("a deep object", ["line 1", "nested"]) { _ in #"{"id":{"a":1}}"# + "\n" },
      try damage("a list", ["line 1", "begin with '{'"]) { _ in deep + "\n" },
      try damage("a mark", ["line 1", "byte order mark"]) { "\u{FEFF}" + $0 },
      try damage("an empty line", ["line 2", "too early"]) { $0 + "\n" },
      try damage("two objects in a line", ["line 1", "continues after its end"]) { _ in "{}{}\n" },
      try damage("a column twice", ["line 1", "'id' is there twice"]) {
        $0.replacing("{\"id\"", with: "{\"id\":1,\"id\"")
      },
      try damage("a column that is unknown", ["line 1", "no column 'rowid'"]) {
        $0.replacing("{\"id\"", with: "{\"rowid\":1,\"id\"")
      },
      try damage("SQL as a column", ["line 1", "no column"]) {
        $0.replacing("{\"id\"", with: #"{"id\") VALUES (1); DROP TABLE release; --":1,"id""#)
      },
      try damage("a text for a number", ["line 1", "'version' must be a whole number"]) {
        $0.replacing("\"version\":1", with: "\"version\":\"1\"")
      },
      try damage("a fraction for a number", ["line 1", "'version' must be a whole number"]) {
        $0.replacing("\"version\":1", with: "\"version\":1.5")
      },
      try damage("a number that is too large", ["line 1", "'version' must be a whole number"]) {
        $0.replacing("\"version\":1", with: "\"version\":99999999999999999999")
      },
      try damage("a number with a zero before it", ["line 1", "no number"]) {
        $0.replacing("\"version\":1", with: "\"version\":01")
      },
      try damage("a number for a text", ["line 1", "'title' must be a text"]) {
        $0.replacing("\"title\":\"one\"", with: "\"title\":1")
      },
      try damage("true", ["line 1", "no value"]) { $0.replacing("\"version\":1", with: "\"version\":true") },
      try damage("null where it may not be", ["line 1", "schema refuses", "release.title"]) {
        $0.replacing("\"title\":\"one\"", with: "\"title\":null")
      },
      try damage("a column without a default less", ["line 1", "schema refuses", "release.title"]) {
        $0.replacing("\"title\":\"one\",", with: "")
      },
      try damage("a medium that does not exist", ["line 1", "schema refuses"]) {
        $0.replacing("\"medium\":\"cd\"", with: "\"medium\":\"wax\"")
      },
      try damage("a row twice", ["line 2", "schema refuses", "release.id"]) { $0 + $0 },
      try damage("an unknown escape", ["line 1", "unknown escape"]) { $0.replacing("\"one\"", with: "\"o\\xe\"") },
      try damage("half a surrogate pair", ["line 1", "surrogate"]) { $0.replacing("\"one\"", with: "\"\\ud83d\"") },
      try damage("a line break in a text", ["line 1", "ends"]) { $0.replacing("\"one\"", with: "\"o\ne\"") },
      try raw(
        "broken UTF-8", ["line 1", "character", "UTF-8"], Array("{\"title\":\"".utf8) + [0xC3, 0x28, 0x22, 0x7D, 0x0A]),
      try raw("a NUL byte", ["line 1", "NUL"], Array("{\"title\":\"a".utf8) + [0, 0x22, 0x7D, 0x0A]),
      try raw("nothing but NUL bytes", ["line 1"], [UInt8](repeating: 0, count: 100) + [0x0A]),
      try raw("a bomb", ["400 times"], [UInt8](repeating: 0x20, count: 17 << 20)),
      try raw("a line without an end", ["line 1", "16777216 bytes"], random.bytes(17 << 20).map { $0 % 94 + 32 }),
    ]
  }

  @Test func `each damaged archive is refused by what is wrong and where, and changes nothing`() throws {
    let source = try ArchivedLibrary()
    try source.attach("one")
    let archive = try source.archive()
    var damages = try Self.files(archive) + Self.manifests(archive) + Self.rows(archive)
    // References between rows are checked once all of them are there.
    damages.append(
      Damage(
        name: "a row that refers to none", parts: ["attachment", "missing"],
        bytes: try Self.forged(archive) {
          $0.setRows("release", [])
        }))
    let (one, two) = ("0193489a-7c20-7e0b-a1c3-5d9e8f274b01", "0193489a-7c20-7e0b-a1c3-5d9e8f274b02")
    let circle = [(one, two), (two, one)].map { id, parent in
      #"{"id":"\#(id)","parent_id":"\#(parent)","kind":"room","name":"\#(id.suffix(2))","created_at":1}"# + "\n"
    }
    damages.append(
      Damage(
        name: "a place inside itself", parts: ["tables/place.ndjson", one, "above itself"],
        bytes: try Self.forged(archive) { $0.setRows("place", Array(circle.joined().utf8)) }))
    let target = try ArchivedLibrary()
    let before = try target.archive(hasSecrets: true)
    for damage in damages {
      var sentence: String?
      do {
        try target.send(damage.bytes)
      } catch {
        sentence = "\(error)"
      }
      guard let sentence else {
        Issue.record("\(damage.name) was taken")
        try target.restart()
        continue
      }
      for part in damage.parts { #expect(sentence.contains(part), "\(damage.name): \(sentence)") }
      #expect(!target.backups.isStaged && target.backups.all().isEmpty, "\(damage.name)")
      #expect(try target.strangers() == [], "\(damage.name)")
      #expect(!sentence.contains("/tmp") && !sentence.contains("/dev/shm"), "\(damage.name): \(sentence)")
    }
    #expect(try target.archive(hasSecrets: true) == before)
    print("\(damages.count) damaged archives")
    // It is not the hub that refuses.
    try target.send(archive)
    try target.restart()
    #expect(try target.archive() == archive)
  }

  @Test func `each byte of an archive that is changed is found, or changes nothing`() throws {
    let source = try ArchivedLibrary()
    try source.attach("one")
    let archive = try source.archive()
    var random = SeededRandom(seed: 71)
    var taken = 0
    for _ in 1...CaseBudget.cases(of: 60) {
      var bytes = archive
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      let target = try ArchivedLibrary()
      do {
        try target.send(bytes)
      } catch {
        #expect(try target.strangers() == [], "byte \(place)")
        continue
      }
      // Times and versions in the headers of the ZIP file mean nothing.
      taken += 1
      try target.restart()
      #expect(try target.archive() == archive, "byte \(place)")
    }
    print("\(taken) changed archives were taken, each as the same library")
  }

  @Test func `a library with records refuses an archive before it arrives, and the file of the present one too`() throws
  {
    let source = try ArchivedLibrary()
    try source.attach("one")
    let archive = try source.archive()
    #expect(throws: MovingError.libraryNotEmpty) { try source.archives.imports.receive() }
    let target = try ArchivedLibrary()
    let upload = try target.archives.imports.receive()
    archive.withUnsafeBytes { upload.take($0) }
    try target.attach("other")
    #expect(throws: MovingError.libraryNotEmpty) { try target.archives.imports.stage(upload, by: nil) }
    #expect(!target.backups.isStaged)
  }
}
