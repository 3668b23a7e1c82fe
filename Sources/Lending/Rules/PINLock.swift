package import Deadwax

extension StationDefaults {
  /// Decides whether a card is locked after wrong PINs. This is the only place that makes this decision.
  ///
  /// - Parameters:
  ///   - failures: the number of consecutive wrong attempts, with the last one.
  ///   - now: the time.
  /// - Returns: the end of the lock; nil if the card is not locked.
  package func pinLock(after failures: Int, at now: Timestamp) -> Timestamp? {
    failures >= pinTries ? now + pinLockTime : nil
  }
}
