package import Deadwax
internal import Execution
internal import Intake
internal import Lending
internal import Log
internal import Secrets
internal import Storage

extension Attachments {
  /// The content that a client sends.
  package struct Upload: Sendable {
    package var content: IncomingFile
    /// The declared media type without parameters, in lower case; nil if there is none.
    package var type: String?
    /// The name that was sent; nil for none.
    package var name: String?
    /// True to use the picture as the cover of its release.
    package var isCover: Bool

    package init(content: IncomingFile, type: String?, name: String?, isCover: Bool) {
      self.content = content
      self.type = type
      self.name = name
      self.isCover = isCover
    }
  }

  /// The sizes of previews of pictures.
  package enum Preview: String, CaseIterable, Sendable {
    case small, medium

    /// The longer side in pixels.
    var side: Int {
      switch self {
      case .small: 160
      case .medium: 640
      }
    }
  }

  /// Begins to receive a content. It is refused before it arrives if it has no space.
  ///
  /// - Parameter length: the announced number of bytes; nil if there is none.
  /// - Returns: the receiver of its parts.
  /// - Throws: `AttachmentError.quotaReached`, or a `StorageError`.
  package func receive(_ length: Int?) throws -> IncomingFile {
    let (quota, used) = try database.read { reading in
      (try policies.library(in: reading).attachments.quota, try reading.attachedBytes())
    }
    return try IncomingFile(
      in: IncomingFile.Place(folder: folder, space: space, room: quota << 20 - used, full: .quotaReached(quota)),
      length: length)
  }

  /// Adds an attachment to a record.
  ///
  /// - Parameters:
  ///   - upload: the content that was sent.
  ///   - subject: the record.
  ///   - id: the id of the new attachment; a new one if nil. An existing one with this id is the result of an earlier
  ///     attempt and is returned.
  ///   - by: the person or program that adds it.
  /// - Returns: the attachment.
  /// - Throws: `AttachmentError`; nothing is then stored. `StaffError` for an unknown record.
  package func add(
    _ upload: Upload, to subject: Attachment.Subject, id: Attachment.ID?, by: String?
  ) throws -> Attachment {
    let quota = try database.read { reading in
      try reading.check(subject)
      return try policies.library(in: reading).attachments.quota
    }
    try upload.content.check()
    let kind = try ContentCheck.kind(of: upload.content, declared: upload.type)
    var (stored, size) = (upload.content, Attachment.Size?.none)
    if kind == .picture { (stored, size) = try cleaned(upload.content) }
    let (content, name, count) = (stored.digest, AttachmentName.clean(upload.name, kind), stored.count)
    let (pixels, isCover) = (size, upload.isCover)
    return try storing(stored, as: content) {
      try write { transaction in
        if let id, let earlier = try transaction.attachment(id) { return earlier }
        try transaction.check(subject)
        try transaction.checkRoom(for: count, in: subject, quota: quota)
        let attachment = Attachment(
          id: id ?? transaction.newID(), subject: subject, kind: kind, content: content, bytes: count, size: pixels,
          name: name, isCover: isCover, source: .own, sourceNumber: nil, createdAt: transaction.now)
        if isCover { try transaction.makeRoomForCover(attachment) }
        try transaction.insert(attachment)
        try transaction.storeChange(of: attachment, by: by)
        return attachment
      }
    }
  }

  /// Turns, straightens and cuts a picture. The file as it was stays as long as the change can be undone.
  ///
  /// - Parameters:
  ///   - id: the attachment.
  ///   - quarters: the number of quarter turns clockwise, 0 to 3.
  ///   - straighten: the angle by which the turned picture is straightened, in tenths of a degree clockwise, -150 to
  ///     150. The corners that it leaves empty are cut off.
  ///   - part: the part to keep after that, as left, top, width and height in thousandths of the sides.
  ///   - version: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the attachment after the change.
  /// - Throws: `StaffError` or `AttachmentError`.
  package func edit(
    _ id: Attachment.ID, quarters: Int, straighten: Int, part: [Int]?, ifVersion version: Int?, by: String?
  ) throws -> Attachment {
    guard (0...3).contains(quarters) else {
      throw StaffError.badValue(field: "quarters", sentence: "It must be a whole number from 0 to 3.")
    }
    guard (-150...150).contains(straighten) else {
      throw StaffError.badValue(field: "straighten", sentence: "It must be a whole number from -150 to 150.")
    }
    if let part {
      let isInside =
        part.count == 4 && part.allSatisfy { (0...1000).contains($0) } && part[2] > 0 && part[3] > 0
        && part[0] + part[2] <= 1000 && part[1] + part[3] <= 1000
      guard isInside else {
        throw StaffError.badValue(
          field: "part", sentence: "It must be inside the picture, in thousandths of its sides.")
      }
    }
    let before = try database.read { try $0.known(id, ifVersion: version) }
    guard before.kind == .picture else {
      throw StaffError.badValue(field: "id", sentence: "Only a picture can be turned, straightened and cut.")
    }
    let cleaned = try clean(
      PictureCleaner.Work(longest: PictureCleaner.longestSide, quarters: quarters, straighten: straighten, part: part),
      from: IncomingFile(try content(of: before)).parts())
    let stored = IncomingFile(cleaned.jpeg)
    let content = stored.digest
    return try storing(stored, as: content) {
      try write { transaction in
        var after = try transaction.known(id, ifVersion: before.version)
        after.content = content
        after.bytes = cleaned.jpeg.count
        after.size = Attachment.Size(width: cleaned.width, height: cleaned.height)
        guard after != before else { return before }
        try transaction.update(after)
        try transaction.storeChange(of: after, by: by)
        return try transaction.known(id, ifVersion: nil)
      }
    }
  }

  /// Returns the content of an attachment, after its digest was checked.
  ///
  /// - Throws: `AttachmentError.fileLost`.
  package func content(of attachment: Attachment) throws -> [UInt8] {
    guard let bytes = folder.read(attachment.content, atMost: Self.fileLimit),
      Digest.hexadecimalSHA256(of: bytes) == attachment.content
    else {
      logger.error("the file \(attachment.content) of attachment \(attachment.id) is missing or damaged")
      throw AttachmentError.fileLost(attachment.content)
    }
    return bytes
  }

  /// Returns a preview of a picture as a JPEG. It is made once and stored beside the picture.
  ///
  /// - Throws: `StaffError.badValue` for anything but a picture, or `AttachmentError`.
  package func preview(_ preview: Preview, of attachment: Attachment) throws -> [UInt8] {
    guard attachment.kind == .picture else {
      throw StaffError.badValue(field: "id", sentence: "Only a picture has a preview.")
    }
    let name = "\(attachment.content)-\(preview.side)"
    if let stored = folder.read(name, atMost: Self.fileLimit) { return stored }
    let made = try clean(
      PictureCleaner.Work(longest: preview.side, quarters: 0, straighten: 0, part: nil),
      from: IncomingFile(try content(of: attachment)).parts()
    ).jpeg
    // A preview is not needed again soon if it cannot be stored.
    _ = try? folder.store(made, as: name)
    return made
  }

  /// Stores a file, then its row. If the row cannot be stored, a file that was not there before is removed again.
  func storing<Row>(_ file: IncomingFile, as content: String, _ row: () throws -> Row) throws -> Row {
    let isNew = try file.store(in: folder, as: content)
    do {
      return try row()
    } catch {
      if isNew, try !(database.read { try $0.isAttached(content) }) { folder.remove(content) }
      throw error
    }
  }

  /// Returns a picture as it is stored, rewritten from its pixels.
  func cleaned(_ picture: IncomingFile) throws(AttachmentError) -> (IncomingFile, Attachment.Size?) {
    let cleaned = try clean(
      PictureCleaner.Work(longest: PictureCleaner.longestSide, quarters: 0, straighten: 0, part: nil),
      from: picture.parts())
    return (IncomingFile(cleaned.jpeg), Attachment.Size(width: cleaned.width, height: cleaned.height))
  }

  private func clean(
    _ work: PictureCleaner.Work, from next: () -> [UInt8]
  ) throws(AttachmentError) -> PictureCleaner.Cleaned {
    do throws(PictureFault) {
      return try cleaner.clean(work, from: next)
    } catch {
      switch error {
      case .unreadable(let sentence): throw .refused(sentence)
      case .tooCostly: throw .tooCostly
      case .unavailable(let reason): throw .unavailable(reason)
      }
    }
  }
}
