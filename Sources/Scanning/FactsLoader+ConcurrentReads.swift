internal import Deadwax
internal import Intake
internal import Lending
internal import ReaderProtocol
internal import StationLogic
internal import Storage
internal import TagJobs

extension FactsLoader {
  /// Returns the records that the other readers of the station see so close in time that they belong to the same copy
  /// in the hand. For a tag this is the barcode on the sleeve, for a barcode the tag of the disc.
  ///
  /// - Parameters:
  ///   - reading: the reading, which is stored for the other readers.
  ///   - reader: the reader that reported it.
  ///   - live: the state in memory.
  /// - Returns: the records, each copy with its release.
  /// - Throws: a `StorageError`.
  func concurrentReads(_ reading: Reading, _ reader: String, _ live: StationStep.MemoryState) throws -> [CodeTarget] {
    let now = transaction.now
    let key = Code.classify(reading.text, symbology: reading.symbology).key
    let together = library.stations.togetherTime
    var keys: [Code.Key]
    if reading.symbology == .tagUID {
      // What a reader of many sees is in no hand, and neither is what others see beside it.
      guard !live.tags.presence.has(.many, reader) else { return [] }
      keys = live.sightings.concurrent(reader, at: station, within: together, of: now).map(\.key)
    } else {
      keys = live.tags.presence.tagsInHand(besides: reader, at: station).filter { now - $0.since <= together }
        .map { Code.Key($0.uid) }
      if let key { live.sightings.note(key, by: reader, at: station, now) }
    }
    keys.removeAll { $0 == key }
    var found: [CodeTarget] = []
    for key in keys {
      // A barcode may belong to several releases: the copy in the hand may be any of them.
      let targets = try key.uid.map { try transaction.binding(of: $0).map { [$0.target] } ?? [] }
      for target in try targets ?? transaction.targets(of: key) {
        switch target {
        case .copy(let id):
          guard let copy = try transaction.copy(id) else { continue }
          found += [target, .release(copy.release)].filter { !found.contains($0) }
        case .release: if !found.contains(target) { found.append(target) }
        case .borrower, .place, .slot: break
        }
      }
    }
    return found
  }
}
