package import Deadwax

/// The screen to lock: the browser that sends the request, at a station.
package struct ScreenLockRequest: Codable, Sendable {
  /// The station whose page Desk the screen shows.
  package var station: Station.Name
}
