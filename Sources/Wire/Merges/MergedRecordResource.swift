/// A record of another library, and what a merge does with it.
package struct MergedRecordResource: Codable, Sendable {
  /// The position in the plan, from 1.
  package var position: Int
  /// The kind of the record, such as `release`.
  package var table: String
  /// The id in the other library.
  package var id: String
  /// The record in words.
  package var subject: String
  /// The fate: `add`, `change`, `adopt`, `same` or `refused`.
  package var fate: String
  /// The values that this library takes over.
  package var differences: [Difference]
  /// The reason that the record is not merged; omitted for the others.
  package var reason: String?

  /// A value that differs.
  package struct Difference: Codable, Sendable {
    package var column: String
    /// The value of this library; omitted for none.
    package var before: String?
    /// The value of the other library; omitted for none.
    package var after: String?

    package init(column: String, before: String?, after: String?) {
      (self.column, self.before, self.after) = (column, before, after)
    }
  }

  package init(
    position: Int, table: String, id: String, subject: String, fate: String, differences: [Difference], reason: String?
  ) {
    self.position = position
    self.table = table
    self.id = id
    self.subject = subject
    self.fate = fate
    self.differences = differences
    self.reason = reason
  }
}
