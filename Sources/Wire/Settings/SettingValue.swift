package import Deadwax

/// A value.
package struct SettingValue: Codable, Sendable {
  /// As text; null for the default.
  package var value: PatchField<String>

  package init(value: PatchField<String> = .unchanged) {
    self.value = value
  }
}
