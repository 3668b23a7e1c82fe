import Deadwax
import Foundation
import OfflineStation
import OfflineStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ReplicaFileTests {
  private func replica(_ station: Station.Name = .hubStation) -> Replica {
    let meta = Replica.Meta(
      madeAt: Timestamp(milliseconds: 5), event: 7, station: station, sealedKey: "ab", home: .checkout,
      sessionSeconds: 60,
      returnsInAuto: true, cardPatterns: [], language: "de", words: ["hub-offline": .init(title: "Weg", detail: "")])
    return Replica(meta: meta, codes: Replica.Codes([(9, .copyIn), (3, .card)]))
  }

  @Test func `stored entries are there after a restart`() throws {
    let place = try TemporaryFolder("deadwax-replica")
    let folder = try StationFolder(place.path("station"))
    guard case .none = ReplicaFile.load(folder, station: .hubStation) else {
      Issue.record("something in an empty folder")
      return
    }
    try ReplicaFile.save(replica().bytes, in: folder)
    guard case .replica(let found) = ReplicaFile.load(folder, station: .hubStation) else {
      Issue.record("what was kept is not found")
      return
    }
    #expect(found.meta == replica().meta)
    #expect(found.standing(of: 3) == .card)
    #expect(found.standing(of: 4) == nil)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/\(ReplicaFile.fileName).new"))
  }

  @Test func `a damaged replica, and that of another station, is not used, and this is reported`() throws {
    let place = try TemporaryFolder("deadwax-replica")
    let folder = try StationFolder(place.path("station"))
    let bytes = replica().bytes
    for wrong in [[], Array(bytes.dropLast()), bytes + [0], Array("nonsense".utf8)] {
      try ReplicaFile.save(wrong, in: folder)
      guard case .broken(let said) = ReplicaFile.load(folder, station: .hubStation) else {
        Issue.record("\(wrong.count) bytes were taken for a replica")
        continue
      }
      #expect(said.contains("damaged"))
    }
    try ReplicaFile.save(bytes, in: folder)
    guard case .broken(let said) = ReplicaFile.load(folder, station: try #require(Station.Name("door"))) else {
      Issue.record("the replica of another station was taken")
      return
    }
    #expect(said.contains("belongs to the station desk"))
  }
}
