extension HousePolicy {
  /// The policy that settings make, as they are kept: by key.
  ///
  /// What cannot be read keeps its default, and what has another meaning than these rules is passed over: a house must
  /// be able to open with whatever its database holds. `problems(in:)` tells what was left out.
  package init(settings: [String: String]) {
    self.init()
    guard !settings.isEmpty else { return }
    for setting in Setting.all {
      guard let text = settings[setting.key] else { continue }
      try? setting.set(text, in: &self)
    }
  }

  /// Every setting with what this policy has for it. Made into a policy again it is this one, as long as its times are
  /// whole seconds and its hard date is the end of a day.
  package var settings: [String: String] {
    Dictionary(uniqueKeysWithValues: Setting.all.map { ($0.key, $0.text(in: self)) })
  }

  /// What is wrong with settings as they are kept, in the order of the table.
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
