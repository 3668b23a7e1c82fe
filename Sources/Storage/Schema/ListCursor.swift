package import Deadwax

/// The position at which a page of a list ends: the time by which the list is sorted, and the id of the last row.
package struct ListCursor: Hashable, Sendable {
  package var time: Timestamp
  package var id: String

  package init<Subject>(_ time: Timestamp, _ id: Identifier<Subject>) {
    self.time = time
    self.id = id.text
  }

  /// The text form, such as `1795165520000.0193489a-7c20-7e0b-a1c3-000000000001`.
  package var text: String { "\(time.milliseconds).\(id)" }

  /// Parses the text form. Returns nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let time = Int64(parts[0]), let id = Identifier<Self>(parts[1]) else { return nil }
    self.time = Timestamp(milliseconds: time)
    self.id = id.text
  }
}
