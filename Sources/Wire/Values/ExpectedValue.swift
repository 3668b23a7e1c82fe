package import Deadwax

/// A type of a single value with a description of valid texts, for the refusal of other ones.
package protocol ExpectedValue {
  /// The end of the sentence "… must be".
  static var expectation: String { get }
}

extension RFC3339Time: ExpectedValue {
  package static var expectation: String { "an RFC 3339 time" }
}

extension Identifier: ExpectedValue {
  package static var expectation: String { "a UUID" }
}

extension Station.Name: ExpectedValue {
  package static var expectation: String { "1 to 40 lower-case letters, digits or hyphens" }
}
