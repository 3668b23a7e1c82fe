package import Deadwax
internal import FoundationEssentials

/// A yes to something that was shown: it holds for exactly that, and not for ever.
package struct Confirmation: Hashable, Codable, Sendable {
  /// What was shown.
  package var confirming: Confirming
  /// Until when the yes holds.
  package var until: Timestamp

  package init(_ confirming: Confirming, until: Timestamp) {
    self.confirming = confirming
    self.until = until
  }

  /// What a yes is worth by the time it comes.
  package enum Worth: Hashable, Sendable {
    /// It is done.
    case good
    /// Too late: the person is asked anew.
    case expired
    /// Something is different from what was shown: the person is asked anew.
    case stale
  }

  /// Whether a yes still means what it meant: the same act, for the same scan, copy or release and borrower, with the
  /// same reasons, resting on the same versions of the same rows. The order of reasons and versions does not count.
  ///
  /// - Parameters:
  ///   - fresh: what would be shown now.
  ///   - now: when the yes came.
  /// - Returns: `good` where it can be done without another question.
  package func worth(against fresh: Confirming, at now: Timestamp) -> Worth {
    guard now < until else { return .expired }
    let shown = confirming
    let isSame =
      shown.act == fresh.act && shown.scan == fresh.scan && shown.copy == fresh.copy && shown.release == fresh.release
      && shown.borrower == fresh.borrower && shown.needsStaff == fresh.needsStaff
      && Set(shown.reasons) == Set(fresh.reasons) && Set(shown.versions) == Set(fresh.versions)
    return isSame ? .good : .stale
  }

  /// As bytes, always the same for the same: what a token for programs is made of, with a signature behind it.
  package var payload: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Words, ids and times can always be written.
    return (try? encoder.encode(self)).map(Array.init) ?? []
  }

  /// Reads `payload`. Nil for what is not one; that it was made here its signature tells.
  package init?(payload: [UInt8]) {
    guard let value = try? JSONDecoder().decode(Confirmation.self, from: Data(payload)) else { return nil }
    self = value
  }
}
