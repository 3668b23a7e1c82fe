package import Deadwax
package import Lending
internal import Storage

/// What the house decided about each desk.
package struct StationSettings: Sendable {
  let room: CounterRoom

  package struct Held: Hashable, Sendable {
    package var policy: StationPolicy
    /// Of what was decided: 0 while nobody has.
    package var version: Int

    package init(policy: StationPolicy, version: Int) {
      self.policy = policy
      self.version = version
    }
  }

  /// What was decided about a desk.
  ///
  /// - Throws: `CounterError.noSuchStation`.
  package func policy(of station: Station.Name) throws -> Held {
    try room.database.read { try $0.held(station) }
  }

  /// Decides about a desk anew. What is open at it goes on.
  ///
  /// - Parameters:
  ///   - policy: as `StationPolicy(json:)` lets it in.
  ///   - station: which desk.
  ///   - ifVersion: what the caller saw; nil for whatever it is.
  ///   - by: who does it.
  /// - Returns: the policy as it stands now.
  /// - Throws: `CounterError.noSuchStation`, `.staleVersion`, or `.badValue` for a language or a receipt that there is not,
  ///   or modes without the one in which the desk stands.
  package func set(
    _ policy: StationPolicy, of station: Station.Name, ifVersion: Int? = nil, by: String?
  ) throws -> Held {
    guard policy.allows(policy.home) else {
      throw CounterError.badValue(
        field: "home", sentence: "home is \(policy.home.rawValue), which is not among the modes of this station.")
    }
    try check(policy.language, "language", StationPolicy.languages)
    try check(policy.receipt, "receipt", StationPolicy.receipts)
    return try room.write { transaction in
      let before = try transaction.held(station)
      if let ifVersion, ifVersion != before.version { throw CounterError.staleVersion(now: before.version) }
      try transaction.setStationPolicy(try StateText.write(policy), of: station)
      guard try transaction.keepChange(.setting, by: by) != nil else { return before }
      try transaction.publish(.settingChanged, station: station, subject: station.text)
      return try transaction.held(station)
    }
  }

  private func check(_ word: String, _ field: String, _ words: [String]) throws {
    guard words.contains(word) else {
      throw CounterError.badValue(field: field, sentence: "It is one of \(words.joined(separator: ", ")).")
    }
  }
}

extension Queryable {
  fileprivate func held(_ station: Station.Name) throws -> StationSettings.Held {
    guard try self.station(station) != nil else { throw CounterError.noSuchStation }
    let policy = try stationPolicy(station).map { try StateText.read(StationPolicy.self, $0) } ?? StationPolicy()
    return StationSettings.Held(policy: policy, version: try stationPolicyVersion(station))
  }
}
