internal import Deadwax
internal import HTTPClient

/// A client for MusicBrainz and the Cover Art Archive. Every call blocks, so callers use a lane. All calls pass one gate:
/// at least a second lies between the end of a response and the next request.
package final class MusicBrainzClient: Sendable {
  private let exchange: ArchiveExchange
  private let base: ArchiveAddress
  private let archive: ArchiveAddress
  private let program: String

  /// The pause between two requests, which MusicBrainz asks for.
  package static let pause = Duration.seconds(1)

  /// Creates a client without sending a request. The first request waits for a whole pause, since the last run of the
  /// program may have just sent one.
  ///
  /// - Parameters:
  ///   - baseURL: the address of MusicBrainz, without a path.
  ///   - archiveURL: the address of the Cover Art Archive, without a path.
  ///   - program: the name and version of this program.
  ///   - transport: the way of the requests.
  ///   - clock: the clock of the gate.
  package init(
    baseURL: String, archiveURL: String, program: String, transport: CatalogueTransport, clock: PacingClock
  ) {
    func trimmed(_ url: String) -> String { url.hasSuffix("/") ? String(url.dropLast()) : url }
    let gate = RequestGate(RequestBudget(ceiling: 1, window: Self.pause), clock: clock)
    gate.rest()
    exchange = ArchiveExchange(transport: transport, gate: gate, cancellation: HTTPClientCancellation())
    base = ArchiveAddress(base: trimmed(baseURL))
    archive = ArchiveAddress(base: trimmed(archiveURL))
    self.program = program
  }

  /// Cancels the current calls and all later ones.
  package func close() {
    exchange.gate.close()
    exchange.cancellation.cancel()
  }

  /// Lets a duration pass at once on a clock that can skip it.
  func skip(_ duration: Duration) { exchange.gate.skip(duration) }

  /// Returns the releases with a barcode, as MusicBrainz' search finds them. Each must be verified.
  func releases(barcode: GTIN, contact: String) throws(LookupError) -> [MusicBrainzRelease] {
    // MusicBrainz has the digits as printed: a UPC with 12 or with 13 of them.
    let spellings = [barcode.key] + (barcode.upcA.map { [$0] } ?? [])
    let query = spellings.count == 1 ? "barcode:\(barcode.key)" : "barcode:(\(spellings.joined(separator: " OR ")))"
    return try get("/release?query=\(DiscogsClient.encoded(query))&limit=100&fmt=json", MusicBrainzPage.self, contact)?
      .releases ?? []
  }

  /// Returns the releases to which editors have linked a release of Discogs.
  func releases(discogs number: String, contact: String) throws(LookupError) -> [MusicBrainzRelease] {
    let address = DiscogsClient.encoded("https://www.discogs.com/release/\(number)")
    return try get("/url?resource=\(address)&inc=release-rels&fmt=json", MusicBrainzAddress.self, contact)?
      .releases ?? []
  }

  /// Returns a release with its relations; nil if there is no such release.
  func release(_ number: String, contact: String) throws(LookupError) -> MusicBrainzRelease? {
    try get("/release/\(number)?inc=url-rels&fmt=json", MusicBrainzRelease.self, contact)
  }

  /// Returns the front cover of a release, at most 1200 pixels wide; nil if the archive has none.
  func cover(of number: String, contact: String) throws(LookupError) -> [UInt8]? {
    do throws(LookupError) {
      return try exchange.body(
        "\(archive.base)/release/\(number)/front-1200", accept: "image/jpeg, image/png, image/webp",
        agent: agent(contact), next: archive.next)
    } catch .notFound {
      return nil
    } catch .invalidResponse(.refused) {
      // Also a redirect to another host: it is not followed.
      return nil
    } catch .connectionFailed(.tooLarge) {
      return nil
    } catch {
      throw error
    }
  }

  private func agent(_ contact: String) -> String { "\(program) ( \(contact) )" }

  private func get<Value: Decodable>(
    _ path: String, _ type: Value.Type, _ contact: String
  ) throws(LookupError) -> Value? {
    do throws(LookupError) {
      let body = try exchange.body(
        "\(base.base)/ws/2\(path)", accept: "application/json", agent: agent(contact), next: base.own)
      return try LossyDecoding.decode(type, from: body).value
    } catch .notFound {
      return nil
    } catch .connectionFailed(.tooLarge) {
      throw .invalidResponse(.unreadable)
    } catch {
      throw error
    }
  }
}
