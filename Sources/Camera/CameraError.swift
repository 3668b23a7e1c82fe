/// Why a source cannot be used now. The description is one sentence.
package enum CameraError: Error, Equatable, CustomStringConvertible {
  /// The folder cannot be watched; the reason is the system's.
  case unwatchable(folder: String, reason: String)

  package var description: String {
    switch self {
    case .unwatchable(let folder, let reason): "The folder \(folder) cannot be watched: \(reason)."
    }
  }
}
