internal import Deadwax
internal import HTTPServer
internal import History
internal import StationLogic
internal import Wire

extension HTTPAPI {
  /// The route of the web address that tags and labels carry. A phone that reads one opens the page of the record.
  var copyAddressRoutes: [Endpoint] {
    [
      Endpoint(.get, "/t/{number}", needs: nil) { request, _ in
        let text = request.parameter("number")
        // The number is random and long, so that its existence cannot be found by trying.
        if let number = OwnCode.number(base32: text.utf8),
          case .copy(let copy) = try history.resolve(.own(OwnCode(.copy, number: number))).named
        {
          return .moved(to: "/library?release=\(copy.release)")
        }
        let shown = text.unicodeScalars.prefix(40).filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
          .filter(\.isASCII)
        return .moved(to: "/t#\(String(String.UnicodeScalarView(shown)))")
      }
    ]
  }
}

extension HTTPResponse {
  /// Returns a redirection to a page of the hub. It may lead elsewhere tomorrow.
  fileprivate static func moved(to path: String) -> HTTPResponse {
    HTTPResponse(status: 303, headers: [("location", path), ("cache-control", "no-store")])
  }
}
