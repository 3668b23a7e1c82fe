package import Deadwax
internal import Execution
internal import Lending
package import OfflineStation
internal import Secrets
internal import Storage

extension OfflineService {
  /// The replica for one station: the data it needs to work while the hub is unreachable.
  package struct MadeReplica: Sendable {
    /// The version, from which the `ETag` is derived.
    package var version: String
    /// The records that concern this station, and the sealed key for the keyed digests of the codes.
    package var head: [UInt8]
    package var codes: ReplicaCache.Made
  }

  /// Builds the replica for a station, unless the station has the current one. For a million copies this can take
  /// seconds, once for all stations, so do not call it on a lane on which others wait.
  ///
  /// - Parameters:
  ///   - station: the station, which is created if it is new.
  ///   - secret: derived from the station's token; nothing else opens the key of the codes.
  ///   - known: returns true for the version that the station has.
  ///   - words: returns the texts for each outcome in a language.
  /// - Returns: the replica; nil if the station has it already.
  /// - Throws: a `StorageError`.
  package func replica(
    for station: Station.Name, secret: [UInt8], unless known: (_ version: String) -> Bool,
    words: (_ language: String) -> [String: Replica.Meta.Words]
  ) throws -> MadeReplica? {
    try makeKnown(station)
    let (rules, version) = try database.read { reading in
      (
        ReplicaCache.Rules(
          library: try policies.library(in: reading), station: try policies.station(try reading.stationPolicy(station))),
        try reading.replicaVersion()
      )
    }
    // The same codes for another station, or with other texts, are a different document.
    if known(version) { return nil }
    if let present = replicas.present(rules, version: version), known(present.version) { return nil }
    let codes = try replicas.codes(rules, version: version, in: database)
    let (library, policy) = (rules.library, rules.station)
    let meta = Replica.Meta(
      madeAt: codes.madeAt, event: codes.event, station: station, sealedKey: KeySeal.seal(codes.key, with: secret),
      home: policy.home, sessionSeconds: Int(library.stations.sessionTime.components.seconds),
      returnsInAuto: policy.returnsInAuto, cardPatterns: library.cards.patterns, language: policy.language,
      words: words(policy.language))
    return MadeReplica(version: codes.version, head: meta.bytes, codes: codes)
  }

  private func makeKnown(_ station: Station.Name) throws {
    guard try database.read({ try $0.station(station) }) == nil else { return }
    try database.write { [policies] transaction in
      guard try transaction.station(station) == nil else { return }
      let policy = try policies.station(try transaction.stationPolicy(station))
      try transaction.save(StationState(mode: policy.home), of: station)
    }
  }
}
