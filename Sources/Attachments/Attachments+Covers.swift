package import Deadwax
internal import Execution
internal import Lending
internal import Storage

extension Attachments {
  /// Adds a cover that the hub fetched. It never takes the place of a picture: a release with a cover, with a fetched
  /// picture, or whose cover of this record a person has removed, stays as it is.
  ///
  /// - Parameters:
  ///   - bytes: the picture as the archive sent it.
  ///   - release: the release.
  ///   - number: the number of the release at the archive.
  /// - Returns: the cover; nil if it is not wanted.
  /// - Throws: `AttachmentError` if it is no picture, or has no room; nothing is then stored.
  package func addFetchedCover(_ bytes: [UInt8], of release: Release.ID, number: String) throws -> Attachment? {
    guard try database.read({ try $0.wantsCover(release, from: number) }) else { return nil }
    let fetched = IncomingFile(bytes)
    guard case .picture = try ContentCheck.kind(of: fetched, declared: "application/octet-stream") else {
      throw AttachmentError.refused("This is no JPEG, PNG or WebP picture.")
    }
    let quota = try database.read { try policies.library(in: $0).attachments.quota }
    let (jpeg, size) = try cleaned(fetched)
    let (content, count) = (jpeg.digest, jpeg.count)
    let added: Attachment? = try storing(jpeg, as: content) {
      try write { transaction in
        // A person may have been quicker.
        guard try transaction.wantsCover(release, from: number) else { return nil }
        try transaction.checkRoom(for: count, in: .release(release), quota: quota)
        let attachment = Attachment(
          id: transaction.newID(), subject: .release(release), kind: .picture, content: content, bytes: count,
          size: size, name: AttachmentName.clean(Self.fetchedName, .picture), isCover: true, source: .coverArtArchive,
          sourceNumber: number, createdAt: transaction.now)
        try transaction.insert(attachment)
        try transaction.storeChange(of: attachment, by: nil)
        return attachment
      }
    }
    if added == nil, try !(database.read { try $0.isAttached(content) }) { folder.remove(content) }
    return added
  }

  /// The name of a fetched cover.
  private static let fetchedName = "Cover Art Archive"
}

extension WriteTransaction {
  /// Checks that a record may have one more attachment.
  ///
  /// - Parameters:
  ///   - bytes: the size of its file.
  ///   - subject: the record.
  ///   - quota: the space of all files in mebibytes.
  /// - Throws: `AttachmentError.tooMany` or `.quotaReached`.
  func checkRoom(for bytes: Int, in subject: Attachment.Subject, quota: Int) throws {
    guard try attachments(of: subject).count < Attachments.mostOfRecord else {
      throw AttachmentError.tooMany(limit: Attachments.mostOfRecord)
    }
    guard try attachedBytes() + bytes <= quota << 20 else { throw AttachmentError.quotaReached(quota) }
  }

  /// Draws the consequences of a removed picture, in the same change. A cover of the archive is not fetched again; after
  /// a cover of a person, the one of the archive stands for the release again, if it is there.
  func settle(afterRemovalOf attachment: Attachment) throws {
    guard case .release(let release) = attachment.subject else { return }
    if attachment.source == .coverArtArchive, let number = attachment.sourceNumber {
      try refuseCover(number, of: release)
      return
    }
    guard attachment.isCover else { return }
    if var fetched = try fetchedCover(of: release) {
      fetched.isCover = true
      try update(fetched)
    } else {
      try hastenMusicBrainzLookup(of: release)
    }
  }
}
