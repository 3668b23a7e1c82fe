package import Deadwax
internal import Threads
internal import Wire

/// A rate limit for resolving codes that do not belong to a record of the catalogue. It limits the guessing of card
/// codes.
///
/// It is a token bucket for each caller: 60 answers at once, and one more per second. A card and an unknown code both
/// count, so that a refusal reveals nothing.
package final class GuessLimit: Sendable {
  private struct Account {
    var left: Double
    var at: Timestamp
  }

  /// The capacity of the bucket.
  static let most = 60.0
  /// The refill rate per second.
  static let rate = 1.0
  private static let accountLimit = 4096

  private let accounts = Locked<[TokenRecord.ID?: Account]>([:])

  package init() {}

  /// Takes one answer from a caller's bucket.
  ///
  /// - Parameters:
  ///   - caller: the caller, identified by its token; all callers without a token share one bucket.
  ///   - now: the current time.
  /// - Throws: `tooMany` if the bucket is empty.
  package func take(_ caller: Access.Caller, at now: Timestamp) throws(Problem) {
    let wait = accounts.withLock { accounts -> Double? in
      if accounts.count >= Self.accountLimit { accounts = accounts.filter { Self.left($1, at: now) < Self.most } }
      var left = accounts[caller.token].map { Self.left($0, at: now) } ?? Self.most
      defer { accounts[caller.token] = Account(left: left, at: now) }
      guard left >= 1 else { return (1 - left) / Self.rate }
      left -= 1
      return nil
    }
    guard let wait else { return }
    throw Problem(
      .tooMany, "Too many requests for codes without a record.",
      headers: [("retry-after", "\(max(1, Int(wait.rounded(.up))))")])
  }

  private static func left(_ account: Account, at now: Timestamp) -> Double {
    // A clock that was set back neither adds nor removes answers.
    min(most, account.left + max(0, (now - account.at) / .seconds(1)) * rate)
  }
}
