/// A column of an exported table: its name, and its text for one row. An empty text means that there is no value.
struct ExportColumn<Row>: Sendable {
  let name: String
  let text: @Sendable (Row) -> String

  init(_ name: String, _ text: @escaping @Sendable (Row) -> String) {
    self.name = name
    self.text = text
  }
}

extension [String] {
  /// Several values as one text, each on a line of its own. None of them has a line break.
  var lines: String { joined(separator: "\n") }
}

extension Bool {
  var text: String { self ? "yes" : "no" }
}

extension Optional where Wrapped: CustomStringConvertible {
  /// The value as text; an empty text without one.
  var text: String { map(\.description) ?? "" }
}
