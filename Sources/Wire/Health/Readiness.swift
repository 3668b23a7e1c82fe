package import Deadwax

/// The state of the hub, for a load balancer, a watchdog and the status lamps of the page.
package struct Readiness: Codable, Sendable {
  package var status: Status
  /// `ok` if the database accepts changes; otherwise the reason why not.
  package var database: String
  package var check: Check
  package var readers: [ReaderReport]
  package var lookup: Lookup
  /// The state of the second source, MusicBrainz with the Cover Art Archive.
  package var musicbrainz: Lookup
  /// The last check of the files of attachments; nil before the first one since the start.
  package var files: Files?
  /// The state of the backups; nil if it cannot be read.
  package var backup: Backup?
  package var version: String

  package enum Status: String, CaseIterable, Codable, Sendable {
    case ready
    case notReady = "not-ready"
  }

  /// Creates the state. `database` is nil if the database accepts changes; otherwise the reason why not.
  package init(
    database: String?, check: Check, readers: [ReaderReport], lookup: Lookup, musicbrainz: Lookup, files: Files?,
    backup: Backup?, version: String
  ) {
    status = database == nil ? .ready : .notReady
    self.database = database ?? "ok"
    self.check = check
    self.readers = readers
    self.lookup = lookup
    self.musicbrainz = musicbrainz
    self.files = files
    self.backup = backup
    self.version = version
  }

  /// The progress of the integrity check of the whole database, which runs in the background.
  package struct Check: Codable, Sendable {
    /// The state: `waiting`, `running`, `sound`, `damaged` or `failed`.
    package var state: String
    /// The completed part of the check, in whole per cent.
    package var percent: Int
    /// The time at which a complete check last found no damage.
    package var soundAt: RFC3339Time?

    package init(state: String, percent: Int, soundAt: Timestamp?) {
      self.state = state
      self.percent = percent
      self.soundAt = RFC3339Time(soundAt)
    }
  }

  /// The result of a check of the files of attachments.
  package struct Files: Codable, Sendable {
    package var checkedAt: RFC3339Time
    /// The number of files that are whole.
    package var whole: Int
    /// The number of files that are missing.
    package var missing: Int
    /// The number of files whose content is another one.
    package var damaged: Int

    package init(checkedAt: Timestamp, whole: Int, missing: Int, damaged: Int) {
      self.checkedAt = RFC3339Time(checkedAt)
      self.whole = whole
      self.missing = missing
      self.damaged = damaged
    }
  }

  /// The state of the backups.
  package struct Backup: Codable, Sendable {
    /// The state: `fresh`, `stale`, `none` or `empty`.
    package var state: String
    /// The time of the newest backup; nil if there is none.
    package var newestAt: RFC3339Time?
    /// The reason that the last attempt failed; nil if it succeeded.
    package var failure: String?

    package init(state: String, newestAt: Timestamp?, failure: String?) {
      self.state = state
      self.newestAt = RFC3339Time(newestAt)
      self.failure = failure
    }
  }

  /// The state of the look-ups in external catalogues.
  package struct Lookup: Codable, Sendable {
    /// The state: `working`, `waiting` or `paused`. The second source has `off` and `contact-missing` too.
    package var state: String
    package var queued: Int
    package var reason: String?

    package init(state: String, queued: Int, reason: String? = nil) {
      self.state = state
      self.queued = queued
      self.reason = reason
    }
  }
}
