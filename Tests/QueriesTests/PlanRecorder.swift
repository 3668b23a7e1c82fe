import Deadwax
import Queries
import Storage

/// A transaction that notes each scan of the tables of releases in the plans of its queries.
final class PlanRecorder: Queryable {
  private let reading: ReadTransaction
  private(set) var scans: [String] = []

  init(_ reading: ReadTransaction) { self.reading = reading }

  var now: Timestamp { reading.now }

  func forEach(_ sql: String, _ values: [(any Bindable)?], _ body: (Row) throws -> Void) throws {
    let lines = try reading.all("EXPLAIN QUERY PLAN \(sql)", values) { try $0.text(3) }
    // A virtual table is searched along its index, and so is an ordinary one with USING.
    scans += lines.filter { line in
      ["SCAN s", "SCAN r", "SCAN c", "SCAN l", "SCAN i"].contains { line == $0 || line.hasPrefix($0 + " ") }
        && !line.contains("USING")
    }
    try reading.forEach(sql, values, body)
  }

  func first<T>(_ sql: String, _ values: [(any Bindable)?], as body: (Row) throws -> T) throws -> T? {
    try reading.first(sql, values, as: body)
  }

  func layout(of table: HistoryTable) throws -> HistoryLayout { try reading.layout(of: table) }
}

extension StoredLibrary {
  /// Returns the scans of whole tables in the plans of a query.
  func scans(of query: Query) throws -> [String] {
    try database.read { reading in
      let recorder = PlanRecorder(reading)
      _ = try recorder.releases(matching: query, in: ReleaseFilter(), at: Self.moment, before: nil, limit: 9)
      return recorder.scans
    }
  }
}
