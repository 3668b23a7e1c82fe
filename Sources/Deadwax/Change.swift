/// A reversible transaction on the records. It covers the work of one scan, command or job, with every row before and
/// after it.
package struct Change: Hashable, Sendable {
  package typealias ID = Identifier<Change>

  /// The type of a change. The raw value is stored in the database.
  package enum Kind: String, CaseIterable, Codable, Sendable {
    case add, lend, checkIn = "give-back", shelve, resolve, bind, unbind
    case renew, played, condition, wish, claim
    case hold, holdReady = "hold-ready", holdOver = "hold-over"
    case borrower, erase, anonymise
    case copy, fee, setting, inbox, place, attachment
    /// A crate or its items, and the favourites.
    case crate, favourite
    /// The result of a stock-take.
    case stockTake = "stock-take"
    /// A smart collection.
    case collection
    /// The choice of the catalogue record that describes a release.
    case source
    /// An edit or the removal of a release, and a merge of two.
    case release, merge
    /// An import of a table, with all of its records.
    case imported = "import"
    /// A bulk change of copies, with all of them.
    case bulk
    /// An order for a job on a tag, a queue of tags, or labels. The order itself changes no record and cannot be undone.
    case tagJob = "tag-job", tagQueue = "tag-queue", labelJob = "label-job"
    /// An act of access, which changes no record of the library and cannot be undone.
    case access
    case undo
  }

  package var id: ID
  package var kind: Kind
  /// The position in the order of changes. A time travel steps back through this order.
  package var sequence: Int64
  package var scan: Reading.ID?
  package var station: Station.Name?
  /// The author, where known: the name of a token, or the short name of a member of staff at a station.
  package var by: String?
  /// The reason that was given, where one was required.
  package var reason: String?
  package var at: Timestamp
  /// The change that this one undoes.
  package var undoes: ID?
  /// The change that has undone this one.
  package var undoneBy: ID?
  /// The details of an act of access; nil for every other kind.
  package var access: AccessAct?
  /// The job that was ordered; nil for every kind that is not an order.
  package var order: OrderedJob?
  /// The change that this one is a part of. A change that takes long is written in parts, so that other writes come
  /// between them; it has no rows of its own then.
  package var partOf: ID?

  package init(
    id: ID, kind: Kind, sequence: Int64, scan: Reading.ID? = nil, station: Station.Name? = nil, by: String? = nil,
    reason: String? = nil, at: Timestamp, undoes: ID? = nil, undoneBy: ID? = nil, access: AccessAct? = nil,
    order: OrderedJob? = nil, partOf: ID? = nil
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
    self.access = access
    self.order = order
    self.partOf = partOf
  }
}
