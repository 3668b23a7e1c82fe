internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import History
internal import Scanning
internal import StationLogic
internal import Wire

extension HTTPAPI {
  /// The routes of the batches of additions.
  var batchRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/stations/{name}/batch", needs: .station, returns: .record) { request, _ in
        try openBatch(at: try stationName(request))
      },
      Endpoint(
        .put, "/api/v1/stations/{name}/batch", needs: .station, ifMatch: .accepted, on: .immediate,
        answer: .later { request, call, done in
          let name = try stationName(request)
          let settings = try settings(in: try request.decode())
          act(.setBatch(settings), at: name, call, done) { try openBatch(at: name) }
        }),
      Endpoint(
        .delete, "/api/v1/stations/{name}/batch", needs: .station, ifMatch: .accepted, on: .immediate,
        answer: .later { request, call, done in
          act(.endBatch, at: try stationName(request), call, done) { HTTPResponse(status: 204) }
        }),
      Endpoint(.get, "/api/v1/batches/{id}", needs: .station, returns: .record) { request, _ in
        guard let batch = try undoing.batch(try request.batch()) else { throw StaffError.noSuchBatch }
        return .row(batch.count, BatchResource(batch))
      },
      Endpoint(
        .post, "/api/v1/batches/{id}/undo", needs: .staff, ifMatch: .accepted, repeats: .key
      ) { request, call in
        let undone = try undoing.undo(batch: try request.batch(), ifVersion: call.version, by: call.caller.name)
        return .json(BatchUndoResult(removed: undone.removed, batch: BatchResource(undone.batch)))
      },
    ]
  }

  /// Carries out an action on a batch, and responds with `answer`, unless the station refused it.
  private func act(
    _ event: StationEvent, at name: Station.Name, _ call: Call, _ done: Completion,
    _ answer: @escaping @Sendable () throws -> HTTPResponse
  ) {
    scans.act(event, at: name, by: call.person, displayed: Precondition(batch: call.version)) { result in
      done {
        if let outcome = try result.get().outcome {
          if outcome.code == .nothingOpen { throw Self.noBatch }
          if outcome.isRefusal { throw try refusal(outcome, at: name) }
        }
        return try answer()
      }
    }
  }

  private func openBatch(at name: Station.Name) throws -> HTTPResponse {
    guard let open = try history.station(name)?.state.additions, let batch = try undoing.batch(open.id) else {
      throw Self.noBatch
    }
    return .row(open.version, BatchResource(batch))
  }

  private static var noBatch: Problem { Problem(.notFound, "No batch of additions is open at this station.") }

  private func settings(in body: BatchRequest) throws -> AdditionBatch.Settings {
    let source = try RequestCheck.words(body.source, "source", in: 1...AdditionBatch.Settings.longestSource)
    let grades = Command.allCases.compactMap(\.grade)
    if let condition = body.condition, !grades.contains(condition) {
      throw Problem(.invalid, "'condition' must be one of \(grades.joined(separator: ", ")).")
    }
    if let place = body.place, try catalogue.place(place) == nil { throw StaffError.noSuchPlace }
    return AdditionBatch.Settings {
      $0.condition = body.condition
      $0.place = body.place
      $0.accession = body.accession
      $0.source = source
      $0.wantsLabel = body.label ?? false
      $0.wantsTag = body.tag ?? false
    }
  }
}

extension HTTPRequest {
  fileprivate func batch() throws -> AdditionBatch.ID {
    guard let id = AdditionBatch.ID(parameter("id")) else { throw StaffError.noSuchBatch }
    return id
  }
}
