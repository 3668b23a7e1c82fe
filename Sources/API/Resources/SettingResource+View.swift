internal import Staff
internal import Wire

extension SettingResource {
  init(_ view: SettingView) {
    self.init(
      key: view.key, section: view.section, kind: view.kind, choices: view.choices, value: view.value,
      default: view.standard,
      help: view.help, version: view.version,
      timeZone: view.timeZone.map { TimeZoneFacts(rule: $0.rule, abbreviation: $0.abbreviation, offset: $0.offset) })
  }
}
