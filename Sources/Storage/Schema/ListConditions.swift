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

  /// The text `WHERE …`, or an empty text.
  var sql: String { conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ") }
}
