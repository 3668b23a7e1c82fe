package import Deadwax

/// The numbers of the form of one year.
package struct YearNumbers: Sendable {
  package var copiesAtEnd: [Medium: Int] = [:]
  /// The copies that were added, by the way in which the library received them; the empty text for an unknown way.
  package var added: [String: Int] = [:]
  package var gone: [String: Int] = [:]
  package var undated = 0
  package var loans = 0
  package var renewals = 0
  package var borrowers = 0
  package var anonymous = 0
  package var returns = 0
  package var holds = 0
}
