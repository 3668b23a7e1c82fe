package import Away
package import Deadwax
internal import Lending
internal import Secrets
internal import Storage

extension AwayService {
  /// Tells whether what a station has to know is still as it was: the same text as long as nothing was changed, and an
  /// hour long, for cards end and loans become overdue by time alone. The station is made if it is new.
  ///
  /// - Throws: a `StorageError`.
  package func replicaVersion(for station: Station.Name) throws -> String {
    if try database.read({ try $0.station(station) }) == nil {
      try database.write { [policies] transaction in
        guard try transaction.station(station) == nil else { return }
        let policy = try policies.station(try transaction.stationPolicy(station))
        try transaction.save(StationState(mode: policy.home), of: station)
      }
    }
    return try database.read { "\(try $0.newestChange())-\($0.now.milliseconds / 3_600_000)" }
  }

  /// Makes what a station has to know to go on while the hub cannot be asked. It may take seconds for a million copies:
  /// not for the lane on which others wait.
  ///
  /// - Parameters:
  ///   - station: for which.
  ///   - words: what is told for each outcome, in a language.
  /// - Returns: it, and its version.
  /// - Throws: a `StorageError`.
  package func replica(
    for station: Station.Name, words: (_ language: String) -> [String: Replica.Meta.Words]
  ) throws -> (replica: Replica, version: String) {
    let salt = hexadecimal(.random(in: .min ... .max)) + hexadecimal(.random(in: .min ... .max))
    let version = try replicaVersion(for: station)
    return try database.read { reading in
      let house = try policies.house(in: reading)
      let policy = try policies.station(try reading.stationPolicy(station))
      let rules = LoanRules(house: house, station: policy)
      let now = reading.now
      var entries: [(digest: UInt64, standing: Replica.Standing)] = []
      let least = house.limits.leastCondition.flatMap { Grade($0) }
      try reading.forEachStanding(
        card: { rules.standing(of: $0, now: now).asStanding },
        isTooWorn: least.map { least in { Grade($0).map { $0 < least } ?? false } }
      ) { key, standing in
        for other in key.asRead {
          entries.append((Digest.of(Replica.text(of: other, salt: salt)).0, standing))
        }
      }
      let meta = Replica.Meta(
        madeAt: now, event: try reading.eventRange().newest, station: station, salt: salt, home: policy.home,
        sessionSeconds: Int(house.desk.sessionTime.components.seconds), returnsInAuto: policy.returnsInAuto,
        cardPatterns: house.cards.patterns, language: policy.language, words: words(policy.language))
      return (Replica(meta: meta, entries: entries), version)
    }
  }

  private func hexadecimal(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }
}

extension Assessment {
  /// How things stand with a card, of what stands against whom it belongs to.
  fileprivate var asStanding: Replica.Standing {
    if blockers.contains(.cardBlocked) { return .cardBlocked }
    if blockers.contains(.cardExpired) { return .cardExpired }
    return blockers.isEmpty ? .card : .cardHindered
  }
}

extension Code.Key {
  /// All keys under which a reader's text may be looked up: a tag also backwards, as readers of the other byte order tell
  /// it; and a text that is a number of the trade also as that, for so a scanner reads it.
  fileprivate var asRead: [Code.Key] {
    switch self.class {
    case .tag: uid.map { $0 == $0.reversed ? [self] : [self, Code.Key($0.reversed)] } ?? [self]
    case .text: GTIN(key: value).map { [self, Code.Key(class: .gtin, value: $0.key)] } ?? [self]
    case .own, .gtin: [self]
    }
  }
}
