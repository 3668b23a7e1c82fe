/// The name before the colon of a condition.
package enum QueryField: Hashable, Sendable {
  case text(QueryTextField)
  case number(QueryNumberField)
  case year, decade, added, lent, medium, condition, domain, sort

  /// All fields by their names, in the order of the documents.
  package static let names: [(name: String, field: QueryField)] =
    QueryTextField.allCases.map { ($0.rawValue, .text($0)) }
    + QueryNumberField.allCases.map { ($0.rawValue, .number($0)) }
    + [
      ("year", .year), ("decade", .decade), ("added", .added), ("lent", .lent), ("medium", .medium),
      ("condition", .condition), ("in", .domain), ("sort", .sort),
    ]

  /// Other names of fields, each with the canonical one.
  package static let aliases = ["cat": "catalogue", "catalog": "catalogue"]

  /// Returns the field with a name, in any case of its letters; nil if there is none.
  package static func named(_ name: String) -> QueryField? {
    let name = name.lowercased()
    let canonical = aliases[name] ?? name
    return names.first { $0.name == canonical }?.field
  }

  /// The canonical name.
  package var name: String { Self.names.first { $0.field == self }?.name ?? "" }
}
