package import Deadwax

/// A message from a reader to its host. The schema is docs/reader-protocol.schema.json.
package enum ReaderMessage: Hashable, Sendable {
  case hello(Hello)
  case code(CodeSeen)
  case tag(TagSeen)
  case state(ReaderState)
  case result(Result)
  /// A JPEG picture from the camera.
  case preview(jpeg: [UInt8])

  /// The first message of every reader.
  package struct Hello: Hashable, Sendable {
    package var reader: ReaderKind
    package var version: Int
    package var device: String
    package var capabilities: Set<ReaderCapability>

    package init(reader: ReaderKind, version: Int = 1, device: String, capabilities: Set<ReaderCapability>) {
      self.reader = reader
      self.version = version
      self.device = device
      self.capabilities = capabilities
    }
  }

  /// A barcode that came into view, left it, or was sent by a scanner that reports only the moment of the scan.
  package struct CodeSeen: Hashable, Sendable {
    package enum Event: String, CaseIterable, Codable, Sendable { case appeared, left, scanned }

    package var event: Event
    /// The id of the sight: `left` has the same as its `appeared`.
    package var id: Reading.ID
    package var at: Timestamp
    package var symbology: Symbology
    package var text: String
    /// The decoded bytes, if the character set of the text is a guess.
    package var raw: [UInt8]?
    package var isVerified: Bool
    /// The quality, from 0 to 1.
    package var quality: Double?
    package var frames: Int?
    /// The corners of the code in pixels of the frame.
    package var points: [Point]

    package init(
      event: Event, id: Reading.ID, at: Timestamp, symbology: Symbology, text: String, raw: [UInt8]? = nil,
      isVerified: Bool = false, quality: Double? = nil, frames: Int? = nil, points: [Point] = []
    ) {
      self.event = event
      self.id = id
      self.at = at
      self.symbology = symbology
      self.text = text
      self.raw = raw
      self.isVerified = isVerified
      self.quality = quality
      self.frames = frames
      self.points = points
    }
  }

  package struct Point: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// A tag that was placed on the reader or removed from it.
  package struct TagSeen: Hashable, Sendable {
    package enum Event: String, CaseIterable, Codable, Sendable { case arrived, left }

    package var event: Event
    /// The id of the sight: `left` has the same as its `arrived`.
    package var id: Reading.ID
    package var at: Timestamp
    package var uid: TagID
    /// The kind of the tag, for example `NTAG213`; nil if it was not determined.
    package var kind: String?
    /// The bytes of the NDEF message on the tag; nil if none was read.
    package var ndef: [UInt8]?
    /// The code on the tag, in the form `DW:I:…`; nil if there is none.
    package var code: String?
    /// The reason the content is not trusted, for example `crc` or `codes-disagree`; nil if it is.
    package var fault: String?
    /// The tag's capacity for an NDEF message in bytes; nil if it was not determined or the tag holds none.
    package var capacity: Int?
    /// The protection against writing, if known: `writable`, `locked`, `sealed` or `unsupported`.
    package var access: String?
    /// The owner of the content: `empty`, `own` or `foreign`; nil if it was not determined.
    package var content: String?

    package init(
      event: Event, id: Reading.ID, at: Timestamp, uid: TagID, kind: String? = nil, ndef: [UInt8]? = nil,
      code: String? = nil, fault: String? = nil, capacity: Int? = nil, access: String? = nil, content: String? = nil
    ) {
      self.event = event
      self.id = id
      self.at = at
      self.uid = uid
      self.kind = kind
      self.ndef = ndef
      self.code = code
      self.fault = fault
      self.capacity = capacity
      self.access = access
      self.content = content
    }
  }

  /// The answer to a command of the host, identified by the command's id. The fields after `detail` apply to tag
  /// orders.
  package struct Result: Hashable, Codable, Sendable {
    private enum CodingKeys: String, CodingKey {
      case of, detail, outcome, form, kind, capacity, writes, reads
      case isDone = "done"
      case hasBegun = "begun"
      case milliseconds = "ms"
    }

    package var of: String
    package var isDone: Bool
    /// The outcome as one sentence.
    package var detail: String?
    /// The outcome as a code: `tag-written`, `tag-lost`, `expired`. docs/reader-protocol.md lists the codes.
    package var outcome: String?
    /// True if a command that changes the tag was sent. If `isDone` is false, the tag may then be half written.
    package var hasBegun: Bool?
    /// The message that was written: `full` or `short`.
    package var form: String?
    /// The kind of the tag, for example `NTAG213`.
    package var kind: String?
    /// The tag's capacity for an NDEF message in bytes.
    package var capacity: Int?
    /// The number of write commands sent to the tag, including repetitions.
    package var writes: Int?
    /// The number of read commands sent to the tag.
    package var reads: Int?
    /// The time in milliseconds from the start of work on the tag to its end, including the wait for the tag's return.
    package var milliseconds: Int?

    package init(
      of: String, isDone: Bool, detail: String? = nil, outcome: String? = nil, hasBegun: Bool? = nil,
      form: String? = nil, kind: String? = nil, capacity: Int? = nil, writes: Int? = nil, reads: Int? = nil,
      milliseconds: Int? = nil
    ) {
      self.of = of
      self.isDone = isDone
      self.detail = detail
      self.outcome = outcome
      self.hasBegun = hasBegun
      self.form = form
      self.kind = kind
      self.capacity = capacity
      self.writes = writes
      self.reads = reads
      self.milliseconds = milliseconds
    }
  }
}
