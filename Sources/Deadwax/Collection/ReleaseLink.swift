/// The number of a release at an external source. A release has at most one link to each source.
package struct ReleaseLink: Hashable, Sendable {
  /// An external source. The raw value is stored in the database, and is the name in addresses and commands.
  package enum Source: String, CaseIterable, Codable, Sendable {
    case discogs, musicbrainz, wikidata
  }

  package var source: Source
  /// The number of the release at the source; nil if a person has stated that the source does not have it.
  package var number: String?
  /// True if a person has set it. No answer of a source changes such a link.
  package var isOwn: Bool

  package init(source: Source, number: String?, isOwn: Bool) {
    self.source = source
    self.number = number
    self.isOwn = isOwn
  }

  /// The address at which people read the record; nil without a number.
  package var url: String? { number.map { source.base + $0 } }
}

extension ReleaseLink.Source {
  /// The address of a record without its number.
  fileprivate var base: String {
    switch self {
    case .discogs: "https://www.discogs.com/release/"
    case .musicbrainz: "https://musicbrainz.org/release/"
    case .wikidata: "https://www.wikidata.org/wiki/"
    }
  }

  /// The form of its numbers in words, for the person who typed another one.
  package var form: String {
    switch self {
    case .discogs: "the number or address of a release at Discogs"
    case .musicbrainz: "the MBID (a UUID) or address of a release at MusicBrainz"
    case .wikidata: "the number or address of an item at Wikidata, such as Q42"
    }
  }

  /// Returns the number of a release in a text.
  ///
  /// - Parameter text: a number, or the web address of a record, without surrounding white space.
  /// - Returns: the number in the one spelling that is stored; nil for any other text.
  package func number(in text: String) -> String? {
    switch self {
    case .discogs:
      if let address = DiscogsAddress(text) { return String(address.release) }
      return DiscogsAddress("discogs.com/release/\(text)").flatMap { text == String($0.release) ? text : nil }
    case .musicbrainz:
      return Self.uuid(Self.last(of: text, after: ["musicbrainz.org/release/", "beta.musicbrainz.org/release/"]))
    case .wikidata:
      return Self.item(Self.last(of: text, after: ["wikidata.org/wiki/", "wikidata.org/entity/"]))
    }
  }

  /// Returns the part of an address after one of the beginnings; any other text unchanged.
  private static func last(of text: String, after beginnings: [String]) -> String {
    var rest = text[...]
    for scheme in ["https://", "http://"] where rest.lowercased().hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
    }
    if rest.lowercased().hasPrefix("www.") { rest = rest.dropFirst(4) }
    for beginning in beginnings where rest.lowercased().hasPrefix(beginning) {
      return String(rest.dropFirst(beginning.count).prefix { !"/?#".contains($0) })
    }
    return text
  }

  private static func uuid(_ text: String) -> String? {
    let parts = text.lowercased().split(separator: "-", omittingEmptySubsequences: false)
    let isRight =
      parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) } }
    return isRight ? text.lowercased() : nil
  }

  private static func item(_ text: String) -> String? {
    let number = text.uppercased()
    let digits = number.dropFirst().utf8
    guard number.hasPrefix("Q"), (1...12).contains(digits.count), digits.first != 0x30,
      digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return number
  }
}

extension [ReleaseLink] {
  /// Returns the link to a source; nil for none.
  package subscript(source: ReleaseLink.Source) -> ReleaseLink? { first { $0.source == source } }

  /// Sets the link to a source, in the order of the sources.
  package mutating func set(_ link: ReleaseLink) {
    self = filter { $0.source != link.source } + [link]
    let order = ReleaseLink.Source.allCases
    sort { order.firstIndex(of: $0.source) ?? 0 < order.firstIndex(of: $1.source) ?? 0 }
  }

  /// Returns the links with those that a source gave. They fill gaps: a link that is there stays.
  package func filled(by found: [ReleaseLink]) -> [ReleaseLink] {
    var links = self
    for link in found where links[link.source] == nil { links.set(link) }
    return links
  }

  /// Returns the links of a release into which another one is merged: a person's link passes before that of a source,
  /// and that of the remaining release before the other one's.
  package func merged(with other: [ReleaseLink]) -> [ReleaseLink] {
    var links = filled(by: other)
    for link in other where link.isOwn && links[link.source]?.isOwn == false { links.set(link) }
    return links
  }

  /// Returns the links of a release whose facts come from a source. A record of Discogs is its link there.
  package func following(_ source: ReleaseDetail.Source?) -> [ReleaseLink] {
    guard let source, source.name == ReleaseLink.Source.discogs.rawValue, !source.id.isEmpty else { return self }
    var links = self
    links.set(ReleaseLink(source: .discogs, number: source.id, isOwn: false))
    return links
  }
}
