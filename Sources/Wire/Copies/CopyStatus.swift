package import Deadwax

/// The status of a copy, with its loan.
package enum CopyStatus: String, CaseIterable, Codable, Sendable {
  case available, missing, lost, withdrawn
  case onLoan = "on-loan"

  package init(_ copy: Copy) {
    self =
      switch copy.status {
      case _ where copy.loan != nil: .onLoan
      case .available: .available
      case .missing: .missing
      case .lost: .lost
      case .withdrawn: .withdrawn
      }
  }
}
