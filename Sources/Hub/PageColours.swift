internal import HTTPServer
internal import Log
internal import Staff
internal import Threads

/// The library's own colours, as a stylesheet that every page loads after `www/theme.css`.
///
/// It is a file of its own, since pages are composed once and their policy allows no inline styles.
struct PageColours: Sendable {
  /// The address of the stylesheet, as `www/shell.html` has it.
  static let address = "/colours.css"

  let counter: StaffOperations
  let worker: SerialQueue
  let logger: Logger

  /// The route of the stylesheet. It needs no token, because the page that asks for one has these colours too.
  var route: Route {
    Route(.get, Self.address, bodyLimit: 0) { request, reply in
      if !worker.add({ reply(answer(request)) }) { reply(.empty(503)) }
    }
  }

  private func answer(_ request: HTTPRequest) -> HTTPResponse {
    do {
      return StaticFiles.generated(
        Array(try counter.settings.stylesheet().utf8), name: "colours.css", for: request)
    } catch {
      // Pages have the standard colours until the records can be read.
      logger.warning("the colours of the library cannot be read: \(error)")
      return StaticFiles.generated([], name: "colours.css", for: request)
    }
  }
}
