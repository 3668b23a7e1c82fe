internal import Deadwax
internal import Lanes
package import Lending
package import Storage

/// The library policy and the station policies, according to the settings.
///
/// The policies are cached for as long as the settings do not change. Each deciding transaction checks that, so a
/// changed setting applies to the next scan.
package final class HousePolicies: Sendable {
  private struct Kept {
    var text: String?
    var house: HousePolicy
    var stations: [String: StationPolicy] = [:]
  }

  private let defaults: HousePolicy
  private let kept: Guarded<Kept>

  /// - Parameter defaults: the library policy where no setting overrides it.
  package init(defaults: HousePolicy = HousePolicy()) {
    self.defaults = defaults
    kept = Guarded(Kept(text: nil, house: defaults))
  }

  /// Returns the library policy.
  package func house(in records: any Queryable) throws -> HousePolicy {
    let text = try records.settingsText()
    if let known = kept.withLock({ $0.text == text ? $0.house : nil }) { return known }
    var house = defaults
    let settings = Dictionary(uniqueKeysWithValues: try records.settings().map { ($0.key, $0.value) })
    for setting in Setting.all {
      // A setting that cannot be parsed falls back to its default: the hub must start with any content of its database.
      if let text = settings[setting.key] { try? setting.set(text, in: &house) }
    }
    kept.withLock {
      $0.text = text
      $0.house = house
    }
    return house
  }

  /// Returns the policy of a station.
  ///
  /// - Parameter text: the policy as stored with the station, as JSON; nil for none.
  /// - Returns: the policy.
  /// - Throws: a `StorageError` for invalid JSON.
  package func station(_ text: String?) throws -> StationPolicy {
    guard let text else { return StationPolicy() }
    if let known = kept.withLock({ $0.stations[text] }) { return known }
    let policy = try StateText.read(StationPolicy.self, text)
    kept.withLock { kept in
      if kept.stations.count >= 64 { kept.stations = [:] }
      kept.stations[text] = policy
    }
    return policy
  }
}
