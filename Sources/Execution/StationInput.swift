package import Deadwax
package import StationLogic

/// An event at a station, with the input of its decision that is not in the records: the reading or operation, and the
/// state in memory. It is stored in the recording, so that the event can be replayed.
package struct StationInput: Hashable, Codable, Sendable {
  package var event: StationEvent
  package var reading: StoredReading?
  /// The reader that reported it; nil if it came over the network.
  package var reader: String?
  /// The name of the token that authorised an operation on a screen, if it is known.
  package var by: String?
  /// The targets that other readers of the station saw at that moment.
  package var beside: [CodeTarget]?
  /// False when the machine's clock was not known to be right.
  package var isClockRight: Bool?
  /// The facts about tags from the tag records, which are not replayed, and from the readers.
  package var tags: TagFacts?
  /// The facts about PINs, which are not replayed either.
  package var pins: PINFacts?
  /// True for a blank label that this hub printed.
  package var isIssued: Bool?
  /// The borrower whose PIN was typed.
  package var pinOf: Borrower.ID?
  /// The outcome code with which a tag job was refused.
  package var tagRefusal: Outcome.Code?
  /// The facts about a copy that is added or looked up which are not replayed: they depend on other records.
  package var adding: AddingFacts?
  /// The answer of the open stock-take, which is not replayed.
  package var counting: StockTakeAnswer?
  /// The facts about a scan that an offline station handled by itself and reported later.
  package var offline: OfflineFacts?

  package init(
    _ event: StationEvent, reading: Reading? = nil, reader: String? = nil, by: String? = nil,
    beside: [CodeTarget] = [], isClockRight: Bool = true
  ) {
    self.event = event
    self.reading = reading.map { StoredReading($0) }
    self.reader = reader
    self.by = by
    self.beside = beside.isEmpty ? nil : beside
    self.isClockRight = isClockRight ? nil : false
  }

  /// A reading in its stored form.
  package struct StoredReading: Hashable, Codable, Sendable {
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

  /// The facts about tags at the moment of the event.
  package struct TagFacts: Hashable, Codable, Sendable {
    package var scanned: BindingCandidate?
    package var waiting: BindingCandidate?
    /// The number of tags on the reader of the tag in question.
    package var present = 0
    package var queueNext: Copy.ID?
    package var hasQueue = false

    package init() {}

    /// True if nothing is known about tags.
    package var isEmpty: Bool { self == TagFacts() }
  }

  /// The borrowers concerned that have a PIN, and the end of the PIN lock of the scanned card.
  package struct PINFacts: Hashable, Codable, Sendable {
    package var with: [Borrower.ID] = []
    package var lockedUntil: Timestamp?
    /// The number of consecutive wrong PINs; nil for none.
    package var failures: Int?

    package init() {}
  }

  /// The facts for an addition, and about the past of a copy in look-up; see `StationFacts.AddingFacts`.
  package struct AddingFacts: Hashable, Codable, Sendable {
    package var inBatch: Int?
    package var isWished: Bool?
    package var hasOtherRelease: Bool?
    package var lastLentAt: Timestamp?
    package var show: ShowFacts?
    package var source: SourceQuestion?
    package var isSourceOpen: Bool?

    package init() {}

    /// True if nothing is known.
    package var isEmpty: Bool { self == AddingFacts() }
  }

  /// The input without the text and the author of a counted scan, which the recording of an event needs no second time.
  package var recorded: StationInput {
    var input = self
    input.counting?.scan?.text = nil
    input.counting?.scan?.by = nil
    input.offline?.counting?.scan?.text = nil
    return input
  }

  /// The kind of the event in one word, for the recording: `reading`, `timer`, `choose` …
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
    case .nextSlot: "next-slot"
    case .setBatch: "set-batch"
    case .endBatch: "end-batch"
    case .lookedUp: "looked-up"
    case .fault: "fault"
    }
  }
}
