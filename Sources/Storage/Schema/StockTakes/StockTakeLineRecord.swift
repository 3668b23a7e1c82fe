package import Deadwax

private let columns = StockTakeLine.columns.joined(separator: ", ")

extension StockTakeLine {
  /// The columns of a line in the schema, without its stock-take.
  static let columns = [
    "position", "copy_id", "copy_version", "release_id", "number", "code", "title", "artist", "shelf_mark", "place_id",
    "place_name", "slot_number", "expectation",
  ]
}

extension Queryable {
  /// Returns the expected set of a stock-take, in its order.
  package func lines(of take: StockTake.ID) throws -> [StockTakeLine] {
    try all("SELECT \(columns) FROM stock_take_line WHERE stock_take_id = ?1 ORDER BY position", take, as: line(from:))
  }

  /// Returns the number of expected copies of a stock-take.
  package func lineCount(of take: StockTake.ID) throws -> Int {
    try first("SELECT count(*) FROM stock_take_line WHERE stock_take_id = ?1", take) { Int(try $0.integer(0)) } ?? 0
  }

  /// Returns the expected copies that are now copies of a release, or were at the start.
  package func lines(of take: StockTake.ID, release: Release.ID) throws -> [StockTakeLine] {
    try all(
      """
      WITH wanted (id) AS (
        SELECT copy.id FROM copy WHERE copy.release_id = ?2
        UNION SELECT o.copy_id FROM stock_take_release o WHERE o.release_id = ?2 AND o.stock_take_id = ?1
      )
      SELECT \(columns) FROM wanted CROSS JOIN stock_take_line l WHERE l.copy_id = wanted.id AND l.stock_take_id = ?1
      """, take, release, as: line(from:)
    ).sorted { $0.position < $1.position }
  }

  /// Returns the line of a copy; nil if it was not expected.
  package func line(of copy: Copy.ID, in take: StockTake.ID) throws -> StockTakeLine? {
    try first(
      "SELECT \(columns) FROM stock_take_line WHERE copy_id = ?1 AND stock_take_id = ?2", copy, take, as: line(from:))
  }

  /// Returns the copies that belong to a place or to any place below it, and are neither lost nor withdrawn, with their
  /// titles and in the order of their places, as the expected set of a stock-take.
  package func expectedLines(below place: Place.ID, limit: Int) throws -> [StockTakeLine] {
    try all(
      """
      WITH RECURSIVE below (id) AS (
        SELECT ?1 UNION SELECT place.id FROM place JOIN below ON place.parent_id = below.id
      )
      \(expectedSelect) JOIN below ON below.id = c.place_id
      WHERE c.status IN ('available', 'missing') ORDER BY p.name, p.id, t.number, c.number LIMIT ?2
      """, place, limit
    ) { row in try expected(from: row) }.numbered
  }

  /// Returns the copies of a release that are neither lost nor withdrawn, as above.
  package func expectedLines(of release: Release.ID) throws -> [StockTakeLine] {
    try all(
      "\(expectedSelect) WHERE c.release_id = ?1 AND c.status IN ('available', 'missing') ORDER BY c.number", release
    ) { row in try expected(from: row) }
  }

  private func expected(from row: Row) throws -> StockTakeLine {
    let isOut = try row.optionalTime("opened_at") != nil
    let isMissing = try row.text("status") == Copy.Status.missing.rawValue
    return try line(from: row, expectation: isOut ? .onLoan : isMissing ? .missing : .present)
  }

  private func line(from row: Row) throws -> StockTakeLine {
    guard let expectation = StockTakeLine.Expectation(rawValue: try row.text("expectation")) else {
      throw StorageError(.mismatch, call: "line", message: "an unknown expectation of a stock-take")
    }
    return try line(from: row, expectation: expectation)
  }

  private func line(from row: Row, expectation: StockTakeLine.Expectation) throws -> StockTakeLine {
    guard case .code(let code) = OwnCode.read(try row.text("code")) else {
      throw StorageError(.mismatch, call: "line", message: "a copy without a code of its own")
    }
    return StockTakeLine(
      position: Int(try row.integer("position")), copy: try row.id("copy_id"),
      copyVersion: Int(try row.integer("copy_version")), release: try row.id("release_id"),
      number: Int(try row.integer("number")), code: code, title: try row.text("title"), artist: try row.text("artist"),
      shelfMark: try row.optionalText("shelf_mark"), place: try row.optionalID("place_id"),
      placeName: try row.optionalText("place_name"), slotNumber: try row.optionalInteger("slot_number").map(Int.init),
      expectation: expectation)
  }
}

private let expectedSelect = """
  SELECT 0 AS position, c.id AS copy_id, c.version AS copy_version, c.release_id, c.number, c.code, r.title, r.artist,
    c.shelf_mark, c.place_id, p.name AS place_name, t.number AS slot_number, c.status, l.opened_at
  FROM copy c JOIN release r ON r.id = c.release_id LEFT JOIN place p ON p.id = c.place_id
    LEFT JOIN slot t ON t.id = c.slot_id LEFT JOIN loan l ON l.copy_id = c.id AND l.returned_at IS NULL
  """

extension [StockTakeLine] {
  /// The lines with their positions, from 1.
  package var numbered: [StockTakeLine] {
    enumerated().map { index, line in
      var line = line
      line.position = index + 1
      return line
    }
  }
}
