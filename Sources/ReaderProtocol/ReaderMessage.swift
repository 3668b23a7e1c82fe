package import Deadwax

/// One line from a reader to its host. The schema is docs/reader-protocol.schema.json.
package enum ReaderMessage: Hashable, Sendable {
  case hello(Hello)
  case code(CodeSeen)
  case tag(TagSeen)
  case state(ReaderState)
  case result(Result)
  /// A JPEG picture of what the camera sees.
  case preview(jpeg: [UInt8])

  /// The first line of every reader.
  package struct Hello: Hashable, Sendable {
    package var reader: Kind
    package var version: Int
    package var device: String
    package var capabilities: [String]

    package init(reader: Kind, version: Int = 1, device: String, capabilities: [String] = []) {
      self.reader = reader
      self.version = version
      self.device = device
      self.capabilities = capabilities
    }
  }

  package enum Kind: String, CaseIterable, Sendable {
    case camera, nfc, hid
  }

  /// A barcode came into view, went, or was sent by a scanner that knows only the moment.
  package struct CodeSeen: Hashable, Sendable {
    package enum Event: String, Sendable { case appeared, left, scanned }

    package var event: Event
    /// The same for `appeared` and its `left`.
    package var id: Reading.ID
    package var at: Timestamp
    package var symbology: Symbology
    package var text: String
    /// The bytes as decoded, where the text is a guess at their character set.
    package var raw: [UInt8]?
    package var isVerified: Bool
    /// 0 to 1.
    package var quality: Double?
    package var frames: Int?
    /// Corners in pixels of the frame.
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

  /// A tag came onto the reader or was taken away.
  package struct TagSeen: Hashable, Sendable {
    package enum Event: String, Sendable { case arrived, left }

    package var event: Event
    /// The same for `arrived` and its `left`.
    package var id: Reading.ID
    package var at: Timestamp
    package var uid: TagUID
    /// As `NTAG213`; nil when the type was not found out.
    package var kind: String?
    /// The NDEF message on the tag as it is, if one was read.
    package var ndef: [UInt8]?
    /// The code written on it, in the form `DW:I:…`; nil when none was found.
    package var code: String?
    /// Why the written content is not to be trusted, as `crc` or `codes-disagree`; nil when all is well.
    package var fault: String?
    /// Bytes free for an NDEF message; nil when it was not found out, or the tag holds none.
    package var capacity: Int?
    /// Whether it can be written, as far as known from what was read: `writable`, `locked`, `sealed`, `unsupported`.
    package var access: String?
    /// `empty`, `own` or `foreign`; nil when it was not found out.
    package var content: String?

    package init(
      event: Event, id: Reading.ID, at: Timestamp, uid: TagUID, kind: String? = nil, ndef: [UInt8]? = nil,
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

  /// The answer to a command of the host, named by the command's id. What follows `detail` is said of orders for a tag.
  package struct Result: Hashable, Sendable {
    package var of: String
    package var isDone: Bool
    /// What happened, in one sentence.
    package var detail: String?
    /// How it ended, in one word: `tag-written`, `tag-lost`, `expired`. The words are in docs/reader-protocol.md.
    package var outcome: String?
    /// Whether anything was sent that changes the tag. With `isDone` false the tag may be half written.
    package var hasBegun: Bool?
    /// Which message was written: `full` or `short`.
    package var form: String?
    /// As `NTAG213`.
    package var kind: String?
    /// Bytes that the tag has for an NDEF message.
    package var capacity: Int?
    /// Write commands that were sent to the tag, repeated ones included.
    package var writes: Int?
    /// Read commands that were sent to the tag.
    package var reads: Int?
    /// From the moment the tag was taken in hand until the end, waiting for it to come back included.
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

/// How a reader is, in the words of the screen.
package struct ReaderState: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The device is not there.
    case absent
    case opening
    case ready
    /// The device is there and says nothing.
    case stalled
    /// The reader cannot work until something is changed.
    case failed
  }

  package var kind: Kind
  /// What happened, in one sentence.
  package var reason: String?
  /// What to do about it, in one sentence.
  package var hint: String?

  package init(_ kind: Kind, reason: String? = nil, hint: String? = nil) {
    self.kind = kind
    self.reason = reason
    self.hint = hint
  }
}
