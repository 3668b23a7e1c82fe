internal import Storage

/// A record of another library as people see it, and what a merge does with it.
package struct MergeLine: Sendable {
  package enum Fate: String, CaseIterable, Sendable {
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

  package struct Difference: Sendable {
    package let column: String
    package let before: String?
    package let after: String?
  }

  /// The position in the plan, from 1.
  package let position: Int
  /// The kind of the record, such as `release`.
  package let table: String
  /// The id in the other library.
  package let id: String
  package let subject: String
  package let fate: Fate
  package let differences: [Difference]
  /// The word for the reason that it is not merged; nil for the others.
  package let reason: String?

  init(_ record: MergedRecord, at position: Int) {
    self.position = position
    (table, id, subject, fate) = (record.table.rawValue, record.id, record.subject, Fate(record.fate))
    differences = record.differences.map { Difference(column: $0.column, before: $0.before, after: $0.after) }
    reason = record.refusal?.rawValue
  }
}

extension MergeLine.Fate {
  init(_ fate: MergedRecord.Fate) {
    switch fate {
    case .add: self = .add
    case .change: self = .change
    case .adopt: self = .adopt
    case .same: self = .same
    case .refused: self = .refused
    }
  }
}
