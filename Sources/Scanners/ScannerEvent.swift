/// An event that a scanner's reader reports.
package enum ScannerEvent: Hashable, Sendable {
  case code(ScannedCode)
  /// Input that is not a valid code.
  case dropped(DroppedScan)
  case state(ScannerState)
}
