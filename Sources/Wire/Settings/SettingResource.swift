/// A setting of the library.
package struct SettingResource: Codable, Sendable {
  /// The name of the setting.
  package var key: String
  /// Its section on the settings page.
  package var section: String
  /// The type of its values.
  package var kind: String
  /// The values of a setting that accepts certain words only.
  package var choices: [String]?
  /// The current value.
  package var value: String
  /// The default value.
  package var `default`: String
  /// A sentence about its effect.
  package var help: String
  /// The version, for `If-Match`; 0 if it was never set.
  package var version: Int
  package var timeZone: TimeZoneFacts?

  package init(
    key: String, section: String, kind: String, choices: [String]?, value: String, default: String, help: String,
    version: Int, timeZone: TimeZoneFacts? = nil
  ) {
    self.key = key
    self.section = section
    self.kind = kind
    self.choices = choices
    self.value = value
    self.default = `default`
    self.help = help
    self.version = version
    self.timeZone = timeZone
  }
}
