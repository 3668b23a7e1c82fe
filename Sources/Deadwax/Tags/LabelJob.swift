/// Labels that were requested together. They are drawn, verified by reading, and then printed or downloaded.
package struct LabelJob: Hashable, Sendable {
  package typealias ID = Identifier<LabelJob>

  /// The form of the code on the labels; the raw value is its name in the API.
  package enum Form: String, CaseIterable, Codable, Sendable {
    case code128 = "code-128"
    case qr
    case ean13 = "ean-13"
  }

  package enum State: String, CaseIterable, Codable, Sendable {
    /// Labels are being drawn and verified.
    case making
    /// Every label was read; the sheets can be downloaded.
    case ready
    /// A label could not be drawn or read. The job hands out no sheet.
    case failed
  }

  /// The progress of the printing.
  package enum PrintState: String, CaseIterable, Codable, Sendable {
    case printing, printed, failed
  }

  /// The number of labels that were read in each state of simulated wear, and their total.
  package struct Proof: Hashable, Codable, Sendable {
    package var clean, blur, noise, spread, total: Int

    package init(clean: Int = 0, blur: Int = 0, noise: Int = 0, spread: Int = 0, total: Int = 0) {
      self.clean = clean
      self.blur = blur
      self.noise = noise
      self.spread = spread
      self.total = total
    }
  }

  /// A requested subject that has no label in the job.
  package struct Skipped: Hashable, Codable, Sendable {
    /// The subject as requested: an id, a code or a name.
    package var subject: String
    /// The reason in one sentence.
    package var reason: String

    package init(subject: String, reason: String) {
      self.subject = subject
      self.reason = reason
    }
  }

  package var id: ID
  package var layout: String
  package var form: Form
  /// The resolution in dots per inch.
  package var resolution: Int
  /// The position of the first label on the first sheet, from 1.
  package var start: Int
  package var copiesOfEach: Int
  package var state: State
  package var sheets: Int
  package var labels: Int
  /// The number of different labels verified so far; each is printed `copiesOfEach` times.
  package var done: Int
  package var proof: Proof
  package var skipped: [Skipped]
  /// True if the job contains borrowers' cards, which only authorised staff may see.
  package var hasCards: Bool
  /// The station that ordered it; nil for an order of no station.
  package var station: Station.Name?
  /// The person or program that ordered it; nil for a station's own job.
  package var by: String?
  /// The number of characters without a glyph in the machine's fonts, on all labels together.
  package var missingGlyphs: Int
  /// The reason for the failure: a code that never changes, and a sentence.
  package var problem: String?
  package var detail: String?
  package var createdAt: Timestamp
  package var printState: PrintState?
  package var printedAt: Timestamp?
  /// The output of the printing program, cut to a few lines.
  package var printOutput: String?
  /// The exit status of the printing program; nil if it did not exit by itself.
  package var printCode: Int?

  package init(
    id: ID, layout: String, form: Form, resolution: Int, start: Int, copiesOfEach: Int = 1,
    state: State = .making, sheets: Int, labels: Int, done: Int = 0, proof: Proof = Proof(), skipped: [Skipped] = [],
    hasCards: Bool = false, station: Station.Name? = nil, by: String? = nil, missingGlyphs: Int = 0,
    problem: String? = nil, detail: String? = nil, createdAt: Timestamp, printState: PrintState? = nil,
    printedAt: Timestamp? = nil, printOutput: String? = nil, printCode: Int? = nil
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
    self.station = station
    self.by = by
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
