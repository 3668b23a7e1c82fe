/// The collection that a station scans for: it decides which release describes a barcode that several media share.
package enum ScanTarget: String, CaseIterable, Codable, Sendable {
  /// All media.
  case any
  case cd, vinyl

  /// The wanted medium; nil for all.
  package var medium: Medium? {
    switch self {
    case .any: nil
    case .cd: .cd
    case .vinyl: .vinyl
    }
  }
}
