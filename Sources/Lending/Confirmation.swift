package import Deadwax
internal import FoundationEssentials

/// A yes to a displayed confirmation. It is valid for exactly that confirmation, and for a limited time.
package struct Confirmation: Hashable, Codable, Sendable {
  /// The confirmation that was displayed.
  package var confirming: PendingConfirmation
  /// The time until which the yes is valid.
  package var until: Timestamp

  package init(_ confirming: PendingConfirmation, until: Timestamp) {
    self.confirming = confirming
    self.until = until
  }

  /// The validity of a yes at the time it arrives.
  package enum Worth: Hashable, Sendable {
    /// The yes is valid.
    case good
    /// The yes is too late: the person is prompted again.
    case expired
    /// Something differs from the displayed confirmation: the person is prompted again.
    case stale
  }

  /// Checks whether a yes still has the same meaning: the same action, for the same scan, copy or release and borrower,
  /// with the same reasons and the same versions of the same rows. The order of reasons and versions does not matter.
  ///
  /// - Parameters:
  ///   - fresh: the confirmation that would be displayed now.
  ///   - now: the time of the yes.
  /// - Returns: `good` if the action can be done without another prompt.
  package func worth(against fresh: PendingConfirmation, at now: Timestamp) -> Worth {
    guard now < until else { return .expired }
    let displayed = confirming
    let isSame =
      displayed.act == fresh.act && displayed.scan == fresh.scan && displayed.copy == fresh.copy
      && displayed.release == fresh.release
      && displayed.borrower == fresh.borrower && displayed.needsStaff == fresh.needsStaff
      && Set(displayed.reasons) == Set(fresh.reasons) && Set(displayed.versions) == Set(fresh.versions)
    return isSame ? .good : .stale
  }

  /// The value as bytes, always the same for the same value. With a signature, they form a confirmation token for
  /// programs.
  package var payload: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Codes, ids and times can always be encoded.
    return (try? encoder.encode(self)).map(Array.init) ?? []
  }

  /// Decodes a `payload`; nil for any other bytes. Only the signature proves that this hub created it.
  package init?(payload: [UInt8]) {
    guard let value = try? JSONDecoder().decode(Confirmation.self, from: Data(payload)) else { return nil }
    self = value
  }
}
