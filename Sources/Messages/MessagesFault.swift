/// The error for a file of texts that is missing or is not one JSON object of texts.
package struct MessagesFault: Error, CustomStringConvertible {
  package let language: Language

  package var description: String {
    "messages/\(language.rawValue).json is missing, or is not one JSON object of texts."
  }
}
