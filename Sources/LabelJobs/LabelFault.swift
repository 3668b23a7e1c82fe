package import Deadwax

/// The reason labels were not made, not printed or not released.
package struct LabelFault: Error, Equatable, CustomStringConvertible {
  package var kind: Kind
  /// The cause and the remedy, in a sentence or two.
  package var description: String
  /// The requested subjects that are not available, one by one.
  package var skipped: [LabelJob.Skipped]

  package enum Kind: String, CaseIterable, Sendable {
    /// The order is invalid.
    case invalid
    /// There is no such job, layout or sheet.
    case notFound = "not-found"
    case tooSmall = "label-too-small"
    case unreadable = "label-unreadable"
    /// No subject is left to print.
    case empty = "no-labels"
    /// The labels are still being made, or the job failed.
    case unfinished = "label-job-unfinished"
    case noPrinter = "no-printer"
    /// The machine is temporarily unable to do it.
    case unavailable = "not-ready"
  }

  package init(_ kind: Kind, _ description: String, skipped: [LabelJob.Skipped] = []) {
    self.kind = kind
    self.description = description
    self.skipped = skipped
  }
}
