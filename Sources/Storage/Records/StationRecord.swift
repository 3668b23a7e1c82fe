package import Deadwax

extension Queryable {
  /// Where a desk stands, and the version of its row; nil when there is no such station.
  package func station(_ name: Station.Name) throws -> (state: StationState, version: Int)? {
    try first(
      """
      SELECT mode, stage, copy_id, slot_id, place_id, borrower_id, ends_at, version, code_class, code_value, question,
        confirmed
      FROM station WHERE name = ?1
      """, name.text
    ) { row in
      guard let mode = Mode(rawValue: try row.text(0)) else {
        throw StorageError(code: .mismatch, call: "station", message: "an unknown mode")
      }
      let until = try row.optionalTime(6) ?? Timestamp(milliseconds: 0)
      let stage: StationState.Stage =
        switch try row.text(1) {
        case "copy": .pendingCopy(try row.id(2), until: until)
        case "slot": .pendingSlot(try row.id(3), until: until)
        case "place": .pendingPlace(try row.id(4), until: until)
        case "session": .session(try row.id(5), until: until)
        case "code": .pendingCode(try codeKey(row), until: until)
        case "question": .question(try question(row), until: until)
        default: .idle
        }
      return (StationState(mode: mode, stage: stage), Int(try row.integer(7)))
    }
  }

  private func codeKey(_ row: Row) throws -> Code.Key {
    guard let kind = Code.Class(rawValue: try row.text(8)) else {
      throw StorageError(code: .mismatch, call: "station", message: "an unknown class of codes")
    }
    return Code.Key(class: kind, value: try row.text(9))
  }

  private func question(_ row: Row) throws -> Question {
    guard let code = Outcome.Code(rawValue: try row.text(10)) else {
      throw StorageError(code: .mismatch, call: "station", message: "an unknown question")
    }
    let confirmed = try row.text(11).split(separator: ",").compactMap { Outcome.Code(rawValue: String($0)) }
    return Question(code, key: try codeKey(row), copy: try row.id(2), confirmed: confirmed)
  }

  package func stationNames() throws -> [Station.Name] {
    try all("SELECT name FROM station ORDER BY name") { row in try row.text(0) }
      .compactMap(Station.Name.init(_:))
  }
}

extension Queryable {
  /// The desks at which something has been open for too long.
  package func stations(endedBefore now: Timestamp) throws -> [Station.Name] {
    try all("SELECT name FROM station WHERE ends_at <= ?1", now) { row in try row.text(0) }
      .compactMap(Station.Name.init(_:))
  }
}

extension WriteTransaction {
  /// Keeps where a desk stands, making the station if there is none of that name.
  package func save(_ state: StationState, of station: Station.Name) throws {
    var copy: Copy.ID?
    var slot: Slot.ID?
    var place: Place.ID?
    var borrower: Borrower.ID?
    var until: Timestamp?
    var key: Code.Key?
    var question: Question?
    let stage: String
    switch state.stage {
    case .idle: stage = "idle"
    case .pendingCopy(let id, let deadline): (stage, copy, until) = ("copy", id, deadline)
    case .pendingSlot(let id, let deadline): (stage, slot, until) = ("slot", id, deadline)
    case .pendingPlace(let id, let deadline): (stage, place, until) = ("place", id, deadline)
    case .session(let id, let deadline): (stage, borrower, until) = ("session", id, deadline)
    case .pendingCode(let pending, let deadline): (stage, key, until) = ("code", pending, deadline)
    case .question(let asked, let deadline):
      (stage, copy, key, question, until) = ("question", asked.copy, asked.key, asked, deadline)
    }
    try run(
      """
      INSERT INTO station (name, mode, stage, copy_id, slot_id, place_id, borrower_id, ends_at, code_class, code_value,
        question, confirmed)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      ON CONFLICT (name) DO UPDATE SET mode = ?2, stage = ?3, copy_id = ?4, slot_id = ?5, place_id = ?6,
        borrower_id = ?7, ends_at = ?8, code_class = ?9, code_value = ?10, question = ?11, confirmed = ?12,
        version = version + 1
      """, station.text, state.mode.rawValue, stage, copy, slot, place, borrower, until, key?.class.rawValue,
      key?.value, question?.code.rawValue, question?.confirmed.map(\.rawValue).joined(separator: ","))
  }
}
