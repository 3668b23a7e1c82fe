internal import Backups
internal import HTTPServer
internal import Moving
internal import Wire

extension HTTPAPI {
  /// The routes of archives with the whole library. They have every record, so they are for administrators alone.
  var archiveRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/export/library", needs: .admin, query: ["secrets"], on: .long) { request, _ in
        let made = try archives.export.export(hasSecrets: try request.isYes("secrets", otherwise: false))
        return HTTPResponse(
          status: 200,
          headers: HTTPResponse.downloadFields(type: "application/zip", named: "library.zip")
            + [("repr-digest", "sha-256=:\(made.base64):"), ("deadwax-rows", "\(made.rows)")],
          body: .file(FileBody(head: [], file: SharedFile(file: made.descriptor(), count: made.count))))
      },
      Endpoint(
        .post, "/api/v1/import/library", needs: .admin, repeats: .key, on: .long,
        bodyLimit: LibraryArchive.sizeLimit, into: { _ in try archives.imports.receive() }
      ) { request, call in
        let upload = try request.receiver as? ImportUpload ?? archives.imports.received(request.body)
        try archives.imports.stage(upload, by: call.caller.name)
        return .json(status: 202, BackupStatusResource(try backups.status()))
      },
    ]
  }
}
