internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension SettingResource {
  /// The value, with a mark if it differs from the default.
  fileprivate var displayed: String { value == `default` ? value : "\(value) *" }

  /// The value; for a time zone with the present local time, by which people can check it.
  fileprivate var checkable: String {
    timeZone.map { "\(printable(value)) (now \(printable($0.abbreviation)), UTC\(printable($0.offset)))" }
      ?? printable(value)
  }
}

extension Verb {
  /// The commands for settings, in the order of the help.
  static let setting = [settingList, settingSet]

  /// `deadwax setting list`: lists the settings.
  static let settingList = Verb(
    "setting list", operands: [.optional("WORD")], summary: "list the settings of the library",
    details:
      "With a WORD, lists only settings with it in their name or help. A * marks a value that is not the default.\n"
      + "Needs the role staff.",
    examples: [("setting list loan", "the settings for loans")]
  ) { invocation in
    let word = invocation.operands.first ?? ""
    let page = try HubClient(invocation).wholeList("/api/v1/settings")
    guard !invocation.isJSON else {
      StandardOutput.line(page.document)
      return .done
    }
    var table = Table(giving: 2)
    for item in page.items {
      let setting: SettingResource = try JSONCoding.decode(item)
      let isWanted = word.isEmpty || "\(setting.key) \(setting.help)".lowercased().contains(word.lowercased())
      if isWanted { table.add(setting.key, setting.displayed, setting.help) }
    }
    table.lines.forEach(StandardOutput.line)
    guard !table.isEmpty else { throw Failure(.notFound, "No setting contains the word \(printable(word)).") }
    return .done
  }

  /// `deadwax setting set`: changes a setting.
  static let settingSet = Verb(
    "setting set", operands: [.one("KEY"), .optional("VALUE")], summary: "change a setting of the library",
    details: "The value applies from the next scan on. Needs the role admin.",
    examples: [
      ("setting set loan.days.cd 21", "lends CDs for three weeks"),
      ("setting set calendar.time-zone Europe/Berlin", "sets the time zone, in which days end at midnight"),
      ("setting set loan.days --default", "restores the default"),
    ],
    options: [Option("default", nil, "restore the default"), .dryRun]
  ) { invocation in
    let isDefault = invocation.has("default")
    guard let key = invocation.operands.first, invocation.operands.count == (isDefault ? 1 : 2) else {
      throw Failure(.usage, isDefault ? "Exactly one key is required." : "A key and a value are required.")
    }
    let hub = try HubClient(invocation)
    let path = "/api/v1/settings/\(HubClient.encoded(key))"
    let before = try hub.get(path)
    let setting: SettingResource = try JSONCoding.decode(before.body)
    let value = isDefault ? setting.default : invocation.operands[1]
    if invocation.has("dry-run") {
      StandardOutput.line("\(printable(setting.key)): \(printable(setting.value)) would become \(printable(value)).")
      return .done
    }
    let document = SettingValue(value: isDefault ? .cleared : .set(value))
    let answer = try hub.give(ChangeRequest(.put, path, document, version: before.headers["etag"]))
    let after: SettingResource = try JSONCoding.decode(answer.body)
    StandardOutput.line(
      invocation.isJSON
        ? JSONCoding.line(answer.body)
        : "\(printable(after.key)): \(printable(setting.value)) → \(after.checkable)")
    return .done
  }
}
