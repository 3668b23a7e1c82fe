package import Deadwax
internal import Execution
package import Lending
internal import Storage

/// The policies of the stations.
package struct StationSettings: Sendable {
  let room: StaffContext

  package struct Held: Hashable, Sendable {
    package var policy: StationPolicy
    /// The version of the policy; 0 if it was never changed.
    package var version: Int

    package init(policy: StationPolicy, version: Int) {
      self.policy = policy
      self.version = version
    }
  }

  /// Returns the policy of a station.
  ///
  /// - Throws: `StaffError.noSuchStation`.
  package func policy(of station: Station.Name) throws -> Held {
    try room.database.read { try $0.held(station) }
  }

  /// Changes the policy of a station. An open session or prompt continues. An idle station changes to the new home mode
  /// if it was in the old one, or in a mode that is no longer allowed.
  ///
  /// - Parameters:
  ///   - policy: the policy, as `StationPolicy(json:)` accepts it.
  ///   - station: the station.
  ///   - ifVersion: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the policy after the change.
  /// - Throws: `StaffError.noSuchStation`, `.staleVersion`, or `.badValue` for an unknown language or receipt, or if
  ///   the home mode is not among the modes.
  package func set(
    _ policy: StationPolicy, of station: Station.Name, ifVersion: Int? = nil, by: String?
  ) throws -> Held {
    guard policy.allows(policy.home) else {
      throw StaffError.badValue(
        field: "home", sentence: "home is \(policy.home.rawValue), which is not one of the modes of this station.")
    }
    try check(policy.language, "language", StationPolicy.languages)
    try check(policy.receipt, "receipt", StationPolicy.receipts)
    return try room.write { transaction in
      let before = try transaction.held(station)
      if let ifVersion, ifVersion != before.version { throw StaffError.staleVersion(now: before.version) }
      try transaction.setStationPolicy(try ColumnJSON.write(policy), of: station)
      guard try transaction.storeChange(.setting, by: by) != nil else { return before }
      try transaction.publish(.settingChanged, station: station, subject: station.text)
      try transaction.goHome(station, from: before.policy.home, to: policy)
      return try transaction.held(station)
    }
  }

  private func check(_ word: String, _ field: String, _ words: [String]) throws {
    guard words.contains(word) else {
      throw StaffError.badValue(field: field, sentence: "It must be one of \(words.joined(separator: ", ")).")
    }
  }
}

extension WriteTransaction {
  /// Changes an idle station to its new home mode, if it was in the old one or if its mode is no longer allowed.
  fileprivate func goHome(_ station: Station.Name, from old: Mode, to policy: StationPolicy) throws {
    guard old != policy.home, var state = try self.station(station)?.state, state.session == nil, state.stage == .idle,
      state.staff == nil, state.mode == old || !policy.allows(state.mode)
    else { return }
    state.mode = policy.home
    try put(station, in: state, because: "policy.home")
  }
}

extension Queryable {
  fileprivate func held(_ station: Station.Name) throws -> StationSettings.Held {
    guard try self.station(station) != nil else { throw StaffError.noSuchStation }
    let policy = try stationPolicy(station).map { try ColumnJSON.read(StationPolicy.self, $0) } ?? StationPolicy()
    return StationSettings.Held(policy: policy, version: try stationPolicyVersion(station))
  }
}
