package import Deadwax

private let columns = "s.id, s.at, s.received_at, s.station, s.by, s.kind, s.subject, s.place_id, s.text"

extension Queryable {
  /// Returns all scans of a stock-take, in any order.
  package func scans(of take: StockTake.ID) throws -> [StockTakeScan] {
    try all("SELECT \(columns) FROM stock_take_scan s WHERE s.stock_take_id = ?1", take, as: scan(from:))
  }

  /// Returns the scans of the copies of a release, and those of its barcode.
  package func scans(of take: StockTake.ID, release: Release.ID) throws -> [StockTakeScan] {
    try all(
      """
      SELECT \(columns) FROM stock_take_scan s WHERE s.stock_take_id = ?1
        AND s.subject IN (SELECT id FROM copy WHERE copy.release_id = ?2 UNION ALL SELECT ?2)
      """, take, release, as: scan(from:))
  }

  /// Returns the scans of a copy.
  package func scans(of take: StockTake.ID, copy: Copy.ID) throws -> [StockTakeScan] {
    try all(
      "SELECT \(columns) FROM stock_take_scan s WHERE s.subject = ?1 AND s.stock_take_id = ?2", copy, take,
      as: scan(from:))
  }

  package func scan(_ id: Reading.ID, of take: StockTake.ID) throws -> StockTakeScan? {
    try first(
      "SELECT \(columns) FROM stock_take_scan s WHERE s.stock_take_id = ?1 AND s.id = ?2", take, id, as: scan(from:))
  }

  /// Returns at most `limit` scans, the one that arrived last first.
  package func newestScans(
    of take: StockTake.ID, before cursor: ListCursor?, limit: Int
  ) throws -> [(scan: StockTakeScan, receivedAt: Timestamp)] {
    var list = ListConditions()
    list.add("s.stock_take_id = ?", take)
    list.add("(s.received_at, s.id) < (?, ?)", after: cursor)
    return try all(
      "SELECT \(columns) FROM stock_take_scan s \(list.sql) ORDER BY s.received_at DESC, s.id DESC LIMIT ?",
      list.values + [limit]
    ) { (try scan(from: $0), try $0.time("received_at")) }
  }

  /// Returns the number of scans that arrived after a time.
  package func scanCount(of take: StockTake.ID, after time: Timestamp?) throws -> Int {
    var list = ListConditions()
    list.add("s.stock_take_id = ?", take)
    list.add("s.received_at > ?", ifGiven: time)
    return try first("SELECT count(*) AS number FROM stock_take_scan s \(list.sql)", list.values) {
      Int(try $0.integer("number"))
    } ?? 0
  }

  private func scan(from row: Row) throws -> StockTakeScan {
    guard let station = Station.Name(try row.text("station")) else {
      throw StorageError(.mismatch, call: "scan", message: "an unknown station")
    }
    let subject: StockTakeScan.Subject
    switch try row.text("kind") {
    case "copy": subject = .copy(try row.id("subject"))
    case "release": subject = .release(try row.id("subject"))
    case "place": subject = .place(try row.id("subject"))
    case "listed": subject = .listed
    default: subject = .unknown
    }
    return StockTakeScan(
      id: try row.id("id"), at: try row.time("at"), station: station, by: try row.optionalText("by"), subject: subject,
      place: try row.optionalID("place_id"), text: try row.optionalText("text"))
  }
}

extension WriteTransaction {
  /// Stores a scan and the station that counts. A scan that is stored already is not stored again. A replay, which has no
  /// stock-takes, stores nothing.
  ///
  /// - Returns: true if the scan was new.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func insert(_ scan: StockTakeScan, of take: StockTake.ID) throws -> Bool {
    let (kind, subject): (String, String?) =
      switch scan.subject {
      case .copy(let id): ("copy", id.text)
      case .release(let id): ("release", id.text)
      case .place(let id): ("place", id.text)
      case .unknown: ("unknown", nil)
      case .listed: ("listed", nil)
      }
    let isNew =
      try run(
        """
        INSERT INTO stock_take_scan (stock_take_id, id, at, received_at, station, by, kind, subject, place_id, text)
        SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM stock_take WHERE id = ?1
        ON CONFLICT (stock_take_id, id) DO NOTHING
        """, take, scan.id, scan.at, now, scan.station.text, scan.by, kind, subject, scan.place, scan.text) == 1
    guard isNew else { return false }
    var place = scan.place
    if case .place(let id) = scan.subject { place = id }
    try run(
      """
      INSERT INTO stock_take_station (stock_take_id, station, place_id, scans, last_at) VALUES (?1, ?2, ?3, 1, ?4)
      ON CONFLICT (stock_take_id, station) DO UPDATE
        SET place_id = ?3, scans = stock_take_station.scans + 1, last_at = ?4, left_at = NULL
      """, take, scan.station.text, place, now)
    return true
  }
}
