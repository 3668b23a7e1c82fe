/// A release or a copy in a crate. A crate has each of them once.
package struct CrateItem: Hashable, Sendable {
  package typealias ID = Identifier<CrateItem>

  /// The maximum number of items in one crate.
  package static let most = 10_000

  /// The record that stands in the crate.
  package enum Subject: Hashable, Sendable {
    case release(Release.ID)
    case copy(Copy.ID)
  }

  package var id: ID
  package var crate: Crate.ID
  package var subject: Subject
  /// The place in the order of the crate. Only the order of these numbers counts.
  package var rank: Int64
  package var addedAt: Timestamp
  package var version: Int

  package init(id: ID, crate: Crate.ID, subject: Subject, rank: Int64, addedAt: Timestamp, version: Int) {
    self.id = id
    self.crate = crate
    self.subject = subject
    self.rank = rank
    self.addedAt = addedAt
    self.version = version
  }
}
