internal import Deadwax

/// The rows and codes that a merge writes, without those that are as they should be.
package struct MergePlan: Sendable {
  var targets: [RowTarget] = []
  var codes: [(key: Code.Key, target: CodeTarget)] = []
  /// The digests of the files of the attachments that are added.
  package internal(set) var files: Set<String> = []

  /// True if nothing is written.
  package var isEmpty: Bool { targets.isEmpty && codes.isEmpty }
}

extension WriteTransaction {
  /// Writes the rows and codes of a plan, which was made over the records as this transaction has them.
  ///
  /// - Throws: a `StorageError`, `.conflict` or `.reference` if the records forbid it.
  package func write(_ plan: MergePlan) throws {
    let obstacle = try indexingOnce {
      try RowRestorer(transaction: self, updatesMarks: false).restore(plan.targets)
    }
    switch obstacle {
    case nil: break
    case .rival(let target):
      throw StorageError(
        .conflict, call: "merge", message: "another row has a value of \(target.table.rawValue) \(target.row)")
    case .reference: throw StorageError(.reference, call: "merge", message: "a row refers to a row that is missing")
    }
    for code in plan.codes { try bind(code.key, to: code.target) }
  }
}
