package import Deadwax

private let columns = """
  id, release_id, copy_id, kind, content, bytes, width, height, name, is_cover, source, source_number, created_at,
  version
  """

extension Queryable {
  package func attachment(_ id: Attachment.ID) throws -> Attachment? {
    try first("SELECT \(columns) FROM attachment WHERE id = ?1", id, as: attachment(from:))
  }

  /// Returns the attachments of a record, the oldest first.
  package func attachments(of subject: Attachment.Subject) throws -> [Attachment] {
    let (column, id) = subject.cell
    return try all(
      "SELECT \(columns) FROM attachment WHERE \(column) = ?1 ORDER BY id", id, as: attachment(from:))
  }

  /// Returns the cover of a release; nil if it has none.
  package func cover(of release: Release.ID) throws -> Attachment? {
    try first(
      "SELECT \(columns) FROM attachment WHERE release_id = ?1 AND is_cover = 1", release, as: attachment(from:))
  }

  /// Returns the picture that the hub fetched for a release, whether it is the cover now or not; nil for none.
  package func fetchedCover(of release: Release.ID) throws -> Attachment? {
    try first(
      "SELECT \(columns) FROM attachment WHERE release_id = ?1 AND source <> 'own' ORDER BY is_cover DESC, id",
      release, as: attachment(from:))
  }

  /// Returns true if a release may get the archive's cover of a record: it has no cover, no picture of the archive, and no
  /// person has removed that cover before.
  package func wantsCover(_ release: Release.ID, from number: String) throws -> Bool {
    try isListed(release) && cover(of: release) == nil && fetchedCover(of: release) == nil
      && refusedCover(of: release) != number && links(of: release)[.musicbrainz]?.number == number
  }

  /// Returns the size of all files of attachments in bytes. A file that several attachments share counts once.
  package func attachedBytes() throws -> Int {
    try first(
      "SELECT coalesce(sum(bytes), 0) FROM (SELECT content, max(bytes) AS bytes FROM attachment GROUP BY content) AS f"
    ) { Int(try $0.integer(0)) } ?? 0
  }

  /// Returns the digests and sizes of the files of all attachments after a digest, in their order.
  package func attachedFiles(after content: String, limit: Int) throws -> [(content: String, bytes: Int)] {
    try all(
      """
      SELECT content, max(bytes) AS bytes FROM attachment WHERE content > ?1 GROUP BY content ORDER BY content LIMIT ?2
      """, content, limit
    ) { (content: try $0.text("content"), bytes: Int(try $0.integer("bytes"))) }
  }

  /// Returns true if an attachment has a file, or a change that may be undone has named it.
  package func isAttached(_ content: String) throws -> Bool {
    if try first("SELECT 1 FROM attachment WHERE content = ?1 LIMIT 1", content, as: { _ in true }) ?? false {
      return true
    }
    return try first(
      """
      SELECT 1 FROM change_row WHERE table_name = 'attachment'
        AND (before ->> 'content' = ?1 OR after ->> 'content' = ?1) LIMIT 1
      """, content
    ) { _ in true } ?? false
  }

  /// Returns the id of the release of an attachment; nil for one of a copy, and if there is no such attachment.
  func release(ofAttachment attachment: String) throws -> String? {
    try first("SELECT release_id FROM attachment WHERE id = ?1", attachment) { try $0.optionalText(0) } ?? nil
  }

  private func attachment(from row: Row) throws -> Attachment {
    guard let kind = Attachment.Kind(rawValue: try row.text("kind")) else {
      throw StorageError(.mismatch, call: "attachment", message: "an unknown kind of attachment")
    }
    let subject: Attachment.Subject =
      if let release: Release.ID = try row.optionalID("release_id") {
        .release(release)
      } else {
        .copy(try row.id("copy_id"))
      }
    guard let source = Attachment.Source(rawValue: try row.text("source")) else {
      throw StorageError(.mismatch, call: "attachment", message: "an unknown source of an attachment")
    }
    var size: Attachment.Size?
    if let width = try row.optionalInteger("width"), let height = try row.optionalInteger("height") {
      size = Attachment.Size(width: Int(width), height: Int(height))
    }
    return Attachment(
      id: try row.id("id"), subject: subject, kind: kind, content: try row.text("content"),
      bytes: Int(try row.integer("bytes")), size: size, name: try row.text("name"), isCover: try row.flag("is_cover"),
      source: source, sourceNumber: try row.optionalText("source_number"), createdAt: try row.time("created_at"),
      version: Int(try row.integer("version")))
  }
}

extension WriteTransaction {
  /// Adds an attachment. Its file must be on the disk already.
  package func insert(_ attachment: Attachment) throws {
    try snapshot(.attachment, attachment.id.text)
    let (release, copy): (Release.ID?, Copy.ID?) =
      switch attachment.subject {
      case .release(let id): (id, nil)
      case .copy(let id): (nil, id)
      }
    try run(
      """
      INSERT INTO attachment (id, release_id, copy_id, kind, content, bytes, width, height, name, is_cover, source,
        source_number, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
      """, attachment.id, release, copy, attachment.kind.rawValue, attachment.content, attachment.bytes,
      attachment.size?.width, attachment.size?.height, attachment.name, attachment.isCover,
      attachment.source.rawValue, attachment.sourceNumber, attachment.createdAt)
    if let release, attachment.isCover { try indexWords(of: release.text) }
  }

  /// Stores the content, the name and the use of an attachment, which gets a new version.
  package func update(_ attachment: Attachment) throws {
    try snapshot(.attachment, attachment.id.text)
    try run(
      """
      UPDATE attachment SET content = ?2, bytes = ?3, width = ?4, height = ?5, name = ?6, is_cover = ?7,
        version = version + 1 WHERE id = ?1
      """, attachment.id, attachment.content, attachment.bytes, attachment.size?.width, attachment.size?.height,
      attachment.name, attachment.isCover)
    if case .release(let release) = attachment.subject { try indexWords(of: release.text) }
  }

  /// Removes an attachment. Its file stays as long as the removal can be undone.
  package func remove(_ attachment: Attachment.ID) throws {
    try snapshot(.attachment, attachment.text)
    let subject = try self.attachment(attachment)?.subject
    try run("DELETE FROM attachment WHERE id = ?1", attachment)
    if case .release(let release)? = subject { try indexWords(of: release.text) }
  }
}

extension Attachment.Subject {
  /// The column of the reference, and the id in it.
  fileprivate var cell: (column: String, id: String) {
    switch self {
    case .release(let id): ("release_id", id.text)
    case .copy(let id): ("copy_id", id.text)
    }
  }
}
