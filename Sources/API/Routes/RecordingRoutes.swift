internal import Deadwax
internal import HTTPServer
internal import History
internal import Scanning
internal import Threads
internal import Wire

extension HTTPAPI {
  var recordingRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/scans/{id}/explanation", needs: .station, returns: .record) { request, call in
        let isStaff = call.isStaff
        guard let id = Reading.ID(request.parameter("id")), let story = try history.explain(id, withNames: isStaff)
        else { throw Problem(.notFound, "There is no scan with this id in the recording.") }
        try call.caller.check(actsAs: story.scan.scan.station)
        return .json(ExplanationResource(story, isStaff: isStaff, words))
      },
      Endpoint(.get, "/api/v1/recording", needs: .admin, query: ["from", "to", "names"], on: .long) { request, _ in
        let start = try request.time("from") ?? Timestamp(milliseconds: 0)
        let end = try request.time("to") ?? .now()
        let withNames = try request.isYes("names", otherwise: true)
        var lines: [UInt8] = []
        try recording.export(from: start, until: end, withNames: withNames) { line in
          guard lines.count + line.utf8.count < Self.recordingLimit else {
            throw Problem(.invalid, "The recording is too long for one response; request a shorter period.")
          }
          lines += line.utf8
          lines.append(0x0A)
        }
        return HTTPResponse(
          status: 200, headers: [("content-type", "application/x-ndjson"), ("cache-control", "no-store")],
          body: .bytes(lines))
      },
    ]
  }

  /// The maximum size in bytes of a recording in a response.
  private static let recordingLimit = 64 << 20
}
