package import Deadwax

/// Where a page of a list ended: the time that the list goes by, and the id of the last row.
package struct ListCursor: Hashable, Sendable {
  package var time: Timestamp
  package var id: String

  package init<Subject>(_ time: Timestamp, _ id: Identifier<Subject>) {
    self.time = time
    self.id = id.text
  }

  /// As `1795165520000.0193489a-7c20-7e0b-a1c3-000000000001`.
  package var text: String { "\(time.milliseconds).\(id)" }

  /// Reads what `text` wrote; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let time = Int64(parts[0]), let id = Identifier<Self>(parts[1]) else { return nil }
    self.time = Timestamp(milliseconds: time)
    self.id = id.text
  }
}

/// The conditions of a list, put together from what was asked for, so that each list goes by its own index.
struct ListConditions {
  private(set) var conditions: [String]
  private(set) var values: [(any Bindable)?] = []

  init(_ conditions: String...) { self.conditions = conditions }

  /// Adds a condition with a `?` for each value.
  mutating func add(_ condition: String, _ values: [(any Bindable)?]) {
    conditions.append(condition)
    self.values += values
  }

  /// Adds a condition, as above.
  mutating func add(_ condition: String, _ values: (any Bindable)?...) { add(condition, values) }

  /// Adds a condition if there is a value for it.
  mutating func add(_ condition: String, ifGiven value: (some Bindable)?) {
    if let value { add(condition, value) }
  }

  /// Adds a condition if there is a page before.
  mutating func add(_ condition: String, after cursor: ListCursor?) {
    if let cursor { add(condition, cursor.time, cursor.id) }
  }

  /// `WHERE …`, or nothing.
  var sql: String { conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ") }
}
