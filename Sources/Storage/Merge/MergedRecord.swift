/// A record of another library, and what a merge does with it.
package struct MergedRecord: Sendable, Hashable {
  package enum Fate: String, CaseIterable, Codable, Sendable {
    /// The library gets it, with its id.
    case add
    /// The library has it, and takes over what was changed there later.
    case change
    /// The library has an equal one under another id, which answers to this id too from now on.
    case adopt
    /// The library has all of it.
    case same
    /// It is not merged.
    case refused
  }

  /// The reason for which a record is not merged.
  package enum Refusal: String, CaseIterable, Codable, Sendable {
    /// It was removed in the other library, or merged into another record there.
    case removed
    /// It is about a person who was erased here or there.
    case erased
    /// It belongs to a record that is not merged.
    case alone
    /// Its code belongs to something else here.
    case codeTaken = "code-taken"
    /// The copy is on loan here already, or cannot be.
    case onLoan = "on-loan"
    /// Only its owner sees it, and accounts are not merged.
    case isPrivate = "private"
    /// Its file is not in the other library's file.
    case fileMissing = "file-missing"
    /// Its own value does not have the form that it needs.
    case badValue = "bad-value"
  }

  /// A value that the library takes over.
  package struct Difference: Sendable, Hashable {
    package let column: String
    package let before: String?
    package let after: String?
  }

  package let table: HistoryTable
  /// The id in the other library; class and value for a code.
  package let id: String
  /// The record in words.
  package let subject: String
  package var fate: Fate
  package var differences: [Difference] = []
  package var refusal: Refusal?

  /// A text that two records share only if they have the same fate.
  package var digestText: String {
    var text = "\(table.rawValue)|\(id)|\(fate.rawValue)|\(refusal?.rawValue ?? "")"
    for item in differences { text += "|\(item.column)=\(item.before ?? "")>\(item.after ?? "")" }
    return text + "\n"
  }
}
