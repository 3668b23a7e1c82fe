package import Deadwax
package import Storage

extension UndoRefusal {
  /// The outcome code for this refusal.
  package var code: Outcome.Code {
    switch self {
    case .noSuchChange, .underWay, .tookBack, .alreadyUndone, .notKept: .nothingToUndo
    case .changedSince, .nameTaken, .forgotten: .changedSince
    }
  }

  /// The kind of the later change; nil if it is not known, or if there is none.
  package var since: Change.Kind? {
    switch self {
    case .changedSince(let later): later.kind
    case .nameTaken: .place
    case .forgotten: .erase
    case .noSuchChange, .underWay, .tookBack, .alreadyUndone, .notKept: nil
    }
  }
}

extension WriteTransaction {
  /// Publishes an undo, and then the current state of every row that it affected, so that screens are correct again
  /// about open and closed loans.
  package func publishUndone(_ change: Change, by undo: Change, at station: Station.Name?) throws {
    try publish(
      .changeUndone(change: change.kind, by: undo.id), station: station, subject: change.id.text)
    for row in try allRows(of: change, limit: .max) { try publishNow(row, at: station) }
  }

  /// Publishes the current state of rows that were restored, without an undo of a whole change.
  package func publishRestored(_ rows: [ChangeRow]) throws { for row in rows { try publishNow(row, at: nil) } }

  /// Publishes the current state of every row that a merge of two libraries has changed.
  package func publishMerged(_ change: Change) throws {
    for row in try rows(of: change) { try publishNow(row, at: nil) }
  }

  private func publishNow(_ row: ChangeRow, at station: Station.Name?) throws {
    switch row.table {
    case .loan:
      if let loan = try Loan.ID(row.row).flatMap({ try loan($0) }) {
        try publish(
          loan.isOpen
            ? .loanOpened(copy: loan.copy, dueAt: RFC3339Time(loan.dueAt)) : .loanClosed(copy: loan.copy),
          station: station, subject: row.row)
      } else if let copy = try row.after.flatMap({ try ColumnJSON.read(LoanCells.self, $0).copy }) {
        try publish(.loanClosed(copy: copy), station: station, subject: row.row)
      }
    case .copy:
      try publish(.copyChanged(change: .undone), station: station, subject: row.row)
    case .hold:
      let state = try Hold.ID(row.row).flatMap { try hold($0) }.map { EventBody.HoldState.stored($0.state) } ?? .gone
      try publish(.holdChanged(state: state, copy: nil, next: nil), station: station, subject: row.row)
    case .fee: try publish(.feeChanged(change: nil, loan: nil), station: station, subject: row.row)
    case .inbox: try publish(.inboxChanged(state: nil), station: station, subject: row.row)
    case .borrower: try publish(.borrowerChanged(change: nil), station: station, subject: row.row)
    case .setting, .stationPolicy, .noticeTemplate: try publish(.settingChanged, station: station, subject: row.row)
    case .code:
      guard let json = row.after ?? row.before else { return }
      let code = try ColumnJSON.read(CodeCells.self, json)
      if code.class == "tag", let uid = code.value.flatMap({ TagID($0) }) {
        // The binding that shows that the tag was a card may no longer exist.
        let borrower = code.borrower.flatMap { Borrower.ID($0) }
        try publishTag(uid, .undone, at: station, borrower.map { .borrower($0) })
      }
    // A change of slots includes their place.
    case .place: try publish(.placeChanged, station: station, subject: row.row)
    case .attachment: try publish(.attachmentChanged, station: station, subject: row.row)
    case .release: try publish(.releaseChanged, station: station, subject: row.row)
    case .smartCollection: try publish(.collectionChanged, station: station, subject: row.row)
    case .crate: try publish(.crateChanged, station: station, subject: row.row)
    case .crateItem:
      guard let json = row.after ?? row.before else { return }
      let crate = try ColumnJSON.read(CrateItemCells.self, json).crate
      try publish(.crateChanged, station: station, subject: crate.text)
    case .showCopy: try publish(.copyChanged(change: .undone), station: station, subject: row.row)
    // A change of a play includes its copy.
    case .slot, .sourceChoice, .releaseDifference, .play, .mergedID: break
    }
  }
}

/// The columns of a loan's row that an event needs.
private struct LoanCells: Decodable {
  var copy: Copy.ID?

  enum CodingKeys: String, CodingKey { case copy = "copy_id" }
}

/// The column of a crate item's row that an event needs.
private struct CrateItemCells: Decodable {
  var crate: Crate.ID

  enum CodingKeys: String, CodingKey { case crate = "crate_id" }
}

/// The columns of a binding's row that an event needs.
private struct CodeCells: Decodable {
  var `class`: String?
  var value: String?
  var borrower: String?

  enum CodingKeys: String, CodingKey {
    case `class`, value
    case borrower = "borrower_id"
  }
}
