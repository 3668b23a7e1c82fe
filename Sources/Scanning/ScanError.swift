/// The reasons that a reading did not become a scan, or that an operation on a screen was refused.
package enum ScanError: Error, Hashable, Sendable {
  /// A scan with this id and another text exists.
  case idReused
  /// The precondition failed: the station now has another prompt, or would undo another change.
  case stateChanged
  /// The precondition is missing, and this operation needs one.
  case preconditionRequired
  /// The station's state is no longer the one that the client saw.
  case staleVersion(now: Int)
  /// The text was typed as a code while the station waits for a PIN, and may be that PIN.
  case pinPrompted
}
