internal import API
internal import HTTPClient
internal import Log
internal import Lookup

extension HubConfiguration.Discogs {
  /// The client that asks where and as whom the operator decided.
  func client(logger: Logger) throws -> DiscogsClient {
    let source: DiscogsToken =
      if let tokenFile { .file(tokenFile) } else if let token { .text(token) } else { .none }
    return DiscogsClient(
      baseURL: baseURL, token: source,
      http: HTTPClient(userAgent: "Deadwax/\(Hub.version) +https://deadwax.example"), logger: logger)
  }
}

extension LookupService.Status {
  /// As the readiness of the hub tells it.
  var readiness: Readiness.Lookup { Readiness.Lookup(state: state.rawValue, queued: queued, reason: reason) }
}
