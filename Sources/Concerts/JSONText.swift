/// JSON of a few kinds of text, written with the same bytes for the same values.
enum JSONText {
  static func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

  static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  static func string(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      default:
        if scalar.value < 0x20 {
          let hex = String(scalar.value, radix: 16)
          json += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
        } else {
          json.unicodeScalars.append(scalar)
        }
      }
    }
    return json + "\""
  }
}
