/// The kind of a notice to a borrower. The raw value is stored in the database.
package enum NoticeKind: String, CaseIterable, Codable, Sendable {
  case dueSoon = "due-soon"
  case overdue
  case holdReady = "hold-ready"
  case holdExpired = "hold-expired"

  /// True for a notice about a hold, false for one about loans.
  package var isAboutHold: Bool { self == .holdReady || self == .holdExpired }
}
