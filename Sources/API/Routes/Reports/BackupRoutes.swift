internal import Backups
internal import HTTPServer
internal import Log
internal import Wire

extension HTTPAPI {
  /// The routes of the backups. Their content is the whole library, so they are for administrators alone.
  var backupRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/backups", needs: .admin, returns: .wholeList, on: .worker) { _, _ in
        .whole(backups.all().reversed().map { BackupResource($0) })
      },
      Endpoint(.post, "/api/v1/backups", needs: .admin, repeats: .key, on: .long) { _, call in
        let backup = try backups.make(.order, by: call.caller.name)
        return .json(status: 201, BackupResource(backup)).with("location", "/api/v1/backups/\(backup.name)")
      },
      Endpoint(.get, "/api/v1/backups/status", needs: .staff, returns: .record, on: .worker) { _, _ in
        .json(BackupStatusResource(try backups.status()))
      },
      Endpoint(.post, "/api/v1/backups/revert", needs: .admin, repeats: .key, on: .long) { _, call in
        _ = try backups.revert(by: call.caller.name)
        return .json(status: 202, BackupStatusResource(try backups.status()))
      },
      Endpoint(.get, "/api/v1/backups/{id}", needs: .admin, returns: .record, on: .worker) { request, _ in
        let name = try request.backup()
        guard let backup = backups.all().first(where: { $0.name == name }) else { throw BackupError.noSuchBackup }
        return .json(BackupResource(backup))
      },
      Endpoint(.post, "/api/v1/backups/{id}/restore", needs: .admin, repeats: .key, on: .long) { request, call in
        try backups.restore(try request.backup(), by: call.caller.name)
        return .json(status: 202, BackupStatusResource(try backups.status()))
      },
    ]
  }

  /// Returns the problem for a backup that was not made or not restored.
  func problem(_ error: BackupError) -> Problem {
    switch error {
    case .noSuchBackup: return Problem(.notFound, error.description)
    case .busy, .nothingToRevert: return Problem(.conflict, error.description)
    case .diskFull: return Problem(.diskFull, error.description)
    case .damaged:
      logger.error("\(error)")
      return Problem(.conflict, error.description)
    case .unavailable:
      logger.error("\(error)")
      return Problem(.internal, "The backup was not made or restored. See the hub's log.")
    case .refused: return Problem(.contentRefused, error.description)
    case .stopped: return Problem(.notReady, error.description)
    }
  }
}

extension HTTPRequest {
  fileprivate func backup() throws(BackupError) -> BackupName {
    guard let name = BackupName(parameter("id")) else { throw .noSuchBackup }
    return name
  }
}

extension BackupResource {
  fileprivate init(_ backup: Backup) {
    let manifest = backup.manifest
    self.init(
      id: backup.name.description, createdAt: backup.name.time, reason: manifest.reason.rawValue,
      orderedBy: manifest.orderedBy, bytes: manifest.bytes, sha256: manifest.sha256, files: manifest.files.count,
      fileBytes: manifest.fileBytes, lostFiles: manifest.lostFiles.count, counts: Counts(manifest.rows),
      schema: manifest.schema,
      program: manifest.program)
  }
}

extension BackupResource.Counts {
  fileprivate init(_ rows: [String: Int]) {
    self.init(
      releases: rows["release"] ?? 0, copies: rows["copy"] ?? 0, borrowers: rows["borrower"] ?? 0,
      loans: rows["loan"] ?? 0)
  }
}

extension BackupStatusResource {
  init(_ status: BackupStatus) {
    self.init(
      state: status.state.rawValue, newest: status.newest?.description, newestAt: status.newest?.time,
      count: status.count, bytes: status.bytes, folder: status.folder, isBusy: status.isBusy, failure: status.failure,
      restoring: status.restoring?.description)
  }
}
