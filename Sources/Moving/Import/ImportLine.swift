/// The fate of one line of a file: what an import does with it.
package struct ImportLine: Hashable, Sendable {
  package enum Fate: String, CaseIterable, Codable, Sendable {
    /// A copy is added, or several.
    case add
    /// A record that the library has is changed.
    case change
    /// The library has all of it already.
    case same
    /// The line is not imported.
    case refused
  }

  /// A value that differs from that of the library.
  package struct Difference: Hashable, Sendable {
    package let field: ImportField
    package let before: String?
    package let after: String
    /// True if the value of the library stays.
    package let isKept: Bool
    /// True if a person entered the value of the library.
    package let isEdited: Bool
  }

  /// The number of the line in the file, from 1.
  package let line: Int
  package var fate: Fate
  /// The artist and the title.
  package let subject: String
  /// True if the release is new too.
  package var addsRelease: Bool
  package var differences: [Difference]
  package var refusal: ImportRefusal?
}
