/// The reason why the files of a station cannot be used.
package enum OfflineStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder cannot be created or opened.
  case folder(path: String, reason: String)
  /// Another station uses this folder.
  case inUse(path: String)
  case unreadable(path: String, reason: String)
  /// The data is not on the disk, because the disk is full or broken.
  case notWritten(path: String, reason: String)
  /// The journal has as many waiting scans as it can hold.
  case full(path: String, limit: Int)
  /// The waiting scans in the journal belong to a station with another name.
  case otherStation(path: String, station: String, waiting: Int)

  package var description: String {
    switch self {
    case .folder(let path, let reason): "The folder \(path) cannot be used: \(reason)."
    case .inUse(let path): "Another station runs on the folder \(path)."
    case .unreadable(let path, let reason): "Cannot read \(path): \(reason)."
    case .notWritten(let path, let reason): "Cannot write \(path): \(reason)."
    case .full(let path, let limit): "\(path) is full: \(limit) scans already wait for the hub."
    case .otherStation(let path, let station, let waiting):
      "\(path) has \(waiting) waiting scans of the station \(station). Run it under that name until they are merged."
    }
  }
}
