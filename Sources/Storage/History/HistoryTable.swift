/// A table whose changes are all recorded, with whole rows before and after, so that they can be undone. The raw value
/// is its name in the schema and in `change_row`.
package enum HistoryTable: String, CaseIterable, Codable, Sendable {
  case release, copy, place, slot, borrower, code, loan, hold, fee, setting, inbox
  case stationPolicy = "station_policy"

  /// The name of the key column.
  package var key: String {
    switch self {
    case .setting: "key"
    case .stationPolicy: "station"
    default: "id"
    }
  }

  /// All columns of the table, the key first, in the order of the schema.
  package var columns: [String] {
    switch self {
    case .release:
      [
        "id", "version", "status", "medium", "title", "artist", "label", "catalog_number", "year", "country", "barcode",
        "released", "notes", "genres", "styles", "source", "source_id", "source_url", "fetched_at", "created_at",
        "modified_at", "wished_at",
      ]
    case .copy:
      [
        "id", "version", "release_id", "number", "code", "part_count", "media_condition", "sleeve_condition",
        "place_id", "slot_id", "slot_is_single", "notes", "added_at", "modified_at", "status", "is_reference",
        "parts_missing", "plays", "last_played_at", "in_house", "last_in_house_at",
      ]
    case .place: ["id", "parent_id", "kind", "name", "created_at"]
    case .slot: ["id", "place_id", "number", "is_single", "created_at"]
    case .borrower:
      [
        "id", "version", "name", "short_name", "created_at", "modified_at", "group_name", "is_staff", "email",
        "language", "expires_at", "blocked_at", "block_reason", "loan_limit", "note", "erased_at",
      ]
    case .code:
      [
        "id", "class", "value", "release_id", "copy_id", "borrower_id", "place_id", "slot_id", "bound_at", "ended_at",
      ]
    case .loan:
      [
        "id", "version", "copy_id", "borrower_id", "station", "opened_at", "due_at", "renewals", "renewed_at", "parts",
        "parts_back", "claimed_returned_at", "returned_at", "returned_station", "anonymised_at",
      ]
    case .hold:
      [
        "id", "version", "release_id", "copy_id", "borrower_id", "state", "ready_copy_id", "ready_at", "pick_up_by",
        "not_after", "created_at", "closed_at",
      ]
    case .fee:
      [
        "id", "version", "borrower_id", "loan_id", "kind", "amount", "currency", "at", "settled_at", "is_waived",
        "note", "refund_of",
      ]
    case .setting: ["key", "value", "modified_at", "version"]
    case .inbox:
      [
        "id", "version", "class", "value", "symbology", "state", "scan_id", "scans", "station", "first_at", "last_at",
        "decided_at", "target", "note",
      ]
    case .stationPolicy: ["station", "version", "policy", "modified_at"]
    }
  }

  /// The child tables of the table. A row and its child rows are one row of the ledger. Each child row has the row's id
  /// in `release_id` and its order in `position`.
  package var children: [(table: String, columns: [String])] {
    guard self == .release else { return [] }
    return [
      ("artist_credit", ["position", "name", "join_phrase", "role"]),
      ("label_credit", ["position", "name", "catalog_number"]),
      ("format", ["position", "name", "quantity", "text", "descriptions"]),
      ("track", ["position", "parent", "kind", "printed_position", "title", "seconds"]),
      ("identifier", ["position", "type", "value", "note", "gtin"]),
    ]
  }

  /// The columns for the version and the modification time, which are not part of a row's content.
  static let marks: Set<String> = ["version", "modified_at"]

  /// An SQL expression for a row with its child rows as JSON.
  private var json: String {
    var members = columns.map { "'\($0)', \($0)" }
    for child in children {
      let cells = child.columns.map { "'\($0)', \($0)" }.joined(separator: ", ")
      members.append(
        """
        '\(child.table)', json((SELECT json_group_array(json_object(\(cells))) FROM (
          SELECT * FROM \(child.table) WHERE release_id = \(rawValue).id ORDER BY position)))
        """)
    }
    return "json_object(\(members.joined(separator: ", ")))"
  }

  /// A query for the row with a given key: its columns, or its JSON if the table has child rows.
  var selectOne: String { Self.selects[self]?.one ?? "" }

  /// A query for the key and the JSON of all rows, ordered by key.
  var selectAll: String { Self.selects[self]?.all ?? "" }

  // The texts are created once, since they are the keys of the cache of prepared statements.
  private static let selects: [HistoryTable: (one: String, all: String)] = Dictionary(
    uniqueKeysWithValues: allCases.map { table in
      (
        table,
        (
          one:
            "SELECT \(table.children.isEmpty ? table.columns.joined(separator: ", ") : table.json) FROM \(table.rawValue) WHERE \(table.key) = ?1",
          all:
            "SELECT CAST(\(table.key) AS TEXT) AS name, \(table.json) AS row FROM \(table.rawValue) ORDER BY \(table.key)"
        )
      )
    })
}
