/// The reason for which a setting of the library, or of a station, cannot have the requested value.
package struct PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence for a person: the problem and the correct form.
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }

  package var description: String { sentence }
}
