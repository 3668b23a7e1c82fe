/// A line of a file, and what its import does with it.
package struct ImportLineResource: Codable, Sendable {
  /// The number of the line in the file, from 1.
  package var line: Int
  /// The fate: `add`, `change`, `same` or `refused`.
  package var fate: String
  /// The artist and the title.
  package var subject: String
  /// True if the release is new too.
  package var addsRelease: Bool
  /// The values that differ from those of the library.
  package var differences: [Difference]
  /// The reason that the line is refused; omitted for the others.
  package var reason: Reason?

  /// A value that differs from that of the library.
  package struct Difference: Codable, Sendable {
    package var field: String
    /// The value of the library; omitted for none.
    package var before: String?
    /// The value of the file.
    package var after: String
    /// True if the value of the library stays.
    package var isKept: Bool
    /// True if a person entered the value of the library.
    package var isEdited: Bool

    package init(field: String, before: String?, after: String, isKept: Bool, isEdited: Bool) {
      self.field = field
      self.before = before
      self.after = after
      self.isKept = isKept
      self.isEdited = isEdited
    }
  }

  /// The reason that a line is refused.
  package struct Reason: Codable, Sendable {
    package var code: String
    /// The field with the fault; omitted if it is in none.
    package var field: String?
    /// The earlier line about the same record.
    package var line: Int?
    /// The reason in a sentence.
    package var detail: String

    package init(code: String, field: String?, line: Int?, detail: String) {
      self.code = code
      self.field = field
      self.line = line
      self.detail = detail
    }
  }

  package init(
    line: Int, fate: String, subject: String, addsRelease: Bool, differences: [Difference], reason: Reason?
  ) {
    self.line = line
    self.fate = fate
    self.subject = subject
    self.addsRelease = addsRelease
    self.differences = differences
    self.reason = reason
  }
}
