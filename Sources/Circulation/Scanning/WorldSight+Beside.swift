internal import Deadwax
internal import Desk
internal import Lending
internal import Storage

extension WorldSight {
  /// What the other readers of the desk see with this reading, so near in time that it is one hand: the barcode on the
  /// sleeve for a tag, the tag of the disc for a barcode.
  ///
  /// - Parameters:
  ///   - reading: what was read now; it is noted for the others.
  ///   - reader: what has read it.
  ///   - live: what the hub's memory knows.
  /// - Returns: records, each copy with its release.
  /// - Throws: a `StorageError`.
  func beside(_ reading: Reading, _ reader: String, _ live: DeskStep.Live) throws -> [CodeTarget] {
    let now = transaction.now
    let key = Code.classify(reading.text, symbology: reading.symbology).key
    let together = house.desk.togetherTime
    var keys: [Code.Key]
    if reading.symbology == .tagUID {
      keys = live.sightings.beside(reader, at: station, within: together, of: now).map(\.key)
    } else {
      keys = live.tags.field.tags(at: station).filter { $0.reader != reader && now - $0.since <= together }
        .map { Code.Key($0.uid) }
      if let key { live.sightings.note(key, by: reader, at: station, now) }
    }
    keys.removeAll { $0 == key }
    var found: [CodeTarget] = []
    for key in keys {
      // A barcode may be that of several releases: the record in the hand may be any of them.
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
