internal import Deadwax
internal import Lanes
package import Lending
package import Storage

/// The rules of the house and of its desks, as the settings have them.
///
/// What was read is kept as long as the settings say the same, which is asked each time in the transaction that
/// decides: a rule that was changed a moment ago holds for the next scan already.
package final class HousePolicies: Sendable {
  private struct Kept {
    var text: String?
    var house: HousePolicy
    var stations: [String: StationPolicy] = [:]
  }

  private let defaults: HousePolicy
  private let kept: Guarded<Kept>

  /// - Parameter defaults: what holds where no setting says otherwise.
  package init(defaults: HousePolicy = HousePolicy()) {
    self.defaults = defaults
    kept = Guarded(Kept(text: nil, house: defaults))
  }

  /// The rules of the house.
  package func house(in records: any Queryable) throws -> HousePolicy {
    let text = try records.settingsText()
    if let known = kept.withLock({ $0.text == text ? $0.house : nil }) { return known }
    var house = defaults
    let settings = Dictionary(uniqueKeysWithValues: try records.settings().map { ($0.key, $0.value) })
    for setting in Setting.all {
      // What cannot be read keeps its default: a house must be able to open with whatever its database holds.
      if let text = settings[setting.key] { try? setting.set(text, in: &house) }
    }
    kept.withLock {
      $0.text = text
      $0.house = house
    }
    return house
  }

  /// What the house decided about a desk.
  ///
  /// - Parameter text: as it is kept with the desk, JSON; nil for nothing.
  /// - Returns: the policy.
  /// - Throws: a `StorageError` for what is no policy.
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
