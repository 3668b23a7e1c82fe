package import Deadwax

/// A job on a tag, with the permissions given when it was requested, and its progress.
package struct StoredTagJob: Hashable, Sendable {
  package var job: TagJob
  /// True if a reader may have begun to change the tag.
  package var hasBegun: Bool
  package var overwrite: Bool
  /// The binding that the job may end. Nil if the tag was not bound, or was bound to the copy already.
  package var moves: Int64?
  /// True if the tag replaces the copy's other tags.
  package var replaces: Bool
  package var seals: Bool
  /// The reader that performs the job, while the tag is being written.
  package var reader: String?
  package var sentAt: Timestamp?
  package var scan: Reading.ID?

  package init(
    job: TagJob, hasBegun: Bool = false, overwrite: Bool = false, moves: Int64? = nil, replaces: Bool = false,
    seals: Bool = false, reader: String? = nil, sentAt: Timestamp? = nil, scan: Reading.ID? = nil
  ) {
    self.job = job
    self.hasBegun = hasBegun
    self.overwrite = overwrite
    self.moves = moves
    self.replaces = replaces
    self.seals = seals
    self.reader = reader
    self.sentAt = sentAt
    self.scan = scan
  }
}
