package import Deadwax

/// The end of holds that were not picked up, or are no longer needed. Nothing else decides this.
package enum HoldExpiry {
  /// Returns the last moment of an open hold: of its time on the pick-up shelf, or of the time for which it is wanted.
  /// Nil for a hold without end, and for a closed one.
  package static func lastMoment(of hold: Hold) -> Timestamp? {
    switch hold.state {
    case .waiting: hold.notAfter
    case .ready: hold.pickUpBy
    case .fulfilled, .cancelled, .expired: nil
    }
  }

  /// Returns true if a hold has expired: its last moment is over.
  package static func isOver(_ hold: Hold, at now: Timestamp) -> Bool { lastMoment(of: hold).map { $0 < now } ?? false }
}
