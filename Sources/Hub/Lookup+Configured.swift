internal import API
internal import Attachments
internal import Deadwax
internal import HTTPClient
internal import Lending
internal import Log
internal import Lookup
internal import Secrets
internal import Wire

extension HubConfiguration.Discogs {
  /// Returns the client for the configured address and token, which keeps raw responses in a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder of the responses.
  ///   - file: the file of the token that people enter; it is read if none is configured.
  ///   - logger: the log of the client.
  /// - Returns: the client.
  /// - Throws: an error of the client.
  func client(cache folder: String, enteredToken file: String, logger: Logger) throws -> DiscogsClient {
    if let tokenFile { Self.check(tokenFile, logger) }
    let source: DiscogsToken =
      if let tokenFile { .file(tokenFile) } else if let token { .text(token) } else { .file(file) }
    return DiscogsClient(
      baseURL: baseURL, token: source,
      transport: CatalogueTransport(
        HTTPClient(userAgent: "Deadwax/\(Hub.version) +https://deadwax.example", maximumBody: 8 << 20)),
      gate: RequestGate(), cache: AnswerCache(folder: folder), now: Timestamp.now, logger: logger)
  }

  /// Warns of a token file that cannot be used, or that other users can read. The desk works without look-ups, so this
  /// does not end the start.
  private static func check(_ file: String, _ logger: Logger) {
    do {
      _ = try SecretFile.read(file)
    } catch {
      logger.warning("\(error)")
    }
  }
}

extension HubConfiguration.MusicBrainz {
  /// Returns the client for the configured addresses. A cover is at most as large as an attachment may be.
  func client() -> MusicBrainzClient {
    let program = "Deadwax/\(Hub.version)"
    return MusicBrainzClient(
      baseURL: baseURL, archiveURL: archiveURL, program: program,
      transport: .separate {
        HTTPClient(userAgent: program, timeout: .seconds(30), maximumBody: Attachments.sizeLimit)
      }, clock: .system)
  }
}

extension LookupPreference {
  init(_ sources: LibraryPolicy.Sources) { self.init(countries: sources.countries) }
}

extension MusicBrainzService.Use {
  init(_ sources: LibraryPolicy.Sources) { self.init(isOn: sources.asksMusicBrainz, contact: sources.contact) }
}

extension Attachments {
  /// Stores a cover that was fetched, and returns what became of it.
  func settleFetchedCover(_ bytes: [UInt8], of release: Release.ID, number: String) throws -> MusicBrainzService.Storing
  {
    do {
      _ = try addFetchedCover(bytes, of: release, number: number)
      return .settled
    } catch let error as AttachmentError {
      switch error {
      case .refused, .wrongType, .tooCostly: return .refused
      case .tooMany, .quotaReached, .diskFull, .fileLost, .unavailable: return .postponed(error.description)
      }
    }
  }
}

extension MusicBrainzService.Status {
  /// The status in the form that the hub's readiness reports.
  var readiness: Readiness.Lookup { Readiness.Lookup(state: state.rawValue, queued: queued, reason: reason) }
}

extension LookupService.Status {
  /// The status in the form that the hub's readiness reports.
  var readiness: Readiness.Lookup { Readiness.Lookup(state: state.rawValue, queued: queued, reason: reason) }
}
