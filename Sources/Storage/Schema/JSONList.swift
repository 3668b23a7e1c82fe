/// Lists of strings in a column, stored as a JSON array, so that SQL can search in it too.
package enum JSONList {
  static func array(_ strings: [String]) -> String {
    "[" + strings.map(string).joined(separator: ",") + "]"
  }

  /// Returns a text as a JSON string: the same bytes for the same text.
  package static func string(_ text: String) -> String {
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

  /// Reads the output of `array`. From any other text, reads as much as possible.
  static func strings(_ json: String) -> [String] {
    var strings: [String] = []
    var scalars = json.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\"" else { continue }
      var text = String.UnicodeScalarView()
      reading: while let scalar = scalars.next() {
        switch scalar {
        case "\"": break reading
        case "\\":
          guard let escaped = scalars.next() else { break reading }
          switch escaped {
          case "n": text.append("\n")
          case "u":
            let hex = String(String.UnicodeScalarView((0..<4).compactMap { _ in scalars.next() }))
            if let value = UInt32(hex, radix: 16), let scalar = Unicode.Scalar(value) { text.append(scalar) }
          default: text.append(escaped)
          }
        default: text.append(scalar)
        }
      }
      strings.append(String(text))
    }
    return strings
  }
}
