package import Away
package import Deadwax
internal import Glibc

/// What a station knows of the house while its hub is away, on its own disk.
package enum ReplicaFile {
  package static let fileName = "replica.away"

  /// What was found.
  package enum Found: Sendable {
    case replica(Replica)
    case none
    /// It cannot be used; in a sentence.
    case broken(String)
  }

  /// Reads what was kept.
  ///
  /// - Parameters:
  ///   - folder: of the station.
  ///   - station: for which it must have been made.
  /// - Returns: the replica, if it is whole and this station's.
  package static func load(_ folder: StationFolder, station: Station.Name) -> Found {
    let bytes: [UInt8]
    do throws(AwayStoreError) {
      guard let read = try folder.read(fileName) else { return .none }
      bytes = read
    } catch {
      return .broken("\(error)")
    }
    guard let replica = Replica(bytes: bytes) else {
      return .broken("What the station knew of the house (\(folder.path)/\(fileName)) is damaged, and is left out.")
    }
    guard replica.meta.station == station else {
      return .broken("\(folder.path)/\(fileName) is of the station \(replica.meta.station), and is left out.")
    }
    return .replica(replica)
  }

  /// Keeps the bytes of a replica in the place of the one before.
  ///
  /// - Throws: `AwayStoreError.notWritten`. Then the old one is there as it was.
  package static func save(_ bytes: [UInt8], in folder: StationFolder) throws(AwayStoreError) {
    close(try folder.replace(fileName, with: bytes))
  }
}
