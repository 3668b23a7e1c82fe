package import Deadwax

extension Queryable {
  package func scan(_ id: Reading.ID) throws -> Scan? {
    try first("\(scanSelect) WHERE s.id = ?1", id, as: scan(from:))
  }

  /// Returns at most `limit` scans of the history, the newest first. `sequence` is the last one of the previous page.
  /// The other parameters restrict the scans to one station, one outcome or one copy.
  package func scans(
    before sequence: Int64?, station: Station.Name?, outcome: Outcome.Code?, copy: Copy.ID? = nil, limit: Int
  ) throws -> [Scan] {
    var list = ListConditions()
    list.add("s.sequence < ?", ifGiven: sequence)
    list.add("s.station = ?", ifGiven: station?.text)
    list.add("s.outcome = ?", ifGiven: outcome?.rawValue)
    list.add("s.copy_id = ?", ifGiven: copy)
    return try all(
      "\(scanSelect) \(list.sql) ORDER BY s.sequence DESC LIMIT ?", list.values + [limit], as: scan(from:))
  }

  /// Returns the keys of at most `limit` scans as above, without reading the scans.
  package func scanKeys(
    before sequence: Int64?, station: Station.Name?, outcome: Outcome.Code?, limit: Int
  ) throws -> [RowPage.Key] {
    var list = ListConditions()
    list.add("s.sequence < ?", ifGiven: sequence)
    list.add("s.station = ?", ifGiven: station?.text)
    list.add("s.outcome = ?", ifGiven: outcome?.rawValue)
    return try all(
      "SELECT s.sequence FROM scan s \(list.sql) ORDER BY s.sequence DESC LIMIT ?", list.values + [limit]
    ) { row in
      let sequence = try row.integer("sequence")
      return RowPage.Key(id: String(sequence), position: sequence)
    }
  }

  /// Returns the scan with a sequence number.
  package func scan(numbered sequence: Int64) throws -> Scan? {
    try first("\(scanSelect) WHERE s.sequence = ?1", sequence, as: scan(from:))
  }

  private func scan(from row: Row) throws -> Scan {
    guard let station = Station.Name(try row.text("station")), let mode = Mode(rawValue: try row.text("mode")),
      let code = Outcome.Code(rawValue: try row.text("outcome"))
    else { throw StorageError(.mismatch, call: "scan", message: "an unknown station, mode or outcome") }
    let reading = Reading(
      id: try row.id("id"), at: try row.time("at"), symbology: Symbology(rawValue: try row.text("symbology")),
      text: try row.text("text"),
      written: try row.optionalText("written"), fault: try row.optionalText("fault"),
      isVerified: try row.flag("is_verified"),
      quality: try row.optionalReal("quality"),
      frames: try row.optionalInteger("frames").map(Int.init))
    var location: Location?
    if let place: Place.ID = try row.optionalID("place_id") {
      location = Location(
        place: place, placeName: try row.optionalText("name") ?? "", slot: try row.optionalID("slot_id"),
        slotNumber: try row.optionalInteger("number").map(Int.init))
    }
    let choices = try row.optionalText("choices").map { JSONList.strings($0).compactMap { CodeTarget($0) } } ?? []
    let facts = try row.optionalText("facts").map { try ColumnJSON.read(Outcome.Facts.self, $0) } ?? Outcome.Facts()
    return Scan(
      sequence: try row.integer("sequence"), reading: reading, station: station, reader: try row.optionalText("reader"),
      receivedAt: try row.time("received_at"),
      outcome: Outcome(
        code, mode: mode, release: try row.optionalID("release_id"), copy: try row.optionalID("copy_id"),
        location: location,
        dueAt: try row.optionalTime("due_at"), choices: choices, facts: facts))
  }
}

private let scanSelect = """
  SELECT s.sequence, s.id, s.station, s.reader, s.at, s.received_at, s.symbology, s.text, s.written, s.is_verified,
    s.quality, s.frames, s.mode, s.outcome, s.release_id, s.copy_id, s.place_id, s.slot_id, s.due_at, s.choices,
    p.name, t.number, s.fault, s.facts
  FROM scan s LEFT JOIN place p ON p.id = s.place_id LEFT JOIN slot t ON t.id = s.slot_id
  """

extension WriteTransaction {
  /// Adds a scan to the history and returns its sequence number.
  ///
  /// - Throws: `.conflict` if there is a scan with this id.
  package func append(
    _ reading: Reading, station: Station.Name, reader: String?, outcome: Outcome
  ) throws -> Int64 {
    try run(
      """
      INSERT INTO scan (id, station, reader, at, received_at, symbology, text, written, is_verified, quality, frames,
        mode, outcome, release_id, copy_id, place_id, slot_id, due_at, choices, fault, facts)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)
      """, reading.id, station.text, reader, reading.at, now, reading.symbology.rawValue, reading.text,
      reading.written, reading.isVerified, reading.quality, reading.frames, outcome.mode.rawValue,
      outcome.code.rawValue, outcome.release, outcome.copy, outcome.location?.place, outcome.location?.slot,
      outcome.dueAt, outcome.choices.isEmpty ? nil : JSONList.array(outcome.choices.map(\.text)),
      reading.fault, outcome.facts == Outcome.Facts() ? nil : try ColumnJSON.write(outcome.facts))
    return try newestRow()
  }
}
