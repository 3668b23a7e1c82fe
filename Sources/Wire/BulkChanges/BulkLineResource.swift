package import Deadwax

/// One copy of a bulk change, and what happens to it.
package struct BulkLineResource: Codable, Sendable {
  /// The position in the bulk change, from 1.
  package var position: Int
  package var copy: Copy.ID
  /// The number of the copy; omitted for one that was removed.
  package var number: Int?
  /// The artist and the title.
  package var subject: String
  /// The fate: `change`, `same`, `refused` or `changed-meanwhile`.
  package var fate: String
  /// The values that change.
  package var differences: [Difference]
  /// The reason that the copy is refused; omitted for the others.
  package var reason: Reason?

  /// A value before and after the change.
  package struct Difference: Codable, Sendable {
    package var field: String
    /// The value before; omitted for none.
    package var before: String?
    /// The value after; omitted for none.
    package var after: String?

    package init(field: String, before: String?, after: String?) {
      self.field = field
      self.before = before
      self.after = after
    }
  }

  /// The reason that a copy is refused.
  package struct Reason: Codable, Sendable {
    package var code: String
    /// The reason in a sentence.
    package var detail: String

    package init(code: String, detail: String) {
      self.code = code
      self.detail = detail
    }
  }

  package init(
    position: Int, copy: Copy.ID, number: Int?, subject: String, fate: String, differences: [Difference],
    reason: Reason?
  ) {
    self.position = position
    self.copy = copy
    self.number = number
    self.subject = subject
    self.fate = fate
    self.differences = differences
    self.reason = reason
  }
}
