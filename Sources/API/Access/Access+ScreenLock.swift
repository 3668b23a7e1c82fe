package import Deadwax
package import HTTPServer
internal import RequestRecords
internal import Wire

extension Access {
  /// Locks the screen of the browser that sends a request. The browser then acts as the station only, and gets no page
  /// but Desk, until staff sign in with it.
  ///
  /// - Parameters:
  ///   - station: the station of the screen.
  ///   - caller: the caller, whose sign-in ends at once, with its streams.
  ///   - author: the author for the history.
  /// - Returns: the token of the locked screen, and its record.
  /// - Throws: a `StorageError`.
  func lockScreen(
    of station: Station.Name, for caller: Caller, by author: AccessAuthor
  ) throws -> (token: String, record: TokenRecord) {
    let signIn = caller.account == nil ? nil : caller.token
    let made = try records.lockScreen(
      of: station, name: "locked screen of \(station)", role: Role.station.rawValue, ending: signIn, by: author)
    replace(signIn)
    return made
  }

  /// Refuses what a locked screen may not do, whatever its role permits.
  ///
  /// - Throws: `screenLocked`.
  func checkUnlocked(_ caller: Caller?) throws(Problem) {
    guard caller?.isLocked == true else { return }
    throw Problem(
      .screenLocked, "The screen is locked. Staff unlock it with name and passphrase, or with card and PIN.")
  }

  /// Returns the station of the locked screen that sends a request; nil if its screen is not locked.
  package func lockedStation(of request: HTTPRequest) -> Station.Name? {
    guard let cookie = request.cookie(TokenCookie.name), let caller = try? caller(of: cookie), caller.isLocked else {
      return nil
    }
    return caller.station
  }
}

extension HTTPAPI {
  /// Returns the routes of pages so that a locked screen gets the page Desk of its own station only. Every other page
  /// leads there, whether it is a link, a reload, a typed address or another tab. Files that pages load are not affected.
  package func guarded(_ routes: [Route]) -> [Route] {
    routes.map { route in
      guard Self.isPage(route.pattern) else { return route }
      let isFirst = ["/", "/index", "/index.html"].contains(route.pattern)
      return Route(route.method, route.pattern, bodyLimit: route.bodyLimit) { [access] request, reply in
        guard let station = access.lockedStation(of: request),
          !isFirst || request.query("station") != station.text || request.query("locked") == nil
        else { return route.handler(request, reply) }
        let headers = [("location", "/?station=\(station)&locked="), ("cache-control", "no-store")]
        reply(HTTPResponse(status: 303, headers: headers))
      }
    }
  }

  private static func isPage(_ pattern: String) -> Bool {
    let name = pattern.split(separator: "/").last ?? ""
    return !name.contains(".") || name.hasSuffix(".html")
  }
}
