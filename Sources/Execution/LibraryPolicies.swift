internal import Deadwax
package import Lending
package import Storage
internal import Threads

/// The library policy and the station policies, according to the settings.
///
/// The policies are cached for as long as the settings do not change. Each deciding transaction checks that, so a
/// changed setting applies to the next scan.
package final class LibraryPolicies: Sendable {
  private struct Cached {
    var text: String?
    var library: LibraryPolicy
    var stations: [String: StationPolicy] = [:]
  }

  private let defaults: LibraryPolicy
  private let cached: Locked<Cached>

  /// - Parameter defaults: the library policy where no setting overrides it.
  package init(defaults: LibraryPolicy) {
    self.defaults = defaults
    cached = Locked(Cached(text: nil, library: defaults))
  }

  /// Returns the library policy.
  package func library(in records: any Queryable) throws -> LibraryPolicy {
    let text = try records.settingsText()
    if let known = cached.withLock({ $0.text == text ? $0.library : nil }) { return known }
    var library = defaults
    let settings = Dictionary(uniqueKeysWithValues: try records.settings().map { ($0.key, $0.value) })
    for setting in Setting.all {
      // A setting that cannot be parsed falls back to its default: the hub must start with any content of its database.
      if let text = settings[setting.key] { try? setting.set(text, in: &library) }
    }
    cached.withLock {
      $0.text = text
      $0.library = library
    }
    return library
  }

  /// Returns the policy of a station.
  ///
  /// - Parameter text: the policy as stored with the station, as JSON; nil for none.
  /// - Returns: the policy.
  /// - Throws: a `StorageError` for invalid JSON.
  package func station(_ text: String?) throws -> StationPolicy {
    guard let text else { return StationPolicy() }
    if let known = cached.withLock({ $0.stations[text] }) { return known }
    let policy = try ColumnJSON.read(StationPolicy.self, text)
    cached.withLock { stored in
      if stored.stations.count >= 64 { stored.stations = [:] }
      stored.stations[text] = policy
    }
    return policy
  }
}
