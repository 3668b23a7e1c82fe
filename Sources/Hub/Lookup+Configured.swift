internal import API
internal import Deadwax
internal import HTTPClient
internal import Log
internal import Lookup
internal import Wire

extension HubConfiguration.Discogs {
  /// Returns the client for the configured address and token, which keeps raw responses in a folder.
  func client(cache folder: String, logger: Logger) throws -> DiscogsClient {
    let source: DiscogsToken =
      if let tokenFile { .file(tokenFile) } else if let token { .text(token) } else { .none }
    return DiscogsClient(
      baseURL: baseURL, token: source,
      transport: CatalogueTransport(
        HTTPClient(userAgent: "Deadwax/\(Hub.version) +https://deadwax.example", maximumBody: 8 << 20)),
      gate: RequestGate(), cache: AnswerCache(folder: folder), now: Timestamp.now, logger: logger)
  }
}

extension LookupService.Status {
  /// The status in the form that the hub's readiness reports.
  var readiness: Readiness.Lookup { Readiness.Lookup(state: state.rawValue, queued: queued, reason: reason) }
}
