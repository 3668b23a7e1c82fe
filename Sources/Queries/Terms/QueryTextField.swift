/// A field of text in which words are searched for.
package enum QueryTextField: String, CaseIterable, Sendable {
  case artist, title, label, track, note, tag, genre, style, country, place
}
