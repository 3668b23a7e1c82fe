/// Labels that were asked for together: drawn, proven to be readable, and printed or fetched.
package struct LabelJob: Hashable, Sendable {
  package typealias ID = Identifier<LabelJob>

  /// The form of the code on the labels; the raw value is its name outside.
  package enum Form: String, CaseIterable, Sendable {
    case code128 = "code-128"
    case qr
    case ean13 = "ean-13"
  }

  package enum State: String, CaseIterable, Sendable {
    /// Labels are being drawn and read.
    case making
    /// Every label was read; the sheets can be fetched.
    case ready
    /// A label could not be read, or could not be made; nothing is handed out.
    case failed
  }

  /// How the printing stands.
  package enum PrintState: String, CaseIterable, Sendable {
    case printing, printed, failed
  }

  /// How many labels were read in each state of wear, out of how many.
  package struct Proof: Hashable, Sendable {
    package var clean, blur, noise, spread, total: Int

    package init(clean: Int = 0, blur: Int = 0, noise: Int = 0, spread: Int = 0, total: Int = 0) {
      self.clean = clean
      self.blur = blur
      self.noise = noise
      self.spread = spread
      self.total = total
    }
  }

  /// What was asked for and is not among the labels.
  package struct Skipped: Hashable, Sendable {
    /// As it was asked for: an id, a code, a name.
    package var subject: String
    /// In one sentence.
    package var reason: String

    package init(subject: String, reason: String) {
      self.subject = subject
      self.reason = reason
    }
  }

  package var id: ID
  package var layout: String
  package var form: Form
  /// Dots an inch.
  package var resolution: Int
  /// The place of the first label on the first sheet, from 1.
  package var start: Int
  package var copiesOfEach: Int
  package var state: State
  package var sheets: Int
  package var labels: Int
  /// How many different labels are proven so far; each is printed `copiesOfEach` times.
  package var done: Int
  package var proof: Proof
  package var skipped: [Skipped]
  /// Whether borrowers' cards are among them, which not everybody may see.
  package var hasCards: Bool
  /// Signs for which the machine has no font, on all labels together.
  package var missingGlyphs: Int
  /// Why it failed: a code that never changes, and a sentence.
  package var problem: String?
  package var detail: String?
  package var createdAt: Timestamp
  package var printState: PrintState?
  package var printedAt: Timestamp?
  /// What the printing program said, cut to a few lines.
  package var printOutput: String?
  /// How it ended; nil when it did not end by itself.
  package var printCode: Int?

  package init(
    id: ID, layout: String, form: Form, resolution: Int, start: Int, copiesOfEach: Int = 1,
    state: State = .making, sheets: Int, labels: Int, done: Int = 0, proof: Proof = Proof(), skipped: [Skipped] = [],
    hasCards: Bool = false, missingGlyphs: Int = 0, problem: String? = nil,
    detail: String? = nil, createdAt: Timestamp, printState: PrintState? = nil, printedAt: Timestamp? = nil,
    printOutput: String? = nil, printCode: Int? = nil
  ) {
    self.id = id
    self.layout = layout
    self.form = form
    self.resolution = resolution
    self.start = start
    self.copiesOfEach = copiesOfEach
    self.state = state
    self.sheets = sheets
    self.labels = labels
    self.done = done
    self.proof = proof
    self.skipped = skipped
    self.hasCards = hasCards
    self.missingGlyphs = missingGlyphs
    self.problem = problem
    self.detail = detail
    self.createdAt = createdAt
    self.printState = printState
    self.printedAt = printedAt
    self.printOutput = printOutput
    self.printCode = printCode
  }
}

/// One label of a job: what stands on it, kept so that it can be drawn again and looked for in the history.
package struct Label: Hashable, Sendable {
  /// In the job, from 1.
  package var position: Int
  /// What the symbol says; nil on a label that is only looked at.
  package var code: String?
  package var heading: String
  package var details: [String]
  /// The code as people read it.
  package var caption: String

  package init(position: Int, code: String?, heading: String, details: [String], caption: String) {
    self.position = position
    self.code = code
    self.heading = heading
    self.details = details
    self.caption = caption
  }

  /// A label of a job as the history knows it.
  package struct Seen: Hashable, Sendable {
    package var label: Label
    /// The newest scan of it since the job; nil when there is none.
    package var at: Timestamp?
    package var quality: Double?
    package var reader: String?

    package init(label: Label, at: Timestamp? = nil, quality: Double? = nil, reader: String? = nil) {
      self.label = label
      self.at = at
      self.quality = quality
      self.reader = reader
    }
  }
}
