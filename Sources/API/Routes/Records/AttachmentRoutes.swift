internal import Attachments
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Log
internal import Wire

extension HTTPAPI {
  /// The routes of pictures, texts and PDFs, and of covers.
  var attachmentRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/releases/{id}/attachments", needs: .readerOnly, returns: .wholeList) { request, _ in
        .whole(try attachments.list(of: .release(try request.release())).map(AttachmentResource.init))
      },
      Endpoint(.get, "/api/v1/copies/{id}/attachments", needs: .readerOnly, returns: .wholeList) { request, _ in
        .whole(try attachments.list(of: .copy(try request.copy())).map(AttachmentResource.init))
      },
      Endpoint(.get, "/api/v1/covers", needs: .readerOnly, query: ["releases"], returns: .wholeList) { request, _ in
        .whole(try attachments.covers(of: try request.releases()).map(AttachmentResource.init))
      },
      Endpoint(.get, "/api/v1/attachments/{id}", needs: .readerOnly, returns: .record) { request, _ in
        let attachment = try attachments.attachment(try request.attachment())
        return .row(attachment.version, AttachmentResource(attachment))
      },
      Endpoint(
        .get, "/api/v1/attachments/{id}/content", needs: .readerOnly, returns: .record, on: .attachments
      ) { request, _ in
        let attachment = try attachments.attachment(try request.attachment())
        return .content(try attachments.content(of: attachment), of: attachment)
      },
      Endpoint(
        .get, "/api/v1/attachments/{id}/thumbnail", needs: .readerOnly, query: ["size"], returns: .record,
        on: .attachments
      ) { request, _ in
        guard let size = Attachments.Preview(rawValue: request.query("size") ?? "small") else {
          throw Problem(.badRequest, "'size' must be one of small, medium.")
        }
        let attachment = try attachments.attachment(try request.attachment())
        return HTTPResponse(
          status: 200, headers: [("content-type", "image/jpeg"), ("cache-control", "private, no-cache")],
          body: .bytes(try attachments.preview(size, of: attachment)))
      },
    ] + attachmentChangeRoutes
  }

  /// The routes by which staff add, change and remove attachments.
  private var attachmentChangeRoutes: [Endpoint] {
    [
      Endpoint(
        .post, "/api/v1/releases/{id}/attachments", needs: .staff, query: ["name", "cover"], repeats: .key,
        on: .attachments, bodyLimit: Attachments.sizeLimit, into: { try attachments.receive($0) }
      ) { request, call in
        try added(request, to: .release(try request.release()), call)
      },
      Endpoint(
        .post, "/api/v1/copies/{id}/attachments", needs: .staff, query: ["name"], repeats: .key, on: .attachments,
        bodyLimit: Attachments.sizeLimit, into: { try attachments.receive($0) }
      ) { request, call in
        try added(request, to: .copy(try request.copy()), call)
      },
      Endpoint(.patch, "/api/v1/attachments/{id}", needs: .staff, ifMatch: .required) { request, call in
        let body: AttachmentPatch = try request.decode()
        let attachment = try attachments.change(
          try request.attachment(), name: body.name, isCover: body.isCover, ifVersion: call.version,
          by: call.caller.name)
        return .row(attachment.version, AttachmentResource(attachment))
      },
      Endpoint(
        .post, "/api/v1/attachments/{id}/edits", needs: .staff, ifMatch: .required, on: .attachments
      ) { request, call in
        let body: PictureEdit = try request.decode()
        let attachment = try attachments.edit(
          try request.attachment(), quarters: body.quarters ?? 0, straighten: body.straighten ?? 0,
          part: body.part.map { [$0.x, $0.y, $0.width, $0.height] }, ifVersion: call.version, by: call.caller.name)
        return .row(attachment.version, AttachmentResource(attachment))
      },
      Endpoint(.delete, "/api/v1/attachments/{id}", needs: .staff, ifMatch: .required) { request, call in
        try attachments.remove(try request.attachment(), ifVersion: call.version, by: call.caller.name)
        return HTTPResponse(status: 204)
      },
    ]
  }

  private func added(
    _ request: HTTPRequest, to subject: Attachment.Subject, _ call: Call
  ) throws -> HTTPResponse {
    let isCover = try request.isYes("cover", otherwise: false)
    let type = request.header("content-type")?.split(separator: ";").first.map { String($0).trimmed.lowercased() }
    let upload = Attachments.Upload(
      content: request.receiver as? IncomingFile ?? IncomingFile(request.body), type: type, name: request.query("name"),
      isCover: isCover)
    let attachment: Attachment
    do {
      attachment = try attachments.add(upload, to: subject, id: call.claim?.derivedID(), by: call.caller.name)
    } catch let error as any RecordsFault where error.stationFault == StationState.Fault.full {
      // The file had space and its row had none.
      throw AttachmentError.diskFull
    }
    return .json(status: 201, AttachmentResource(attachment))
      .with("location", "/api/v1/attachments/\(attachment.id)")
  }

  /// Returns the problem for a refused attachment.
  func problem(_ error: AttachmentError) -> Problem {
    switch error {
    case .refused, .tooCostly: return Problem(.contentRefused, error.description)
    case .wrongType: return Problem(.unsupportedMediaType, error.description)
    case .tooMany: return Problem(.conflict, error.description)
    case .quotaReached: return Problem(.quotaReached, error.description)
    case .diskFull: return Problem(.diskFull, error.description)
    case .fileLost: return Problem(.internal, error.description)
    case .unavailable(let reason):
      logger.error("\(reason)")
      return Problem(.internal, "Attachments cannot be handled now. See the hub's log.")
    }
  }
}

extension IncomingFile: DigestedBody {}

extension HTTPRequest {
  fileprivate func release() throws -> Release.ID {
    guard let id = Release.ID(parameter("id")) else { throw StaffError.noSuchRelease }
    return id
  }

  fileprivate func copy() throws -> Copy.ID {
    guard let id = Copy.ID(parameter("id")) else { throw StaffError.noSuchCopy }
    return id
  }

  fileprivate func attachment() throws -> Attachment.ID {
    guard let id = Attachment.ID(parameter("id")) else { throw StaffError.noSuchAttachment }
    return id
  }

  /// Returns the releases whose covers are wanted, from `releases`.
  fileprivate func releases() throws(Problem) -> [Release.ID] {
    let words = (query("releases") ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let ids = words.prefix(201).compactMap { Release.ID(String($0)) }
    guard (1...200).contains(words.count), ids.count == words.count else {
      throw Problem(.badRequest, "'releases' must be 1 to 200 UUIDs, separated by commas.")
    }
    return ids
  }
}

extension HTTPResponse {
  /// Returns the content of an attachment, which a browser never runs: a text is shown as text, and a PDF is a download
  /// without rights.
  fileprivate static func content(_ bytes: [UInt8], of attachment: Attachment) -> HTTPResponse {
    let way = attachment.kind == .pdf ? "attachment" : "inline"
    let name = PercentEncoding.encoded(attachment.name)
    return HTTPResponse(
      status: 200,
      headers: [
        ("content-type", attachment.kind.mediaType), ("content-disposition", "\(way); filename*=UTF-8''\(name)"),
        ("content-security-policy", "sandbox; default-src 'none'"), ("cross-origin-resource-policy", "same-origin"),
        ("cache-control", "private, no-cache"),
      ], body: .bytes(bytes))
  }
}
