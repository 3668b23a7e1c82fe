extension ReadTransaction {
  /// Returns the number of records that a merge of this library into another one looks at.
  ///
  /// - Throws: a `StorageError`.
  package func mergedCount() throws -> Int {
    try LibraryMergeRules.tables.reduce(0) { sum, table in
      try sum + (first("SELECT count(*) FROM \(table.rawValue)") { Int(try $0.integer(0)) } ?? 0)
    }
  }
}

/// The rules of a merge of two libraries for each table.
enum LibraryMergeRules {
  /// The tables, so that a record comes after those that it refers to. Codes come last: they belong to the others.
  static let tables: [HistoryTable] = [
    .place, .slot, .borrower, .release, .copy, .showCopy, .loan, .crate, .crateItem, .smartCollection, .attachment,
    .play,
  ]

  /// The columns by which two records with different ids are the same one: what people call it, and their notes.
  static func identity(of table: HistoryTable) -> [String] {
    switch table {
    case .place: ["parent_id", "name"]
    case .slot: ["place_id", "number"]
    case .borrower: ["name", "short_name", "email", "phone", "note"]
    case .release: ["artist", "title", "medium", "label", "catalog_number", "year", "barcode", "notes"]
    case .copy: ["code"]
    case .loan: ["copy_id", "opened_at"]
    case .crate: ["parent_id", "name", "note"]
    case .crateItem: ["crate_id", "release_id", "copy_id"]
    case .smartCollection: ["name", "query"]
    case .attachment: ["release_id", "copy_id", "content"]
    case .play: ["copy_id", "started_at", "position"]
    case .showCopy: ["id"]
    default: []
    }
  }

  /// The columns that stay as they are here, whatever the other library says: the numbers of the own accession book, and
  /// what follows from other rows.
  static func own(_ table: HistoryTable) -> Set<String> {
    switch table {
    case .release: ["created_at", "fetched_at", "favourite_at", "merged_into"]
    case .copy:
      [
        "release_id", "number", "code", "added_at", "plays", "last_played_at", "in_house", "last_in_house_at",
        "played_before", "discogs_instance",
      ]
    case .borrower: ["created_at", "erased_at"]
    case .place, .crate: ["created_at"]
    case .smartCollection: ["created_at", "owner_id"]
    case .loan: ["copy_id", "borrower_id", "station", "opened_at"]
    default: []
    }
  }

  /// The columns of which the larger value counts.
  static func growing(_ table: HistoryTable) -> [String] {
    table == .copy ? ["plays", "last_played_at", "in_house", "last_in_house_at"] : []
  }

  /// The columns about lending, which stay while a copy is on loan here.
  static let lending: Set<String> = [
    "status", "status_on", "status_reason", "is_sold", "is_reference", "part_count", "parts_missing",
  ]

  /// True if a change of a row there can change the row here. Of the others, each row is a fact of its own.
  static func isEdited(_ table: HistoryTable) -> Bool {
    [.place, .borrower, .release, .copy, .showCopy, .crate, .smartCollection, .loan].contains(table)
  }
}
