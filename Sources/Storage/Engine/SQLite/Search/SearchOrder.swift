internal import Queries

/// The order of a search, as SQL about the row `s` of `release_search`.
struct SearchOrder {
  private struct Key {
    let column: String
    let isDescending: Bool
  }

  private let keys: [Key]
  /// True for the order of the list: the newest first.
  let isOfList: Bool

  init(_ sort: [QuerySort]) {
    let keys = sort.map { part in
      switch part.key {
      case .artist: Key(column: "s.artist_key", isDescending: part.isDescending)
      case .title: Key(column: "s.title_key", isDescending: part.isDescending)
      case .label: Key(column: "s.label_key", isDescending: part.isDescending)
      case .year: Key(column: "s.year", isDescending: part.isDescending)
      // The numbers fall with time.
      case .added: Key(column: "s.number", isDescending: !part.isDescending)
      }
    }
    isOfList = keys.first.map { $0.column == "s.number" && !$0.isDescending } ?? true
    // The number is unique, so nothing after it counts.
    let end = keys.firstIndex { $0.column == "s.number" }
    self.keys = end.map { Array(keys[...$0]) } ?? keys + [Key(column: "s.number", isDescending: false)]
  }

  /// The text after `ORDER BY`.
  var sql: String { keys.map { $0.column + ($0.isDescending ? " DESC" : "") }.joined(separator: ", ") }

  /// Returns the values of the keys in a row, by which a page continues.
  func values(of document: SearchDocument, number: Int64) -> [any Bindable] {
    keys.map { key in
      switch key.column {
      case "s.artist_key": document.artistKey
      case "s.title_key": document.titleKey
      case "s.label_key": document.labelKey
      case "s.year": document.year
      default: number
      }
    }
  }

  /// Returns the condition that a row follows another one.
  ///
  /// - Parameter values: the values of the keys in the other row.
  /// - Returns: the condition with its values.
  func following(_ values: [any Bindable]) -> (sql: String, values: [(any Bindable)?]) {
    var parts: [String] = []
    var bound: [(any Bindable)?] = []
    for (index, key) in keys.enumerated() {
      let equal = keys[..<index].map { "\($0.column) = ?" }
      parts.append("(" + (equal + ["\(key.column) \(key.isDescending ? "<" : ">") ?"]).joined(separator: " AND ") + ")")
      bound += values[...index].map { $0 }
    }
    // The first key alone can use an index.
    let first = "\(keys[0].column) \(keys[0].isDescending ? "<=" : ">=") ?"
    return ("\(first) AND (\(parts.joined(separator: " OR ")))", [values[0]] + bound)
  }
}
