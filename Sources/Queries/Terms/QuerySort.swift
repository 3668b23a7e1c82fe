/// A key of the order of a result.
package struct QuerySort: Hashable, Sendable {
  package enum Key: String, CaseIterable, Sendable {
    case added, artist, title, label, year
  }

  package let key: Key
  /// True for the reverse order: the largest first.
  package let isDescending: Bool

  package init(_ key: Key, isDescending: Bool) {
    self.key = key
    self.isDescending = isDescending
  }
}

extension QuerySort: CustomStringConvertible {
  package var description: String { (isDescending ? "-" : "") + key.rawValue }
}
