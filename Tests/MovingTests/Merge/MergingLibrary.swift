import Deadwax
import Foundation
import Moving
import Storage
import TestSupport

extension ArchivedLibrary {
  /// The steps of a merge that a test waits for.
  func merged(_ file: [UInt8], isDry: Bool = false) throws -> LibraryMerge {
    let upload = try merges.receive()
    file.withUnsafeBytes { upload.take($0) }
    let begun = try merges.begin(upload, id: nil)
    merges.settle()
    var view = try merges.view(begun.id)
    if !isDry, view.phase == .ready, let plan = view.plan,
      (view.counts[.add] ?? 0) + (view.counts[.change] ?? 0) + (view.counts[.adopt] ?? 0)
        + (view.notes?.newDeviceSettings ?? 0) > 0
    {
      _ = try merges.apply(begun.id, plan: plan, by: "Ada")
      merges.settle()
      view = try merges.view(begun.id)
    }
    return view
  }

  /// Merges a file and ends the merge.
  @discardableResult
  func take(_ file: [UInt8]) throws -> LibraryMerge {
    let view = try merged(file)
    guard view.fault == nil else { throw TestFailure("not merged: \(view.fault ?? "")") }
    try merges.remove(view.id)
    return view
  }

  /// The records of a merge.
  func lines(_ view: LibraryMerge, _ fate: MergeLine.Fate? = nil) throws -> [MergeLine] {
    var all: [MergeLine] = []
    while true {
      let page = try merges.records(of: view.id, fate: fate, after: all.last?.position, limit: 40)
      all += page.lines
      guard page.hasMore else { return all }
    }
  }

  /// The file of its database.
  func databaseFile() throws -> [UInt8] {
    let folder = try TemporaryFolder(inMemory: true)
    try Database.copy(self.folder.path("deadwax.sqlite"), to: folder.path("copy.sqlite")) { true }
    guard let bytes = FileManager.default.contents(atPath: folder.path("copy.sqlite")) else {
      throw TestFailure("no copy")
    }
    return [UInt8](bytes)
  }

  /// The records as people see them, without ids, places, the own numbers and the history: equal in two libraries that
  /// have been merged into each other.
  func userData() throws -> [String: [String]] {
    try database.read { reading in
      var data: [String: [String]] = [:]
      let queries = [
        "release": """
        SELECT artist || '|' || title || '|' || medium || '|' || coalesce(label, '') || '|' || coalesce(notes, '') || '|'
          || coalesce(year, '') || '|' || coalesce(favourite_at, '') FROM release
        """,
        "copy": """
        SELECT c.code || '|' || r.title || '|' || coalesce(c.notes, '') || '|' || coalesce(c.media_condition, '') || '|'
          || coalesce(c.shelf_mark, '') || '|' || c.plays FROM copy c JOIN release r ON r.id = c.release_id
        """,
        "place": "SELECT lower(name) FROM place",
        "borrower":
          "SELECT name || '|' || short_name || '|' || coalesce(note, '') || '|' || coalesce(email, '') FROM borrower",
        "crate": "SELECT name || '|' || coalesce(note, '') FROM crate",
        "item":
          "SELECT c.name || '|' || r.title FROM crate_item i JOIN crate c ON c.id = i.crate_id JOIN release r ON r.id = i.release_id",
        "tag": "SELECT r.title || '|' || t.word FROM release_tag t JOIN release r ON r.id = t.release_id",
        "code": """
        SELECT class || '|' || value || '|' || count(*) FROM code WHERE ended_at IS NULL GROUP BY class, value
        """,
      ]
      for (name, query) in queries { data[name] = try reading.all(query) { try $0.text(0) }.sorted() }
      return data
    }
  }
}
