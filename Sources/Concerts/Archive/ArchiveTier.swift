package import Deadwax
internal import FoundationEssentials
package import HTTPClient
internal import Threads

/// Fetches what Archive.org has about a recording, and has it at hand for a day.
package final class ArchiveTier: Sendable {
  /// The largest answer that is read, in bytes. Most are below 200 kB.
  package static let answerLimit = 8 << 20
  /// The time between two clean-ups.
  private static let cleanPause = Duration.seconds(3600)

  private let base: String
  private let client: HTTPClient
  private let cache: ArchiveCache
  private let now: @Sendable () -> Timestamp
  private let cancellation = HTTPClientCancellation()
  private let cleanedAt = Locked<Timestamp?>(nil)

  /// - Parameters:
  ///   - baseURL: the address of Archive.org, without a path.
  ///   - client: the client of its requests.
  ///   - folder: the folder of the caches of the hub.
  ///   - now: the clock.
  package init(baseURL: String, client: HTTPClient, folder: String, now: @escaping @Sendable () -> Timestamp) {
    base = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
    (self.client, self.now) = (client, now)
    cache = ArchiveCache(folder: folder)
  }

  /// Returns what Archive.org has about a recording: from the cache, or else by one request. It blocks.
  ///
  /// - Parameter identifier: the identifier of the recording.
  /// - Returns: the item.
  /// - Throws: `ConcertError.notArchived` or `.archiveUnavailable`.
  package func item(_ identifier: String) throws(ConcertError) -> ArchivedItem {
    guard let identifier = ArchiveIdentifier(identifier) else { throw .notArchived }
    let time = now()
    clean(time)
    if let known = cache.item(identifier, now: time) { return known }
    let item = try fetch(identifier)
    cache.store(item, identifier)
    return item
  }

  /// Ends the current request and all later ones.
  package func stop() { cancellation.cancel() }

  private func clean(_ time: Timestamp) {
    let isDue = cleanedAt.withLock { at in
      if let last = at, time - last < Self.cleanPause, time >= last { return false }
      at = time
      return true
    }
    if isDue { cache.clean(now: time) }
  }

  private func fetch(_ identifier: ArchiveIdentifier) throws(ConcertError) -> ArchivedItem {
    let request = HTTPClientRequest(
      .get, "\(base)/metadata/\(identifier.text)", headers: ["Accept": "application/json"])
    let response: HTTPClientResponse
    do throws(HTTPClientError) {
      response = try client.send(request, cancellation: cancellation)
    } catch {
      throw .archiveUnavailable("Archive.org cannot be reached: \(error).")
    }
    switch response.status {
    case 200: break
    case 404, 410: throw .notArchived
    default: throw .archiveUnavailable("Archive.org is unavailable (status \(response.status)).")
    }
    guard let answer = try? JSONDecoder().decode(ArchiveAnswer.self, from: Data(response.body)) else {
      throw .archiveUnavailable("Archive.org sent a response that cannot be read.")
    }
    guard answer.isItem else { throw .notArchived }
    return ArchivedItem(
      facts: answer.facts, tracks: answer.tracks(at: "\(base)/download/\(identifier.text)"), reviews: answer.reviews,
      fetchedAt: now())
  }
}
