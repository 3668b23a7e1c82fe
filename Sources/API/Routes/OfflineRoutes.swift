internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Messages
internal import OfflineMerge
internal import OfflineStation
internal import Secrets
internal import Threads
internal import Wire

extension HTTPAPI {
  var offlineRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/stations/{name}/replica", needs: .station, on: .replicas) { request, _ in
        try replica(request)
      },
      Endpoint(.get, "/api/v1/stations/{name}/offline-journal", needs: .station, returns: .record) { request, _ in
        try stationToken(of: request)
        let newest = try offline.newest(of: try request.station())
        return .json(OfflineProgress(journal: newest.journal, next: Int(newest.next)))
      },
      Endpoint(
        .post, "/api/v1/stations/{name}/offline-journal", needs: .station, repeats: .natural, on: .immediate,
        bodyLimit: Self.journalLimit, answer: .later(mergeJournal)),
      Endpoint(.get, "/api/v1/offline-entries", needs: .staff, query: ["state", "station"], returns: .list) {
        request, _ in
        let page = try offline.list(
          isOpen: try request.state(otherwise: Shown.open) == .open, station: try request.stationName(),
          cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { MergedEntryResource($0, words) }
      },
      Endpoint(.get, "/api/v1/offline-entries/{id}", needs: .staff, returns: .record) { request, _ in
        let view = try offline.view(try request.offlineEntry())
        return .json(MergedEntryResource(view, words))
      },
      Endpoint(.post, "/api/v1/offline-entries/{id}/close", needs: .staff, repeats: .key) { request, call in
        let id = try request.offlineEntry()
        let body: ClosingNote? = try request.decodeIfPresent()
        let note = try RequestCheck.words(body?.note, "note", in: 1...300)
        let view = try offline.done(id, note: note, by: call.caller.name)
        return .json(MergedEntryResource(view, words))
      },
    ]
  }

  private enum Shown: String, CaseIterable { case all, open }

  /// The maximum body size in bytes: two hundred entries with the longest accepted codes.
  private static let journalLimit = 1 << 20

  /// Returns the replica for a station. Making one takes a while.
  private func replica(_ request: HTTPRequest) throws -> HTTPResponse {
    let token = try stationToken(of: request)
    let station = try request.station()
    let tag = { (version: String) in "W/\"\(version)-\(station.text)\"" }
    let made = try offline.replica(
      for: station, secret: KeySeal.secret(of: token), unless: { request.has(tag($0)) },
      words: { words.offline(in: $0) })
    guard let made else {
      return HTTPResponse(status: 304, headers: [("ETag", request.header("if-none-match") ?? "")])
    }
    guard let file = made.codes.file() else {
      throw Problem(.notReady, "Too many stations are requesting a replica.")
    }
    let body = FileBody(head: made.head, file: SharedFile(file: file, count: made.codes.count))
    return HTTPResponse(
      status: 200,
      headers: [
        ("Content-Type", "application/octet-stream"), ("ETag", tag(made.version)), ("Cache-Control", "no-store"),
      ], body: .file(body))
  }

  /// Returns the token of the station. The response is for that station only, so a request from this machine without a
  /// token is refused.
  @discardableResult
  private func stationToken(of request: HTTPRequest) throws -> String {
    // An invalid token has already been refused.
    guard let header = request.header("authorization") else {
      throw Problem(
        .unauthorized,
        "A station requires a token, even on the hub's own machine. Send it as 'Authorization: Bearer …'.")
    }
    return String(header.dropFirst("bearer ".count)).trimmed
  }

  /// Merges the journal entries of a station. The response waits for the disk, but no thread is blocked.
  @Sendable private func mergeJournal(_ request: HTTPRequest, _ call: Call, _ done: Completion) throws {
    try stationToken(of: request)
    let station = try request.station()
    let body = try JSONBody(request, allowing: ["journal", "entries"])
    guard let journal: MergedEntry.Journal.ID = try body.id("journal") else {
      throw Problem(.invalid, "'journal' is missing.")
    }
    offline.mergeJournal(try body.entries(), of: journal, at: station) { result in
      done {
        let taken = try result.get()
        return .json(MergeResultList(items: taken.verdicts, next: Int(taken.next)))
      }
    }
  }
}

extension HTTPRequest {
  fileprivate func offlineEntry() throws -> MergedEntry.ID {
    guard let id = MergedEntry.ID(parameter("id")) else { throw StaffError.noSuchEntry }
    return id
  }
}

extension Messages {
  /// Returns the text of each outcome in a language.
  fileprivate func offline(in language: String) -> [String: Replica.Meta.Words] {
    let words = words(in: language)
    return Dictionary(
      uniqueKeysWithValues: Outcome.Code.allCases.map { code in
        let texts = words.texts(code, of: Outcome(code, mode: .lookup))
        return (code.rawValue, Replica.Meta.Words(title: texts.title, detail: texts.detail))
      })
  }
}
