package import Deadwax

/// One copy of a bulk change, and what happens to it.
package struct BulkLine: Hashable, Sendable {
  package enum Fate: String, CaseIterable, Codable, Sendable {
    case change
    /// The copy has all of it already.
    case same
    /// A rule refuses the change of this copy.
    case refused
    /// It was not changed, because others had changed it since the preview.
    case changedMeanwhile = "changed-meanwhile"
  }

  /// A value before and after the change.
  package struct Difference: Hashable, Sendable {
    package let field: String
    package let before: String?
    package let after: String?
  }

  /// The reason that a copy is refused.
  package struct Refusal: Hashable, Sendable {
    package enum Code: String, CaseIterable, Codable, Sendable {
      case onLoan = "copy-on-loan"
      /// Loans, holds or written tags refer to it.
      case onlyWithdrawn = "only-withdrawn"
      case noFreeSlot = "no-free-slot"
      case badValue = "bad-value"
      /// The copy was removed.
      case removed
    }

    package let code: Code
    package let sentence: String
  }

  /// The position in the bulk change, from 1.
  package let position: Int
  package let copy: Copy.ID
  /// The number of the copy; nil for one that was removed.
  package let number: Int?
  /// The artist and the title.
  package let subject: String
  package let fate: Fate
  package let differences: [Difference]
  package let refusal: Refusal?

  /// The line of a copy that others had changed before its turn.
  var missed: BulkLine {
    BulkLine(
      position: position, copy: copy, number: number, subject: subject, fate: .changedMeanwhile,
      differences: differences, refusal: nil)
  }

  /// A text that two lines share only if they do the same to the same copy.
  var digestText: String {
    var text = "\(copy.text)|\(fate.rawValue)"
    for item in differences {
      // The lengths keep values apart that have the separators in them.
      let (before, after) = (item.before ?? "", item.after ?? "")
      text += "|\(item.field)=\(item.before == nil ? -1 : before.count):\(before)>"
      text += "\(item.after == nil ? -1 : after.count):\(after)"
    }
    if let refusal { text += "|\(refusal.code.rawValue)|\(refusal.sentence)" }
    return text + "\n"
  }
}
