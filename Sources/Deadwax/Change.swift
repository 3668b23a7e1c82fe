/// One reversible transaction on the records: what one scan, one order or one job did, with every row it touched as it
/// was before and as it was after.
package struct Change: Hashable, Sendable {
  package typealias ID = Identifier<Change>

  /// What was done; the raw value stands in the database.
  package enum Kind: String, CaseIterable, Codable, Sendable {
    case add, lend, giveBack = "give-back", shelve, resolve, bind, unbind
    case renew, played, condition, wish, claim
    case hold, holdReady = "hold-ready", holdOver = "hold-over"
    case borrower, erase, anonymise
    case copy, fee, setting, inbox
    case undo
  }

  package var id: ID
  package var kind: Kind
  /// The order of changes; what a time travel goes back by.
  package var sequence: Int64
  package var scan: Reading.ID?
  package var station: Station.Name?
  /// Who did it where that is known: the name of a token, or the short name of a member of staff at a desk.
  package var by: String?
  /// Why, where somebody had to say so.
  package var reason: String?
  package var at: Timestamp
  /// The change that this one takes back.
  package var undoes: ID?
  /// The change that has taken this one back.
  package var undoneBy: ID?

  package init(
    id: ID, kind: Kind, sequence: Int64, scan: Reading.ID? = nil, station: Station.Name? = nil, by: String? = nil,
    reason: String? = nil, at: Timestamp, undoes: ID? = nil, undoneBy: ID? = nil
  ) {
    self.id = id
    self.kind = kind
    self.sequence = sequence
    self.scan = scan
    self.station = station
    self.by = by
    self.reason = reason
    self.at = at
    self.undoes = undoes
    self.undoneBy = undoneBy
  }
}
