package import Deadwax
package import Execution
package import Intake
internal import Lending
package import Log
internal import Secrets
package import Storage
internal import Threads

/// The pictures, texts and PDFs of releases and copies.
///
/// Files are stored by the digest of their content, and rows name them. A picture is rewritten before it is stored,
/// so that it has neither metadata nor anything else that is hidden in a file. Calls block; `perform` has a lane for
/// them.
package final class Attachments: Sendable {
  /// The maximum size of what a client sends, in bytes.
  package static let sizeLimit = 32 << 20
  /// The maximum number of attachments of one record.
  package static let mostOfRecord = 100
  /// A stored file is never larger: a picture of the longest sides may need more than what was sent.
  static let fileLimit = 64 << 20

  let database: Database
  let policies: LibraryPolicies
  let folder: ContentFolder
  let cleaner: PictureCleaner
  let logger: Logger
  let space = UploadSpace()
  let checked = Locked<(at: Timestamp, report: FileReport)?>(nil)
  private let published: @Sendable () -> Void
  private let lane = SerialQueue("attachments", limit: 16)

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - policies: the settings of the library.
  ///   - folder: the path of the folder of the files.
  ///   - cleaner: rewrites pictures.
  ///   - logger: the log for the operator.
  ///   - published: called after each commit that published an event; must not block.
  package init(
    database: Database, policies: LibraryPolicies, folder: String, cleaner: PictureCleaner, logger: Logger,
    published: @escaping @Sendable () -> Void
  ) {
    self.database = database
    self.policies = policies
    self.folder = ContentFolder(path: folder)
    self.cleaner = cleaner
    self.logger = logger
    self.published = published
    let broken = self.folder.removeScratch()
    if broken > 0 { logger.info("removed \(broken) uploads that had not ended when the hub stopped") }
  }

  /// Runs a task on the lane of attachments.
  ///
  /// - Returns: false if too many tasks wait.
  package func perform(_ task: @escaping @Sendable () -> Void) -> Bool { lane.add(task) }

  /// Completes the tasks that wait, then ends the lane.
  package func stop() { lane.stop() }

  // MARK: - Reading

  /// Returns the attachments of a record, the oldest first.
  ///
  /// - Throws: `StaffError.noSuchRelease` or `.noSuchCopy`.
  package func list(of subject: Attachment.Subject) throws -> [Attachment] {
    try database.read { reading in
      try reading.check(subject)
      return try reading.attachments(of: subject)
    }
  }

  /// Returns an attachment.
  ///
  /// - Throws: `StaffError.noSuchAttachment`.
  package func attachment(_ id: Attachment.ID) throws -> Attachment {
    try database.read { try $0.known(id, ifVersion: nil) }
  }

  /// Returns the covers of releases that have one, in the order of the releases.
  package func covers(of releases: [Release.ID]) throws -> [Attachment] {
    try database.read { reading in try releases.compactMap { try reading.cover(of: $0) } }
  }

  // MARK: - Changes

  /// Runs a write transaction, and reports the published events after its commit.
  func write<Result: Sendable>(_ body: @escaping @Sendable (WriteTransaction) throws -> Result) throws -> Result {
    try database.write { [published] transaction in
      let result = try body(transaction)
      transaction.afterCommit(published)
      return result
    }
  }

  /// Changes the name or the use of an attachment.
  ///
  /// - Parameters:
  ///   - id: the attachment.
  ///   - name: the new name; nil to keep it.
  ///   - isCover: true to use a picture as the cover of its release instead of the present one; nil to keep the use.
  ///   - version: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the attachment after the change.
  /// - Throws: `StaffError.noSuchAttachment`, `.staleVersion` or `.badValue`.
  package func change(
    _ id: Attachment.ID, name: String?, isCover: Bool?, ifVersion version: Int?, by: String?
  ) throws -> Attachment {
    // A wrong name is refused whether the attachment exists or not.
    let line = try name.map { try FieldValidation.line($0, "name", atMost: 300) }
    return try write { transaction in
      let before = try transaction.known(id, ifVersion: version)
      var after = before
      if let line { after.name = AttachmentName.clean(line, before.kind) }
      if let isCover { after.isCover = isCover }
      guard after != before else { return before }
      if after.isCover { try transaction.makeRoomForCover(after) }
      try transaction.update(after)
      try transaction.storeChange(of: after, by: by)
      return try transaction.known(id, ifVersion: nil)
    }
  }

  /// Removes an attachment. Its file stays as long as the removal can be undone. A cover of the archive that a person
  /// removes is not fetched again.
  ///
  /// - Throws: `StaffError.noSuchAttachment` or `.staleVersion`.
  package func remove(_ id: Attachment.ID, ifVersion version: Int?, by: String?) throws {
    try write { transaction in
      let attachment = try transaction.known(id, ifVersion: version)
      try transaction.remove(id)
      try transaction.settle(afterRemovalOf: attachment)
      try transaction.storeChange(of: attachment, by: by)
    }
  }
}

extension Queryable {
  /// - Throws: `StaffError.noSuchAttachment` or `.staleVersion`.
  func known(_ id: Attachment.ID, ifVersion version: Int?) throws -> Attachment {
    guard let attachment = try attachment(id) else { throw StaffError.noSuchAttachment }
    if let version, version != attachment.version { throw StaffError.staleVersion(now: attachment.version) }
    return attachment
  }

  /// - Throws: `StaffError.noSuchRelease` or `.noSuchCopy`.
  func check(_ subject: Attachment.Subject) throws {
    switch subject {
    case .release(let id): if try release(id) == nil { throw StaffError.noSuchRelease }
    case .copy(let id): if try copy(id) == nil { throw StaffError.noSuchCopy }
    }
  }
}

extension WriteTransaction {
  /// Records the change of an attachment, and publishes it.
  func storeChange(of attachment: Attachment, by: String?) throws {
    try publish(.attachmentChanged, subject: attachment.id.text)
    try recordChange(.attachment, by: by)
  }

  /// Ends the use of the present cover of the release, so that another picture can take its place.
  ///
  /// - Throws: `StaffError.badValue` for anything but a picture of a release.
  func makeRoomForCover(_ attachment: Attachment) throws {
    guard attachment.kind == .picture, case .release(let release) = attachment.subject else {
      throw StaffError.badValue(field: "isCover", sentence: "Only a picture of a release can be its cover.")
    }
    guard var present = try cover(of: release), present.id != attachment.id else { return }
    present.isCover = false
    try update(present)
  }
}
