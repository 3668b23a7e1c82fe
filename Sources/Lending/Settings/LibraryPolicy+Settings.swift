extension LibraryPolicy {
  /// Creates the policy from stored settings by key.
  ///
  /// An unreadable setting gets its default, and an unknown key is ignored: the library must be able to open with any
  /// database content. `problems(in:)` reports the ignored settings.
  package init(settings: [String: String]) {
    self.init()
    guard !settings.isEmpty else { return }
    for setting in Setting.all {
      guard let text = settings[setting.key] else { continue }
      try? setting.set(text, in: &self)
    }
  }

  /// Every setting with its value in this policy. A policy created from it equals this one, if its times are whole
  /// seconds and its hard date is the end of a day.
  package var settings: [String: String] {
    Dictionary(uniqueKeysWithValues: Setting.all.map { ($0.key, $0.text(in: self)) })
  }

  /// Returns the problems in stored settings, in the order of the table.
  package static func problems(in settings: [String: String]) -> [PolicyError] {
    Setting.all.compactMap { setting in
      guard let text = settings[setting.key] else { return nil }
      do throws(PolicyError) {
        _ = try setting.validate(text)
        return nil
      } catch {
        return error
      }
    }
  }
}
