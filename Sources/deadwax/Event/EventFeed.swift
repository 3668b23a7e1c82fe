internal import Foundation

/// The hub's events for as long as somebody wants them: when the hub goes away they go on where they stopped as soon
/// as it is back.
struct EventFeed {
  let hub: Hub

  /// - Parameters:
  ///   - position: the id of the last event that is known; nil for what comes from now on.
  ///   - onOpen: called each time the stream has opened; what happens from then on will come as an event.
  ///   - onEvent: gets each event.
  /// - Throws: `Failure` when the hub is not there at first, or will not let us listen.
  func follow(
    after position: String?, onOpen: () throws -> Void = {}, onEvent: (ServerSentEvent) throws -> Void
  ) throws -> Never {
    var position = position
    var wait = Duration.seconds(2)
    var wasOpen = false
    var isGone = false
    while true {
      var events = ServerSentEvents()
      var isOpen = false
      var trouble: (any Error)?
      var reason = "the stream ended"
      do {
        try hub.listen(after: position) { bytes in
          do {
            if !isOpen {
              isOpen = true
              wasOpen = true
              if isGone { StandardError.line("deadwax: The hub at \(hub.address) is back.") }
              isGone = false
              try onOpen()
            }
            for event in try events.take(bytes) { try onEvent(event) }
            return true
          } catch {
            trouble = error
            return false
          }
        }
      } catch {
        // Refused is refused; an absent hub may come back, if it was ever there.
        guard wasOpen, error.code == .unavailable || error.code == .tryAgain else { throw error }
        reason = error.sentence
      }
      if let failure = trouble as? Failure, failure.code == .unavailable || failure.code == .tryAgain {
        reason = failure.sentence
      } else if let trouble {
        throw trouble
      }
      position = events.lastID ?? position
      wait = events.retry ?? wait
      if !isGone { StandardError.line("deadwax: The hub has gone (\(reason)). Trying again until it is back.") }
      isGone = true
      Thread.sleep(forTimeInterval: wait / .seconds(1))
    }
  }
}
