package import Deadwax

/// A change of a setting.
package struct SettingChange: Hashable, Sendable {
  package var change: Change
  /// The value before; nil for the default.
  package var before: String?
  package var after: String?

  package init(change: Change, before: String?, after: String?) {
    self.change = change
    self.before = before
    self.after = after
  }
}
