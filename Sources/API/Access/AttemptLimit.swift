package import Deadwax
internal import Secrets
internal import Threads
internal import Wire

/// A rate limit for wrong passphrases, in constant memory.
///
/// It counts wrong attempts for each network, and for each name from that network. So attempts from one network lock out
/// no one elsewhere, not even the owner of the account. Both counts are in tables of fixed size. The place in a table is
/// a keyed hash: with 4,096 places, two networks rarely share one, and no caller can choose to.
package final class AttemptLimit: Sendable {
  static let size = 4096
  private static let ofNetwork = RequestAllowance.Rule(most: 20, rate: 1.0 / 6)
  private static let ofName = RequestAllowance.Rule(most: 5, rate: 1.0 / 30)

  private struct Allowances {
    var networks = Array(repeating: RequestAllowance(ofNetwork), count: size)
    var names = Array(repeating: RequestAllowance(ofName), count: size)
  }

  private let key = SignedText.newKey()
  private let allowances = Locked(Allowances())

  package init() {}

  /// Counts an attempt before its passphrase is checked, so that attempts side by side count, too.
  ///
  /// - Throws: `tooMany` after too many attempts, with the seconds to wait.
  package func take(_ name: String, from network: UInt64, at now: Timestamp) throws(Problem) {
    let (one, other) = places(name, network)
    let wait = allowances.withLock { allowances in
      let wait = max(allowances.networks[one].wait(at: now), allowances.names[other].wait(at: now))
      if wait == 0 {
        allowances.networks[one].take(at: now)
        allowances.names[other].take(at: now)
      }
      return wait
    }
    guard wait > 0 else { return }
    throw Problem(
      .tooMany, "Too many wrong passphrases. Try again later.",
      headers: [("retry-after", "\(max(1, Int(wait.rounded(.up))))")])
  }

  /// Does not count an attempt, because its passphrase was right.
  package func restore(_ name: String, from network: UInt64) {
    let (one, other) = places(name, network)
    allowances.withLock { allowances in
      allowances.networks[one].restore()
      allowances.names[other].restore()
    }
  }

  private func places(_ name: String, _ network: UInt64) -> (network: Int, name: Int) {
    (place("\(network)"), place("\(network) \(name.lowercased())"))
  }

  private func place(_ text: String) -> Int { Int(Digest.of(Array(text.utf8), key: key).0 % UInt64(Self.size)) }
}
