package import Deadwax

/// A picture, a text or a PDF that belongs to a release or to one copy.
package struct AttachmentResource: Codable, Sendable {
  package var id: Attachment.ID
  /// The release that it belongs to; absent for that of a copy.
  package var release: Release.ID?
  /// The copy that it belongs to; absent for that of a release.
  package var copy: Copy.ID?
  package var kind: OpenWord<Attachment.Kind>
  /// The name that people see.
  package var name: String
  /// The media type in which the content is sent.
  package var type: String
  /// The size of the content in bytes.
  package var bytes: Int
  /// The width of a picture in pixels.
  package var width: Int?
  /// The height of a picture in pixels.
  package var height: Int?
  /// The SHA-256 digest of the content in hexadecimal.
  package var sha256: String
  /// True for the picture that stands for its release in lists.
  package var isCover: Bool
  /// The origin: a person, or the Cover Art Archive.
  package var source: OpenWord<Attachment.Source>
  /// The page of the release at the archive; absent for an own attachment.
  package var sourceUrl: String?
  package var createdAt: RFC3339Time
  package var version: Int

  package init(_ attachment: Attachment) {
    id = attachment.id
    switch attachment.subject {
    case .release(let id): release = id
    case .copy(let id): copy = id
    }
    kind = OpenWord(attachment.kind)
    name = attachment.name
    type = attachment.kind.mediaType
    bytes = attachment.bytes
    width = attachment.size?.width
    height = attachment.size?.height
    sha256 = attachment.content
    isCover = attachment.isCover
    source = OpenWord(attachment.source)
    sourceUrl = attachment.sourceNumber.map { "https://musicbrainz.org/release/\($0)/cover-art" }
    createdAt = RFC3339Time(attachment.createdAt)
    version = attachment.version
  }
}

extension Attachment.Kind {
  /// The media type in which the content is sent.
  package var mediaType: String {
    switch self {
    case .picture: "image/jpeg"
    case .text: "text/plain; charset=utf-8"
    case .pdf: "application/pdf"
    }
  }
}
