extension HistoryRow {
  /// Returns the row as the ledger writes it.
  ///
  /// - Parameter layout: the layout of its table.
  /// - Returns: the JSON, with the columns that it has in the order of the schema.
  /// - Throws: a `StorageError`.
  func json(_ layout: HistoryLayout) throws -> String {
    var json = HistoryJSON()
    try json.object { json in
      for column in layout.columns {
        guard let cell = cells[column] else { continue }
        json.name(column)
        try json.value(cell.binding)
      }
      for child in layout.children {
        guard case .rows(let rows)? = cells[child.table] else { continue }
        json.name(child.table)
        try json.array { json in
          for row in rows {
            try json.object { json in
              for column in child.columns {
                guard let cell = row[column] else { continue }
                json.name(column)
                try json.value(cell.binding)
              }
            }
          }
        }
      }
    }
    return json.text
  }

  /// Returns a value in words: a text, a number, or the number of child rows; nil for no value.
  func words(_ column: String) -> String? {
    switch cells[column] {
    case .text(let text)?: String(text.prefix(200))
    case .integer(let integer)?: "\(integer)"
    case .rows(let rows)?: "\(rows.count)"
    case .null?, nil: nil
    }
  }
}
