internal import Deadwax
internal import Storage

/// A page of the collection or of the wantlist of a person.
struct DiscogsListPage: Decodable {
  /// The number of pages that Discogs reports.
  let pages: Int
  /// The number of items on all pages that Discogs reports.
  let total: Int
  let entries: [Entry]

  /// An item of a list.
  struct Entry: Decodable {
    let number: Int64
    let instance: Int64?
    let folder: Int64?
    let title: String
    let artist: String

    private enum Keys: String, CodingKey {
      case id, title, artists
      case instance = "instance_id"
      case folder = "folder_id"
      case facts = "basic_information"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      guard let number = container.integer(.id), number > 0 else {
        throw DecodingError.keyNotFound(Keys.id, .init(codingPath: [], debugDescription: "no id"))
      }
      self.number = number
      instance = container.integer(.instance).flatMap { $0 > 0 ? $0 : nil }
      folder = container.integer(.folder)
      let facts = try? container.nestedContainer(keyedBy: Keys.self, forKey: .facts)
      title = String((facts?.text(.title) ?? "").prefix(500))
      artist = String(DiscogsArtist.display(facts?.list(.artists) ?? []).prefix(500))
    }
  }

  private enum Keys: String, CodingKey { case pagination, pages, items, releases, wants }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let key = container.contains(.releases) ? Keys.releases : .wants
    guard container.contains(key),
      let pagination = try? container.nestedContainer(keyedBy: Keys.self, forKey: .pagination)
    else { throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "no items")) }
    pages = Int(clamping: max(0, pagination.integer(.pages) ?? 0))
    total = Int(clamping: max(0, pagination.integer(.items) ?? 0))
    entries = container.list(key, of: Entry.self)
  }

  /// Returns the items as they are stored. An item of the collection without an instance is left out.
  func items(of list: DiscogsList) -> [DiscogsItem] {
    entries.compactMap { entry in
      let instance = list == .collection ? entry.instance : entry.number
      return instance.map { instance in
        DiscogsItem(
          list: list, instance: instance, number: entry.number, folder: list == .collection ? entry.folder : nil,
          title: entry.title, artist: entry.artist)
      }
    }
  }
}

extension DiscogsClient {
  /// Fetches a page of a list of a person, with at most 100 items. What was added last comes last, so that an addition
  /// meanwhile moves no item to a page that was read.
  ///
  /// - Parameters:
  ///   - page: the number of the page, from 1.
  ///   - list: the list.
  ///   - user: the person's name at Discogs.
  /// - Returns: the page.
  /// - Throws: `notFound` if there is no such page, or the reason Discogs did not answer.
  func page(_ page: Int, of list: DiscogsList, _ user: String) throws(LookupError) -> DiscogsListPage {
    let path = list == .collection ? "collection/folders/0/releases" : "wants"
    return try get(
      "/users/\(Self.encoded(user))/\(path)?sort=added&sort_order=asc&per_page=100&page=\(page)", .background, .uncached
    ) { (body, _) throws(LookupError) in
      try DiscogsAnswer.listPage(in: body)
    }
  }
}
