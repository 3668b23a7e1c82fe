/// The place of a show in the order of shows: day, number on the day, id.
package struct ShowPosition: Hashable, Sendable {
  package var date: String
  package var sequence: Int
  package var id: String

  package init(_ show: Show) { (date, sequence, id) = (show.date, show.sequence, show.id) }

  /// The text form, such as `1977-05-08.1.1977-05-08-barton-hall-ithaca-ny-usa`.
  package var text: String { "\(date).\(sequence).\(id)" }

  /// Parses the text form. Returns nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 2).map(String.init)
    guard parts.count == 3, parts[0].utf8.count == 10, let sequence = Int(parts[1]) else { return nil }
    (date, self.sequence, id) = (parts[0], sequence, parts[2])
  }
}
