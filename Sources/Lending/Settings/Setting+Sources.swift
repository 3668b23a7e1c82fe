extension Setting {
  /// The settings of the external sources: Discogs, and MusicBrainz with the Cover Art Archive.
  static let sources: [Setting] = [
    flag(
      "sources.musicbrainz", \.sources.asksMusicBrainz,
      "Ask MusicBrainz for the numbers of releases, and the Cover Art Archive for covers. Needs a contact address."),
    Setting(
      "sources.contact", .text(.contact),
      "Address at which MusicBrainz reaches the library's operator; it is sent with each request there.",
      read: { $0.sources.contact.map { .word($0) } ?? .off },
      write: { $0.sources.contact = $1.text.isEmpty ? nil : $1.text }),
    Setting(
      "sources.countries", .list(.countries),
      "Countries of the records that you mostly own, the likeliest first. They decide between releases with one barcode.",
      read: { .list($0.sources.countries) }, write: { $0.sources.countries = $1.items }),
  ]

  /// Returns true if a text can be the country of a release as Discogs writes it, such as "UK & Europe". A comma cannot be
  /// in an item of a list and does not count in a comparison.
  static func isCountry(_ text: String) -> Bool {
    (2...60).contains(text.count) && text.contains(where: \.isLetter)
      && text.allSatisfy { $0.isLetter || $0.isNumber || " &'’.()-/".contains($0) }
  }

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
