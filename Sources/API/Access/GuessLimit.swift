package import Deadwax
internal import Threads
internal import Wire

/// A rate limit for resolving codes that do not belong to a record of the catalogue. It limits the guessing of card
/// codes.
///
/// It is an allowance for each caller: 60 answers at once, and one more per second. A card and an unknown code both
/// count, so that a refusal reveals nothing.
package final class GuessLimit: Sendable {
  private static let rule = RequestAllowance.Rule(most: 60, rate: 1)
  private static let callerLimit = 4096

  private let allowances = Locked<[TokenRecord.ID?: RequestAllowance]>([:])

  package init() {}

  /// Takes one answer from the allowance of a caller.
  ///
  /// - Parameters:
  ///   - caller: the caller, identified by its token; all callers without a token share one allowance.
  ///   - now: the current time.
  /// - Throws: `tooMany` if the allowance is used up.
  package func take(_ caller: Access.Caller, at now: Timestamp) throws(Problem) {
    let wait = allowances.withLock { allowances in
      if allowances.count >= Self.callerLimit { allowances = allowances.filter { !$0.value.isComplete(at: now) } }
      var allowance = allowances[caller.token] ?? RequestAllowance(Self.rule)
      let wait = allowance.wait(at: now)
      if wait == 0 { allowance.take(at: now) }
      allowances[caller.token] = allowance
      return wait
    }
    guard wait > 0 else { return }
    throw Problem(
      .tooMany, "Too many requests for codes without a record.",
      headers: [("retry-after", "\(max(1, Int(wait.rounded(.up))))")])
  }
}
