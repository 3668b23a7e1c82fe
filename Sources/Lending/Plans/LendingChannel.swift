/// The source of a check-out, a renewal or a check-in. The same rules apply to all; the differences are the people who
/// may say yes, and the time of the transaction.
package enum LendingChannel: Hashable, Sendable {
  /// A station; attended if a member of staff is responsible for the transaction.
  case station(isAttended: Bool)
  /// Staff without a station.
  case staff
  /// The journal of an offline station: the transaction has already happened.
  case offline

  /// True if a member of staff can answer a prompt now.
  package var isAttended: Bool {
    switch self {
    case .station(let isAttended): isAttended
    case .staff: true
    case .offline: false
    }
  }
}
