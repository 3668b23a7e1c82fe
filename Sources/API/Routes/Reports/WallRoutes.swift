internal import HTTPServer
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The route of the numbers for a screen on the wall. Whether it needs a token is a setting.
  var wallRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/wall", needs: nil, returns: .record) { request, _ in
        if try !counter.wall.isOpen() { try access.check(request, needs: .readerOnly) }
        let numbers = try counter.wall.numbers()
        return .json(
          WallResource(
            releases: numbers.releases, copies: numbers.copies, onLoan: numbers.onLoan, overdue: numbers.overdue,
            lastScan: numbers.lastScan.map { WallResource.LastScan($0.release, at: $0.at) }))
      }
    ]
  }
}
