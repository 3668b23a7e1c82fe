package import Deadwax
package import Desk

/// One event at a desk with everything it was decided on beside the records: what came in, and what only the hub's
/// memory knew. It is kept in the recording, so that the event can happen again.
package struct DeskInput: Hashable, Codable, Sendable {
  package var event: DeskEvent
  package var reading: Seen?
  /// The reader that saw it; nil when it came over the network.
  package var reader: String?
  /// Who did it on a screen, where that is known: the name of a token.
  package var by: String?
  /// What other readers of the desk saw at that moment.
  package var beside: [CodeTarget]?
  /// False when the machine's clock was not known to be right.
  package var isClockRight: Bool?
  /// What the records of tags, which are not replayed, and the readers knew.
  package var tags: TagFacts?
  /// What was known of PINs, which are no part of the history either.
  package var pins: PINFacts?
  /// True for a blank that was printed here.
  package var isIssued: Bool?
  /// Whose PIN it was that was typed.
  package var pinOf: Borrower.ID?
  /// What the jobs on tags answered to an order of the desk, where they refused it.
  package var tagRefusal: Outcome.Code?
  /// What a station did while the hub was away, and told it later.
  package var away: AwayAct?

  package init(
    _ event: DeskEvent, reading: Reading? = nil, reader: String? = nil, by: String? = nil,
    beside: [CodeTarget] = [], isClockRight: Bool = true
  ) {
    self.event = event
    self.reading = reading.map { Seen($0) }
    self.reader = reader
    self.by = by
    self.beside = beside.isEmpty ? nil : beside
    self.isClockRight = isClockRight ? nil : false
  }

  /// A reading as it is kept.
  package struct Seen: Hashable, Codable, Sendable {
    package var id: Reading.ID
    package var at: Timestamp
    package var symbology: Symbology
    package var text: String
    package var written: String?
    package var fault: String?
    package var isVerified: Bool
    package var quality: Double?
    package var frames: Int?

    init(_ reading: Reading) {
      id = reading.id
      at = reading.at
      symbology = reading.symbology
      text = reading.text
      written = reading.written
      fault = reading.fault
      isVerified = reading.isVerified
      quality = reading.quality
      frames = reading.frames
    }

    package var reading: Reading {
      Reading(
        id: id, at: at, symbology: symbology, text: text, written: written, fault: fault, isVerified: isVerified,
        quality: quality, frames: frames)
    }
  }

  /// What was known of tags.
  package struct TagFacts: Hashable, Codable, Sendable {
    package var scanned: CodeAtHand?
    package var waiting: CodeAtHand?
    /// How many tags lay where the tag at stake lay.
    package var present = 0
    package var queueNext: Copy.ID?
    package var hasQueue = false

    package init() {}

    var isEmpty: Bool { self == TagFacts() }
  }

  /// Who has a PIN, of those at stake, and until when the card that was shown is locked.
  package struct PINFacts: Hashable, Codable, Sendable {
    package var with: [Borrower.ID] = []
    package var lockedUntil: Timestamp?
    /// How often in a row its PIN was wrong; nil for never.
    package var failures: Int?

    package init() {}
  }

  /// In one word, for the recording's list: `reading`, `timer`, `choose` …
  package var kind: String {
    switch event {
    case .reading: "reading"
    case .timer: "timer"
    case .choose: "choose"
    case .end: "end"
    case .answer: "answer"
    case .pick: "pick"
    case .pin: "pin"
    case .undo: "undo"
    case .renewAll: "renew-all"
    case .fault: "fault"
    }
  }
}
