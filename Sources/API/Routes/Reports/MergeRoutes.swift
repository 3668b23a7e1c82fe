internal import Deadwax
internal import HTTPServer
internal import Moving
internal import Wire

extension HTTPAPI {
  /// The routes of merges with other libraries. They can change every record, so they are for administrators alone.
  var mergeRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/merges", needs: .admin, returns: .wholeList, on: .worker) { _, _ in
        .whole(archives.merges.all().map { MergeResource($0) })
      },
      Endpoint(
        .post, "/api/v1/merges", needs: .admin, repeats: .key, on: .worker, bodyLimit: LibraryArchive.sizeLimit,
        into: { _ in try archives.merges.receive() }
      ) { request, call in
        let upload = try request.receiver as? ImportUpload ?? archives.merges.received(request.body)
        let view = try archives.merges.begin(upload, id: call.claim?.derivedID())
        return .json(status: 201, MergeResource(view)).with("location", "/api/v1/merges/\(view.id)")
      },
      Endpoint(.get, "/api/v1/merges/{id}", needs: .admin, returns: .record, on: .worker) { request, _ in
        .json(MergeResource(try archives.merges.view(try request.mergeID())))
      },
      Endpoint(.delete, "/api/v1/merges/{id}", needs: .admin, on: .worker) { request, _ in
        try archives.merges.remove(try request.mergeID())
        return HTTPResponse(status: 204)
      },
      Endpoint(
        .get, "/api/v1/merges/{id}/records", needs: .admin, query: ["fate"], returns: .list, on: .worker
      ) { request, _ in
        let found = try archives.merges.records(
          of: try request.mergeID(), fate: try request.fate(), after: try request.linePosition(),
          limit: try request.limit())
        return try .preview(found, for: request, at: \.position) { MergedRecordResource($0) }
      },
      Endpoint(.post, "/api/v1/merges/{id}/apply", needs: .admin, on: .worker) { request, call in
        let order = try request.previewOrder()
        let view = try archives.merges.apply(try request.mergeID(), plan: order.plan, by: call.caller.name)
        return .json(status: 202, MergeResource(view))
      },
    ]
  }
}

extension HTTPRequest {
  fileprivate func mergeID() throws(MovingError) -> LibraryMerge.ID {
    guard let id = LibraryMerge.ID(parameter("id")) else { throw .noSuchImport }
    return id
  }
}

extension MergeResource {
  fileprivate init(_ view: LibraryMerge) {
    self.init(
      id: view.id.text, kind: view.kind.rawValue, state: view.phase.rawValue, bytes: view.bytes, origin: view.origin,
      leftOut: view.leftOut, recents: view.recents == 0 ? nil : view.recents,
      notes: view.notes.map { notes in
        Notes(
          favourites: notes.favourites, cachedObjects: notes.cachedObjects, deviceSettings: notes.deviceSettings,
          newDeviceSettings: notes.newDeviceSettings)
      },
      counts: Counts(
        add: view.counts[.add] ?? 0, change: view.counts[.change] ?? 0, adopt: view.counts[.adopt] ?? 0,
        same: view.counts[.same] ?? 0, refused: view.counts[.refused] ?? 0),
      plan: view.plan, percent: view.percent, secondsLeft: view.secondsLeft, fault: view.fault, change: view.change)
  }
}

extension MergedRecordResource {
  fileprivate init(_ line: MergeLine) {
    self.init(
      position: line.position, table: line.table, id: line.id, subject: line.subject, fate: line.fate.rawValue,
      differences: line.differences.map { Difference(column: $0.column, before: $0.before, after: $0.after) },
      reason: line.reason)
  }
}
