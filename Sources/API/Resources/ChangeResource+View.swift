internal import Execution
internal import History
internal import Wire

extension ChangeResource {
  /// - Parameters:
  ///   - view: the change with its records.
  ///   - isWhole: true to include every row that it changed.
  init(_ view: UndoService.View, isWhole: Bool) {
    self.init(view.change, isStaff: true, copy: view.copy, release: view.release)
    borrower = view.borrower
    setting = view.setting
    cannotUndo = OpenWord(view.refusal?.code)
    changedSince = OpenWord(view.refusal?.since)
    rows = isWhole ? view.differences.map { RowChange($0) } : nil
  }
}

extension RowChange {
  init(_ difference: Explanation.Difference) {
    self.init(
      table: difference.tableName, id: difference.row, verb: Verb(rawValue: difference.verb) ?? .changed,
      lines: difference.lines)
  }
}
