/// A setting with its current value.
package struct SettingView: Hashable, Sendable {
  package var key: String
  package var section: String
  /// The type of its value: `number`, `seconds`, `yes-no`, `choice`, `text`, `time-zone`, `list`, `map` or `date`.
  package var kind: String
  /// The values of a setting that accepts certain words only; nil for any other.
  package var choices: [String]?
  package var value: String
  package var standard: String
  package var help: String
  /// A sentence for people that says which values are allowed.
  package var hint: String
  /// The version; 0 if the setting was never changed.
  package var version: Int
  /// The facts about a time zone; nil for other settings.
  package var timeZone: TimeZoneView?

  package init(
    key: String, section: String, kind: String, choices: [String]?, value: String, standard: String, help: String,
    hint: String, version: Int, timeZone: TimeZoneView?
  ) {
    self.key = key
    self.section = section
    self.kind = kind
    self.choices = choices
    self.value = value
    self.standard = standard
    self.help = help
    self.hint = hint
    self.version = version
    self.timeZone = timeZone
  }
}
