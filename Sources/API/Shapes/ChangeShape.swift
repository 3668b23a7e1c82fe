internal import Circulation
internal import Deadwax
internal import Storage

extension JSONWriter {
  /// Writes a change with its records.
  ///
  /// - Parameters:
  ///   - view: the change.
  ///   - isWhole: true to include every row that it changed.
  mutating func change(_ view: UndoService.View, isWhole: Bool) {
    object { json in
      json.members(of: view.change, isStaff: true)
      json.about(copy: view.copy, release: view.release)
      json.member("borrower", view.borrower)
      json.member("setting", view.setting)
      json.member("cannotUndo", view.refusal?.code.rawValue)
      json.member("changedSince", view.refusal?.since?.rawValue)
      guard isWhole else { return }
      json.key("rows")
      json.array(view.differences) { $0.difference($1) }
    }
  }

  mutating func change(_ change: Change, isStaff: Bool) { object { $0.members(of: change, isStaff: isStaff) } }

  /// - Parameters:
  ///   - change: the change.
  ///   - isStaff: true to include the author and the reason.
  mutating func members(of change: Change, isStaff: Bool) {
    member("id", change.id.text)
    member("kind", change.kind.rawValue)
    member("seq", Int(change.sequence))
    member("scan", change.scan?.text)
    member("station", change.station?.text)
    if isStaff {
      member("by", change.by)
      member("reason", change.reason)
    }
    member("at", change.at.description)
    member("undoes", change.undoes?.text)
    member("undoneBy", change.undoneBy?.text)
  }

  /// Writes a changed row as text.
  mutating func difference(_ difference: Explanation.Difference) {
    object { json in
      json.member("table", difference.table.rawValue)
      json.member("id", difference.row)
      json.member("verb", difference.verb)
      json.key("lines")
      json.array(difference.lines) { $0.string($1) }
    }
  }
}
