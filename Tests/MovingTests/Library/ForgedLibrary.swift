import Archives
import Foundation
import Secrets
import TestSupport

/// The archive of a library taken to pieces, each of which may be replaced before it is put together again.
struct ForgedLibrary {
  var entries: [(name: String, content: [UInt8])]

  init(_ archive: [UInt8]) throws {
    let folder = try TemporaryFolder(inMemory: true)
    try folder.write(archive, to: "library.zip")
    let reader = try ArchiveReader(
      folder.path("library.zip"),
      limits: ArchiveLimits(entries: 1000, entryBytes: 1 << 30, totalBytes: 1 << 30, ratio: 10_000))
    entries = []
    while let entry = try reader.next() { entries.append((entry.name, try reader.content(atMost: 1 << 30))) }
  }

  subscript(name: String) -> String {
    get { entries.first { $0.name == name }.map { String(decoding: $0.content, as: UTF8.self) } ?? "" }
    set { set(name, Array(newValue.utf8)) }
  }

  mutating func set(_ name: String, _ content: [UInt8]) {
    if let index = entries.firstIndex(where: { $0.name == name }) { entries[index].content = content }
  }

  mutating func remove(_ name: String) { entries.removeAll { $0.name == name } }

  /// The manifest as JSON.
  var manifest: [String: Any] {
    get { ((try? JSONSerialization.jsonObject(with: Data(self["manifest.json"].utf8))) as? [String: Any]) ?? [:] }
    set {
      let data =
        (try? JSONSerialization.data(withJSONObject: newValue, options: [.sortedKeys, .prettyPrinted])) ?? Data()
      set("manifest.json", Array(data))
    }
  }

  /// Changes the tables that the manifest names.
  mutating func changeTables(_ body: (inout [[String: Any]]) -> Void) {
    var manifest = manifest
    var tables = manifest["tables"] as? [[String: Any]] ?? []
    body(&tables)
    manifest["tables"] = tables
    self.manifest = manifest
  }

  /// Replaces the rows of a table, with a manifest that agrees with them.
  mutating func setRows(_ table: String, _ content: [UInt8]) {
    set("tables/\(table).ndjson", content)
    changeTables { tables in
      guard let index = tables.firstIndex(where: { $0["name"] as? String == table }) else { return }
      tables[index]["bytes"] = content.count
      tables[index]["sha256"] = Digest.hexadecimalSHA256(of: content)
      tables[index]["rows"] = content.count { $0 == 0x0A }
    }
  }

  /// Changes the text of the rows of a table, with a manifest that agrees with them.
  mutating func changeRows(_ table: String, _ body: (String) -> String) {
    setRows(table, Array(body(self["tables/\(table).ndjson"]).utf8))
  }

  /// Puts the archive together.
  func bytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try ArchiveWriter(isCompressed: true) { bytes += Array($0) }
    for entry in entries { try writer.add(entry.name, entry.content) }
    try writer.finish()
    return bytes
  }
}
