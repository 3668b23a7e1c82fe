package import Deadwax
internal import Glibc
package import OfflineStation

/// The replica file of an offline station, on its own disk.
package enum ReplicaFile {
  package static let fileName = "replica.offline"

  /// The result of loading the file.
  package enum Found: Sendable {
    case replica(Replica)
    case none
    /// The file cannot be used. The sentence gives the reason.
    case broken(String)
  }

  /// Loads the stored replica.
  ///
  /// - Parameters:
  ///   - folder: the folder of the station.
  ///   - station: the station that the replica must belong to.
  /// - Returns: the replica, if it is intact and belongs to this station.
  package static func load(_ folder: StationFolder, station: Station.Name) -> Found {
    let bytes: [UInt8]
    do throws(OfflineStoreError) {
      guard let read = try folder.read(fileName) else { return .none }
      bytes = read
    } catch {
      return .broken("\(error)")
    }
    guard let replica = Replica(bytes: bytes) else {
      return .broken("The replica \(folder.path)/\(fileName) is damaged and is not used.")
    }
    guard replica.meta.station == station else {
      return .broken(
        "The replica \(folder.path)/\(fileName) belongs to the station \(replica.meta.station) and is not used.")
    }
    return .replica(replica)
  }

  /// Stores the bytes of a replica in place of the previous one.
  ///
  /// - Throws: `OfflineStoreError.notWritten`. The previous replica is then unchanged, unless only the last sync of the
  ///   folder failed.
  package static func save(_ bytes: [UInt8], in folder: StationFolder) throws(OfflineStoreError) {
    close(try folder.replace(fileName, with: bytes))
  }
}
