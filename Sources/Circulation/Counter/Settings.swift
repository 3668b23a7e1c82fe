package import Deadwax

/// What the house decides while it runs, each with its default and its history.
package struct Settings: Sendable {
  let room: CounterRoom

  /// In the order of their sections.
  package func all() throws -> [SettingView] { throw CounterError.notYet }

  /// - Throws: `CounterError.noSuchSetting`.
  package func view(_ key: String) throws -> SettingView { throw CounterError.notYet }

  /// Decides something anew.
  ///
  /// - Parameters:
  ///   - key: as `loan.days`, or for a group or a medium `loan.days.cd`.
  ///   - value: as text; nil or the default goes back to the default.
  ///   - ifVersion: what the caller saw; nil for whatever it is.
  ///   - by: who does it.
  /// - Throws: `CounterError.noSuchSetting`, `.staleVersion`, or `.badValue` with a sentence.
  package func set(_ key: String, to value: String?, ifVersion: Int? = nil, by: String?) throws -> SettingView {
    throw CounterError.notYet
  }

  /// How it was set before, the newest first.
  ///
  /// - Throws: `CounterError.noSuchSetting`.
  package func history(of key: String, limit: Int = 50) throws -> [SettingChange] { throw CounterError.notYet }
}

/// A setting as it stands.
package struct SettingView: Hashable, Sendable {
  package var key: String
  package var section: String
  /// How its text is read: `days`, `count`, `seconds`, `yes-no`, `money`, `text` and the like.
  package var kind: String
  package var value: String
  package var standard: String
  package var help: String
  /// 0 while nobody has set it.
  package var version: Int

  package init(
    key: String, section: String, kind: String, value: String, standard: String, help: String, version: Int
  ) {
    self.key = key
    self.section = section
    self.kind = kind
    self.value = value
    self.standard = standard
    self.help = help
    self.version = version
  }
}

/// One time that a setting was decided anew.
package struct SettingChange: Hashable, Sendable {
  package var change: Change
  /// Nil for the default.
  package var before: String?
  package var after: String?

  package init(change: Change, before: String?, after: String?) {
    self.change = change
    self.before = before
    self.after = after
  }
}
