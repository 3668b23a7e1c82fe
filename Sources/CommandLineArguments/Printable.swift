/// Returns a text from an untrusted source, such as a barcode, with characters that a terminal would interpret replaced
/// by escape sequences.
package func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
