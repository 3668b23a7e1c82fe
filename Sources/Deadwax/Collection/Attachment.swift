/// A picture, a text or a PDF that belongs to a release or to one copy.
package struct Attachment: Hashable, Sendable {
  package typealias ID = Identifier<Attachment>

  /// The kind of content. The raw value is stored in the database.
  package enum Kind: String, CaseIterable, Codable, Sendable {
    case picture, text, pdf
  }

  /// The origin of an attachment. The raw value is stored in the database. A cover of a person passes before one of
  /// the archive.
  package enum Source: String, CaseIterable, Codable, Sendable {
    /// A person or a program of staff added it.
    case own
    /// The hub fetched it as the cover of a release.
    case coverArtArchive = "cover-art-archive"
  }

  /// The record that an attachment belongs to.
  package enum Subject: Hashable, Sendable {
    case release(Release.ID)
    case copy(Copy.ID)
  }

  /// The size of a picture.
  package struct Size: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  package var id: ID
  package var subject: Subject
  package var kind: Kind
  /// The SHA-256 digest of the content in hexadecimal, which is the name of its file.
  package var content: String
  /// The size of the content in bytes.
  package var bytes: Int
  /// The size of a picture in pixels; nil for any other kind.
  package var size: Size?
  /// The name that people see. It is never the name of a file on this machine.
  package var name: String
  /// True for the picture that stands for its release in lists.
  package var isCover: Bool
  package var source: Source
  /// The number of the release at the archive, its MBID; nil for an own attachment.
  package var sourceNumber: String?
  package var createdAt: Timestamp
  package var version: Int

  package init(
    id: ID, subject: Subject, kind: Kind, content: String, bytes: Int, size: Size?, name: String, isCover: Bool,
    source: Source, sourceNumber: String?, createdAt: Timestamp, version: Int = 1
  ) {
    self.id = id
    self.subject = subject
    self.kind = kind
    self.content = content
    self.bytes = bytes
    self.size = size
    self.name = name
    self.isCover = isCover
    self.source = source
    self.sourceNumber = sourceNumber
    self.createdAt = createdAt
    self.version = version
  }
}
