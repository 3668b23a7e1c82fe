internal import Foundation
internal import HubClient

/// A subscription to the hub's events. After a lost connection it retries and resumes after the last received event.
struct EventFeed {
  let hub: HubClient

  /// - Parameters:
  ///   - position: the id of the last known event; nil to receive only new events.
  ///   - onOpen: a function that is called each time the stream has opened. Everything that happens after it arrives as
  ///     an event.
  ///   - onEvent: a function that is called with each event.
  /// - Throws: `Failure` if the hub is not reachable at first, or refuses the stream.
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
              if isGone { StandardError.line("deadwax: The hub at \(hub.address) responds again.") }
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
        // A refusal is final. An unreachable hub may return, but only if it was reachable before.
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
      if !isGone { StandardError.line("deadwax: The hub does not respond (\(reason)). Retrying until it does.") }
      isGone = true
      Thread.sleep(forTimeInterval: wait / .seconds(1))
    }
  }
}
