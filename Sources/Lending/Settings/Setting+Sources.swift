extension Setting {
  /// The settings of the second source, MusicBrainz with the Cover Art Archive.
  static let sources: [Setting] = [
    flag(
      "sources.musicbrainz", \.sources.asksMusicBrainz,
      "Ask MusicBrainz for the numbers of releases, and the Cover Art Archive for covers. Needs a contact address."),
    Setting(
      "sources.contact", .text(.contact),
      "Address at which MusicBrainz reaches the library's operator; it is sent with each request there.",
      read: { $0.sources.contact.map { .word($0) } ?? .off },
      write: { $0.sources.contact = $1.text.isEmpty ? nil : $1.text }),
  ]

  /// Returns true if a text can be a contact in the name of a program: an e-mail address or a web address that has
  /// neither blanks nor brackets.
  static func isContact(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"()<>\"\\,;".utf8.contains($0) }
    let rest = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }.map { text.dropFirst($0.count) }
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    let isAddress = halves.count == 2 && halves.allSatisfy { !$0.isEmpty }
    return isPlain && (5...200).contains(text.utf8.count) && (rest.map { !$0.isEmpty } ?? isAddress)
  }
}
