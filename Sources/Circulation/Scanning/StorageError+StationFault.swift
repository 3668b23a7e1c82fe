internal import Deadwax
package import Storage

extension StorageError {
  /// The kind of fault, for the screens, if the error means that the database cannot be written; nil if the request
  /// itself caused it.
  package var stationFault: String? {
    switch code {
    case .full: StationState.Fault.full
    case .moved: StationState.Fault.moved
    case .readOnly: StationState.Fault.readOnly
    case .busy where call == Self.queueCall: StationState.Fault.overloaded
    case .busy, .locked: StationState.Fault.locked
    case .inputOutput, .corrupt, .cannotOpen, .notADatabase: StationState.Fault.damaged
    default: nil
    }
  }
}
