package import Deadwax

/// A change of a setting.
package struct SettingChange: Hashable, Sendable {
  package var change: Change
  /// The value before; nil for the default.
  package var before: String?
  package var after: String?
}
