internal import Deadwax
package import HTTPServer
package import Wire

extension Access {
  /// The path prefix of the resources of one station.
  private static let stations = "/api/v1/stations/"

  /// Authorises a request or refuses it. A token that is bound to a station has no access below the path of another
  /// station.
  ///
  /// - Throws: `unauthorized` for an invalid token, or if a token is needed; `forbidden` if the role is too low, or if
  ///   a page of another origin sent the request.
  @discardableResult
  package func check(_ request: HTTPRequest, needs role: Role) throws(Problem) -> Caller {
    try checkOrigin(of: request)
    guard let given = try caller(of: request) else {
      throw Problem(.unauthorized, "Send a token as 'Authorization: Bearer …'.")
    }
    guard given.role >= role else { throw Self.tooLow(given.role, needs: role) }
    if given.station != nil, request.path.hasPrefix(Self.stations), let name = request.parameters["name"],
      let station = Station.Name(name)
    {
      try given.check(actsAs: station)
    }
    return given
  }

  /// Returns the refusal of a caller whose role is too low.
  static func tooLow(_ role: Role, needs needed: Role) -> Problem {
    Problem(.forbidden, "This requires the role \(needed.rawValue); the caller has \(role.rawValue).")
  }
}
