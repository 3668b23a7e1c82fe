package import Deadwax
internal import Threads

/// Searches at Discogs for people who wait: by words and numbers, without a barcode. They pass the gate before all
/// look-ups in the background.
package final class DiscogsSearch: Sendable {
  private let client: DiscogsClient
  private let queue = SerialQueue("searches at Discogs", limit: 8)

  private let patience: Duration

  /// The criteria of a search. A release must fit each one that is not empty.
  package struct Criteria: Hashable, Sendable {
    /// Words anywhere in the record.
    package var words: String
    package var title: String
    package var artist: String
    package var catalogNumber: String

    package init(words: String, title: String, artist: String, catalogNumber: String) {
      self.words = words
      self.title = title
      self.artist = artist
      self.catalogNumber = catalogNumber
    }

    /// True if there is no criterion but the words.
    var isWordsOnly: Bool { title.isEmpty && artist.isEmpty && catalogNumber.isEmpty }

    /// True if nothing is searched for.
    package var isEmpty: Bool { words.isEmpty && title.isEmpty && artist.isEmpty && catalogNumber.isEmpty }
  }

  /// The result of a search.
  package struct Found: Hashable, Sendable {
    /// At most 50 releases, in Discogs' order.
    package var hits: [Hit]
    /// The time of Discogs' response if it was stored before; nil if Discogs has just been asked.
    package var fetchedAt: Timestamp?
  }

  /// A release that was found. It has no image, no price, and no number of owners: they stay at Discogs.
  package struct Hit: Hashable, Sendable {
    /// Discogs' number of the release.
    package var number: Int64
    /// "Artist - Title", as Discogs writes it.
    package var title: String
    package var country: String?
    package var year: Int?
    package var catalogNumber: String?
    /// The medium under which the library would store it.
    package var medium: Medium
    /// The formats, such as "CD, Album, Reissue".
    package var formats: String
  }

  /// - Parameters:
  ///   - client: the Discogs client. Its owner closes it before `stop`.
  ///   - patience: the longest wait for the searches before this one. A search that waits longer is not sent, since the
  ///     response to its person has a limit of time.
  package init(client: DiscogsClient, patience: Duration) {
    self.client = client
    self.patience = patience
  }

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - criteria: the criteria; it must not be empty.
  ///   - done: called once, on another thread, with the result.
  /// - Returns: false if too many searches wait; `done` is then not called.
  package func begin(
    _ criteria: Criteria, done: @escaping @Sendable (Result<Found, LookupError>) -> Void
  ) -> Bool {
    let begun = ContinuousClock.now
    return queue.add { [client, patience] in
      // The response has a limit of time, which the searches before this one may have used up.
      guard ContinuousClock.now - begun < patience else {
        return done(.failure(.rateLimited(retryAfter: patience)))
      }
      do throws(LookupError) {
        let page = try client.searchReleases(criteria)
        done(.success(Found(hits: page.hits.map { Hit($0) }, fetchedAt: page.fetchedAt)))
      } catch {
        done(.failure(error))
      }
    }
  }

  /// Ends the waiting searches. Returns when the last one has ended.
  package func stop() { queue.stop() }
}

extension DiscogsSearch.Hit {
  init(_ hit: SearchHit) {
    number = hit.id
    title = hit.title
    country = hit.country
    year = hit.year
    catalogNumber = hit.catalogNumber
    medium = MediumFamily.medium(of: hit.formats)
    formats = hit.formats.flatMap { [$0.name] + $0.descriptions + ($0.text.map { [$0] } ?? []) }.joined(separator: ", ")
  }
}

extension DiscogsClient {
  /// Searches for releases by words and numbers.
  ///
  /// If words with a digit find nothing, they are searched for as a catalogue number, and then among the barcodes, where
  /// Discogs has the numbers of run-outs too; at last as a catalogue number without punctuation. These are at most four
  /// requests.
  ///
  /// - Parameter criteria: the criteria.
  /// - Returns: a page of at most 50 releases, in Discogs' order; without hits if there is none.
  /// - Throws: the reason Discogs did not answer.
  func searchReleases(_ criteria: DiscogsSearch.Criteria) throws(LookupError) -> SearchPage {
    var page = try page(criteria)
    guard page.hits.isEmpty, criteria.words.contains(where: \.isNumber), criteria.isWordsOnly else { return page }
    let words = Self.encoded(criteria.words)
    let plain = Self.encoded(criteria.words.filter { $0.isLetter || $0.isNumber })
    for field in ["catno=\(words)", "barcode=\(words)"] + (plain == words ? [] : ["catno=\(plain)"]) {
      page = try search("\(field)&type=release&per_page=50", .immediate)
      if !page.hits.isEmpty { break }
    }
    return page
  }

  private func page(_ criteria: DiscogsSearch.Criteria) throws(LookupError) -> SearchPage {
    let fields = [
      ("q", criteria.words), ("release_title", criteria.title), ("artist", criteria.artist),
      ("catno", criteria.catalogNumber),
    ].filter { !$0.1.isEmpty }
    guard !fields.isEmpty else { return SearchPage() }
    let query = fields.map { "\($0.0)=\(Self.encoded($0.1))" }.joined(separator: "&")
    return try search(query + "&type=release&per_page=50", .immediate)
  }
}
