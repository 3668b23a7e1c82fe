package import Deadwax

/// Labels as somebody asks for them.
package struct LabelOrder: Hashable, Sendable {
  /// What the labels are for. Records are named by their ids, by a code that is on them, copies also by their numbers
  /// and places by their names.
  package enum Subjects: Hashable, Sendable {
    case copies([String])
    /// Every copy that belongs to a place, or below it.
    case copiesBelow(place: String)
    /// Every copy of the releases that a search finds.
    case search(String)
    case places([String])
    case slots([String])
    case borrowers([String])
    /// Every command to the desk.
    case commands
    /// So many numbers that name nothing yet.
    case blanks(Int)
    /// A sheet of frames, to be held against the real one.
    case alignment

    var areCards: Bool {
      if case .borrowers = self { true } else { false }
    }
  }

  package var subjects: Subjects
  /// The id of a layout.
  package var layout: String
  package var form: LabelJob.Form
  /// Dots an inch.
  package var resolution: Int
  /// The place of the first label on the first sheet, from 1.
  package var start: Int
  package var copiesOfEach: Int

  package init(
    subjects: Subjects, layout: String, form: LabelJob.Form = .qr, resolution: Int = 300, start: Int = 1,
    copiesOfEach: Int = 1
  ) {
    self.subjects = subjects
    self.layout = layout
    self.form = form
    self.resolution = resolution
    self.start = start
    self.copiesOfEach = copiesOfEach
  }

  /// The most labels of one job.
  package static let labelLimit = 2000
}

/// Why labels were not made, not printed or not handed out.
package struct LabelFault: Error, Equatable, CustomStringConvertible {
  package var kind: Kind
  /// What happened and what to do, in a sentence or two.
  package var description: String
  /// What was asked for and cannot be had, one by one.
  package var skipped: [LabelJob.Skipped]

  package enum Kind: String, Sendable {
    /// The order makes no sense.
    case invalid
    /// There is no such job, layout or sheet.
    case notFound = "not-found"
    case tooSmall = "label-too-small"
    case unreadable = "label-unreadable"
    /// Nothing was left to be printed.
    case empty = "no-labels"
    /// The labels are still being made, or their making failed.
    case unfinished = "label-job-unfinished"
    case noPrinter = "no-printer"
    /// The machine cannot do it now.
    case unavailable = "not-ready"
  }

  package init(_ kind: Kind, _ description: String, skipped: [LabelJob.Skipped] = []) {
    self.kind = kind
    self.description = description
    self.skipped = skipped
  }
}
