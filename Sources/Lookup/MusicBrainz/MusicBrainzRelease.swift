internal import Deadwax

/// A release in a response of MusicBrainz, with what is needed to recognise it and to link it.
struct MusicBrainzRelease: Decodable, Hashable {
  /// The MBID, in lower case.
  let number: String
  let barcode: String?
  /// The country as a code of two letters, such as DE.
  let country: String?
  let year: Int?
  let formats: [Format]
  /// The links to Discogs and Wikidata among its relations.
  let links: [ReleaseLink]
  /// False if MusicBrainz states that the archive has no front cover; nil if it does not say.
  let hasFront: Bool?

  private enum Keys: String, CodingKey {
    case id, barcode, country, date, media, relations
    case archive = "cover-art-archive"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard let number = container.text(.id).flatMap(ReleaseLink.Source.musicbrainz.number(in:)) else {
      throw DecodingError.keyNotFound(Keys.id, .init(codingPath: [], debugDescription: "no MBID"))
    }
    self.number = number
    barcode = container.text(.barcode)
    country = container.text(.country)
    year = container.text(.date).flatMap { Int($0.prefix(4)) }
    formats = container.list(.media, of: Medium.self).compactMap(\.format).map { Format(name: $0) }
    let relations = container.list(.relations, of: MusicBrainzRelation.self)
    links = [ReleaseLink.Source.discogs, .wikidata].compactMap { source in
      let numbers = Set(relations.compactMap { $0.type == source.rawValue ? $0.url.flatMap(source.number(in:)) : nil })
      // Two records of one source say that they are not the same edition, so neither is this one.
      guard numbers.count == 1, let number = numbers.first else { return nil }
      return ReleaseLink(source: source, number: number, isOwn: false)
    }
    hasFront = container.object(.archive, of: Archive.self)?.front
  }

  private struct Archive: Decodable {
    let front: Bool?
  }

  private struct Medium: Decodable {
    let format: String?
  }
}
