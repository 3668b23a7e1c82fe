/// The action that a station takes with the next scan.
package enum Mode: String, CaseIterable, Codable, Sendable {
  /// Derives the action from the scan: a card opens a session, a copy on loan is checked in, another copy waits for its
  /// partner.
  case auto
  case lookup = "look-up"
  case add
  /// Puts releases on the wish list of the library.
  case wishlist
  /// Puts copies and releases into a crate, such as all of a pile.
  case collect
  case checkout = "check-out"
  case `return`
  case renew
  case shelve
  /// Moves copies, and places with all their contents.
  case move
  case stocktake = "stock-take"
  /// Counts the plays of a record.
  case played
  /// Grades the scanned records.
  case condition
  /// Queues labels for the scanned records.
  case label
  /// Works through the codes that could not be resolved.
  case inbox
  /// Writes tags and binds them.
  case write
  /// Binds codes and tags without writing.
  case bind
}
