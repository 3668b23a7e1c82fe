internal import Deadwax

/// The parsed response to `/releases/{id}`. Every field but the id may be missing, but an object with neither a title nor
/// a track list is no release: an account, a label and a folder have an id too.
struct DiscogsRelease: Decodable {
  let id: Int64
  let status: String?
  let title: String?
  let country: String?
  let year: Int64?
  let released: String?
  let notes: String?
  let artists: [DiscogsArtist]
  let extraArtists: [DiscogsArtist]
  let labels: [DiscogsLabel]
  let formats: [Format]
  let tracks: [DiscogsTrack]
  let identifiers: [DiscogsIdentifier]
  let series: [DiscogsCompany]
  let companies: [DiscogsCompany]
  let master: Int64?
  let genres: [String]
  let styles: [String]

  private enum Keys: String, CodingKey {
    case id, status, title, country, year, released, notes, artists, extraartists, labels, formats, tracklist
    case identifiers, genres, styles, series, companies
    case master = "master_id"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard let id = container.integer(.id), id > 0 else {
      throw DecodingError.keyNotFound(Keys.id, .init(codingPath: [], debugDescription: "no id"))
    }
    title = container.text(.title)
    guard title != nil || container.contains(.tracklist) else {
      throw DecodingError.keyNotFound(Keys.title, .init(codingPath: [], debugDescription: "not a release"))
    }
    self.id = id
    status = container.text(.status)
    country = container.text(.country)
    year = container.integer(.year)
    released = container.text(.released)
    notes = container.text(.notes)
    artists = container.list(.artists)
    extraArtists = container.list(.extraartists)
    labels = container.list(.labels)
    formats = container.list(.formats, of: DiscogsFormat.self).map(\.format)
    tracks = container.list(.tracklist)
    identifiers = container.list(.identifiers)
    series = container.list(.series)
    companies = container.list(.companies)
    master = container.integer(.master).flatMap { $0 > 0 ? $0 : nil }
    genres = container.texts(.genres)
    styles = container.texts(.styles)
  }
}

extension DiscogsRelease {
  /// Converts the release.
  ///
  /// - Parameters:
  ///   - web: the address of the website without a slash at its end, such as `https://www.discogs.com`.
  ///   - now: the time at which the release was fetched.
  /// - Returns: the facts of the release.
  func catalogueRelease(web: String, at now: Timestamp) -> CatalogueRelease {
    let released = DiscogsDate.released(released)
    let labels = uniqueLabels
    let artist = DiscogsArtist.display(artists)
    let detail = ReleaseDetail(
      released: released, notes: DiscogsNotes.plain(notes), genres: genres, styles: styles,
      artists: DiscogsArtist.credits(main: artists, others: extraArtists),
      labels: labels, formats: formats, tracks: DiscogsTrack.tree(tracks, artist: artist),
      identifiers: identifiers.map(\.identifier),
      companies: series.map { $0.credit(.series) } + companies.map { $0.credit(.company) },
      master: master.map { String($0) },
      source: ReleaseDetail.Source(name: "discogs", id: String(id), url: "\(web)/release/\(id)", fetchedAt: now))
    return CatalogueRelease(
      id: id, isAccepted: status == nil || status == "Accepted", medium: MediumFamily.medium(of: formats),
      title: title ?? "", artist: artist, label: labels.first?.name,
      catalogNumber: labels.lazy.compactMap(\.catalogNumber).first,
      year: DiscogsDate.year(year) ?? DiscogsDate.year(released.flatMap { Int64($0.prefix(4)) }), country: country,
      detail: detail)
  }

  /// The labels without duplicates. The same label with two numbers gives two credits.
  private var uniqueLabels: [LabelCredit] {
    var seen: Set<LabelCredit> = []
    return labels.map(\.credit).filter { seen.insert($0).inserted }
  }
}
