internal import Storage

/// JSON of a few kinds of text, written with the same bytes for the same values.
enum JSONText {
  static func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

  static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  static func string(_ text: String) -> String { JSONList.string(text) }
}
