internal import Away
internal import Catalogue
internal import Circulation
internal import Deadwax
internal import HTTPServer
internal import Lanes
internal import Messages

extension Surface {
  var awayRoutes: [Route] {
    [
      Route(.get, "/api/v1/stations/{name}/replica", bodyLimit: 0, handler: replica),
      route(.get, "/api/v1/stations/{name}/away", needs: .station) { request in
        let newest = try away.newest(of: try request.station())
        return .json { json in
          json.object { json in
            json.key("journal")
            if let journal = newest.journal { json.string(journal.text) } else { json.raw("null") }
            json.member("next", Int(newest.next))
          }
        }
      },
      Route(.post, "/api/v1/stations/{name}/away", bodyLimit: Self.journalLimit, handler: takeIn),
      counterRoute(.get, "/api/v1/away") { request, _ in
        let page = try away.list(
          isOpen: try request.choice("show", otherwise: Shown.open) == .open, station: try request.stationAsked(),
          cursor: request.query("cursor"), limit: try request.limit())
        return .page(page.items, next: page.next) { $0.away($1, words) }
      },
      counterRoute(.get, "/api/v1/away/{id}") { request, _ in
        let view = try away.view(try request.awayItem())
        return .shown(for: request) { $0.away(view, words) }
      },
      counterPost("/api/v1/away/{id}/done") { request, _, caller in
        let id = try request.awayItem()
        var note: String?
        if !request.body.isEmpty { note = try JSONBody(request, allowing: ["note"]).words("note", in: 1...300) }
        let view = try away.done(id, note: note, by: caller.name)
        return .json { $0.away(view, words) }
      },
    ]
  }

  private enum Shown: String, CaseIterable { case open, all }

  /// Two hundred entries with the longest codes that are taken.
  private static let journalLimit = 1 << 20

  /// What a station has to know to go on by itself. Making it takes a while, so it has a lane of its own.
  @Sendable private func replica(_ request: HTTPRequest, _ reply: Reply) {
    do {
      try access.check(request, needs: .station)
      let station = try request.station()
      let isTaken = replicaWorker.add { [away, words] in
        reply(
          answering {
            let known = "W/\"\(try away.replicaVersion(for: station))\""
            if request.has(known) { return HTTPResponse(status: 304, headers: [("ETag", known)]) }
            let (replica, version) = try away.replica(for: station) { words.away(in: $0) }
            return .file(replica.bytes, contentType: "application/octet-stream", entityTag: "W/\"\(version)\"")
              .with("Cache-Control", "no-cache")
          })
      }
      guard isTaken else { throw Problem(.notReady, "Too many stations are asking.") }
    } catch {
      reply(problem(error).response)
    }
  }

  /// Takes in what a station did. The answer waits for the disk, but no thread does.
  @Sendable private func takeIn(_ request: HTTPRequest, _ reply: Reply) {
    do {
      try access.check(request, needs: .station)
      let station = try request.station()
      let body = try JSONBody(request, allowing: ["journal", "entries"])
      guard let journal: AwayItem.Journal.ID = try body.id("journal") else {
        throw Problem(.invalid, "'journal' is missing.")
      }
      let entries = try body.entries()
      away.takeIn(entries, of: journal, at: station) { result in
        reply(
          answering {
            let taken = try result.get()
            return .json { json in
              json.object { json in
                json.key("items")
                json.array(taken.verdicts) { $0.verdict($1) }
                json.member("next", Int(taken.next))
              }
            }
          })
      }
    } catch {
      reply(problem(error).response)
    }
  }
}

extension HTTPRequest {
  /// The station in the path, also one that is new.
  fileprivate func station() throws(Problem) -> Station.Name {
    guard let name = Station.Name(parameter("name")) else {
      throw Problem(.notFound, "A station has 1 to 40 lower-case letters, digits or hyphens for its name.")
    }
    return name
  }

  fileprivate func awayItem() throws -> AwayItem.ID {
    guard let id = AwayItem.ID(parameter("id")) else { throw CounterError.noSuchEntry }
    return id
  }

  fileprivate func stationAsked() throws(Problem) -> Station.Name? {
    guard let text = query("station") else { return nil }
    guard let name = Station.Name(text) else { throw Problem(.badRequest, "'station' is not a name of a station.") }
    return name
  }
}

extension Messages {
  /// What is told for each outcome, in a language.
  fileprivate func away(in language: String) -> [String: Replica.Meta.Words] {
    let words = words(in: language)
    return Dictionary(
      uniqueKeysWithValues: Outcome.Code.allCases.map { code in
        let told = words.told(code, of: Outcome(code, mode: .lookup))
        return (code.rawValue, Replica.Meta.Words(title: told.title, detail: told.detail))
      })
  }
}
