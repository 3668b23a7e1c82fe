internal import Deadwax

/// The conditions of a list query. Only the requested conditions are included, so that each list uses its own index.
struct ListConditions {
  private(set) var conditions: [String]
  private(set) var values: [(any Bindable)?] = []

  init(_ conditions: String...) { self.conditions = conditions }

  /// Adds a condition with a `?` for each value.
  mutating func add(_ condition: String, _ values: [(any Bindable)?]) {
    conditions.append(condition)
    self.values += values
  }

  /// Adds a condition with values as variadic arguments.
  mutating func add(_ condition: String, _ values: (any Bindable)?...) { add(condition, values) }

  /// Adds a condition if there is a value for it.
  mutating func add(_ condition: String, ifGiven value: (some Bindable)?) {
    if let value { add(condition, value) }
  }

  /// Adds a condition if there is a previous page.
  mutating func add(_ condition: String, after cursor: ListCursor?) {
    if let cursor { add(condition, cursor.time, cursor.id) }
  }

  /// Adds the part of the collection that the releases `r` belong to, if one is requested.
  mutating func add(_ medium: MediumFilter?) {
    switch medium {
    case .cd: add("r.medium = 'cd'")
    case .vinyl: add("r.medium = 'vinyl'")
    case .other: add("r.medium NOT IN ('cd', 'vinyl')")
    case nil: break
    }
  }

  /// Adds the filter of a list of the releases `r`.
  mutating func add(_ filter: ReleaseFilter) {
    add(filter.medium)
    if let isWished = filter.isWished { add(isWished ? "r.wished_at IS NOT NULL" : "r.wished_at IS NULL") }
    if let isFavourite = filter.isFavourite {
      add(isFavourite ? "r.favourite_at IS NOT NULL" : "r.favourite_at IS NULL")
    }
  }

  /// The text `WHERE …`, or an empty text.
  var sql: String { conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ") }
}
