/// Why a rule of the house, or of a desk, cannot be set to what was asked for.
package struct PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what would be right, for a person.
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }

  package var description: String { sentence }
}
