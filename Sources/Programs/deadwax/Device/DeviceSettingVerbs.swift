internal import CommandLineArguments
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  private static let deviceSettings = "/api/v1/device-settings"

  /// The commands for what programs remember about devices, in the order of the help.
  static let device = [deviceList, deviceSet, deviceClear, deviceMove]

  /// `deadwax device list`: lists the settings of devices.
  static let deviceList = Verb(
    "device list", operands: [.optional("DEVICE")], summary: "list what programs remember about devices",
    details: "Needs the role staff. The key device-settings of the hub says which store has the settings.",
    examples: [("device list", "all devices"), ("device list speaker-1", "one device")]
  ) { invocation in
    let page = try HubClient(invocation).wholeList(deviceSettings)
    let device = invocation.operands.first
    return try ListReport.show(page, invocation, giving: 2, none: "No settings of devices found.") {
      (item: DeviceSettingResource, table) in
      if device == nil || item.device == device { table.add(item.device, item.name, item.value) }
    }
  }

  /// `deadwax device set`: remembers a setting of a device.
  static let deviceSet = Verb(
    "device set", operands: [.one("DEVICE"), .one("NAME"), .one("VALUE")], summary: "remember a setting of a device",
    details: "Needs the role staff. It replaces an earlier value and cannot be undone.",
    examples: [("device set speaker-1 volume 7", "the volume of a speaker")]
  ) { invocation in
    let words = invocation.operands
    try HubClient(invocation).give(
      ChangeRequest(.post, deviceSettings, DeviceSettingResource(device: words[0], name: words[1], value: words[2])))
    StandardOutput.line("Remembered.")
    return .done
  }

  /// `deadwax device clear`: removes the settings of a device, or of all devices.
  static let deviceClear = Verb(
    "device clear", operands: [.optional("DEVICE")], summary: "clear what programs remember about devices",
    details: "Needs the role staff. It cannot be undone. Without DEVICE, the settings of all devices are removed.",
    examples: [("device clear speaker-1", "one device"), ("device clear", "all devices")]
  ) { invocation in
    let query = invocation.operands.first.map { "?device=\(HubClient.encoded($0))" } ?? ""
    try HubClient(invocation).give(ChangeRequest(.delete, deviceSettings + query))
    StandardOutput.line("Cleared.")
    return .done
  }

  /// `deadwax device move`: brings the settings from the other store.
  static let deviceMove = Verb(
    "device move", summary: "bring the settings of devices from the other store",
    details: """
      Needs the role admin. The hub has the store of its key device-settings: the database or a file. After a change of the
      key, this command brings what the other store has, and empties it. A value that is here stays.
      """,
    examples: [("device move", "after a restart with --device-settings file: from the database to the file")]
  ) { invocation in
    let answer = try HubClient(invocation).give(ChangeRequest(.post, deviceSettings + "/move"))
    let result: MovedDeviceSettings = try JSONCoding.decode(answer.body)
    StandardOutput.line(
      invocation.isJSON
        ? JSONCoding.line(answer.body)
        : "\(result.moved) moved to the \(result.store), \(result.kept) were there with a value that stays.")
    return .done
  }
}
