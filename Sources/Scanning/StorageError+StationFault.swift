internal import Deadwax
package import Storage

extension StorageError: RecordsFault {
  package var isInterrupted: Bool { kind == .interrupted }

  /// The kind of fault, for the screens, if the error means that the database cannot be written; nil if the request
  /// itself caused it.
  package var stationFault: String? {
    switch kind {
    case .full: StationState.Fault.full
    case .moved: StationState.Fault.moved
    case .readOnly: StationState.Fault.readOnly
    case .overloaded: StationState.Fault.overloaded
    case .busy: StationState.Fault.locked
    case .damaged, .unavailable: StationState.Fault.damaged
    default: nil
    }
  }
}
