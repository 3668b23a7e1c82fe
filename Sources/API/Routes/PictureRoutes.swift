internal import Deadwax
internal import HTTPServer
internal import History
internal import Intake
internal import Log
internal import Scanning
internal import Wire

extension HTTPAPI {
  /// The route by which a phone is a reader: a picture with one code is a scan of the station.
  var pictureRoutes: [Endpoint] {
    [
      Endpoint(
        .post, "/api/v1/stations/{name}/pictures", needs: .station, query: ["scan", "shelf"], repeats: .record,
        on: .immediate,
        bodyLimit: PictureDecoder.lengthLimit, answer: .later(take)),
      Endpoint(.post, "/api/v1/code-rows", needs: .station, on: .worker, bodyLimit: 1 << 20) { request, _ in
        .json(CodeRowsResource(CodeRow.arranged(try request.decode(CodeRowsRequest.self).pictured())))
      },
    ]
  }

  /// The types of a picture. The format is detected by its first bytes.
  private static let pictureTypes: Set<String> = ["image/jpeg", "image/png", "application/octet-stream"]

  /// Decodes a picture in another process, and scans its code if there is exactly one.
  @Sendable private func take(_ request: HTTPRequest, _ call: Call, _ done: Completion) throws {
    let station = try stationName(request)
    let isShelf = try request.isYes("shelf", otherwise: false)
    let isScanned = try request.isYes("scan", otherwise: true) && !isShelf
    let id = try IdempotencyKey(of: request)?.scanID
    guard !request.body.isEmpty else {
      let sentence = "The body is missing. Send a JPEG or PNG picture."
      throw Problem(.badRequest, sentence, reasons: [Problem.Reason(.missingBody, at: nil, sentence)])
    }
    let type = request.header("content-type")?.split(separator: ";").first.map { String($0).trimmed.lowercased() }
    guard let type, Self.pictureTypes.contains(type) else {
      throw Problem(.unsupportedMediaType, "The body must be image/jpeg, image/png or application/octet-stream.")
    }
    let isTaken = pictures.decode(request.body, of: isShelf ? .shelf : .record) { result in
      let picture: DecodedPicture
      do throws(PictureFault) {
        picture = try result.get()
      } catch {
        return done(.failure(problem(error)))
      }
      guard isScanned, picture.codes.count == 1, let code = picture.codes.first else {
        return done { .json(PictureResource(picture, scan: nil)) }
      }
      let now = Timestamp.now()
      let reading = Reading(
        id: id ?? .new(at: now), at: now, symbology: code.symbology, text: code.text, isVerified: code.isVerified)
      scans.accept(reading, station: station, reader: Self.pictureReader, by: call.person) { result in
        done {
          if case .failure(let error as any RecordsFault) = result, let reason = error.stationFault {
            throw notSaved(error, reason)
          }
          let accepted = try result.get()
          let scan = ScanResource(accepted.view, isWhole: true, words)
          return .json(status: accepted.isRepeat ? 200 : 201, PictureResource(picture, scan: scan))
        }
      }
    }
    guard isTaken else {
      throw Problem(.tooMany, "Too many pictures are waiting. Send it again.", headers: [("retry-after", "2")])
    }
  }

  /// The name of the reader in the history.
  private static let pictureReader = "phone"

  private func problem(_ fault: PictureFault) -> Problem {
    switch fault {
    case .unreadable(let sentence): Problem(.pictureUnreadable, sentence)
    case .tooCostly:
      Problem(.pictureUnreadable, "The picture needs more memory or time than a picture may. Send a smaller one.")
    case .unavailable(let text): unavailable(text)
    }
  }

  private func unavailable(_ text: String) -> Problem {
    logger.error(text)
    return Problem(.internal, "Pictures cannot be decoded now. See the hub's log.")
  }
}

extension PictureResource {
  fileprivate init(_ picture: DecodedPicture, scan: ScanResource?) {
    self.init(
      width: picture.width, height: picture.height,
      codes: picture.codes.map { code in
        FoundCode(
          code: code.text, symbology: code.symbology, verified: code.isVerified,
          corners: code.corners.map { Corner(x: $0.x, y: $0.y) })
      }, scan: scan)
  }
}
