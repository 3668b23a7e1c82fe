internal import Deadwax

extension ForeignLibrary {
  /// Reads what a program remembers about devices, under keys that end in `DeviceSettings`: a table of settings for each
  /// device, or a list of tables of which each has the `id` of its device.
  ///
  /// - Parameters:
  ///   - table: the notes of the program.
  ///   - leftOut: receives the names of the settings that are no text, number or flag.
  /// - Returns: the settings, each once.
  /// - Throws: `ForeignFileError` for another form, and for a name or a value that is too long.
  static func deviceSettings(
    _ table: [String: PropertyList], leftOut: inout Set<String>
  ) throws(ForeignFileError) -> [DeviceSetting] {
    var settings: [DeviceSetting] = []
    var names: Set<[String]> = []
    for key in table.keys.sorted() where isDevices(key) {
      guard let value = table[key] else { continue }
      for (device, values) in try devices(opened(value), under: key) {
        for name in values.keys.sorted() {
          guard let value = values[name].flatMap(text) else {
            leftOut.insert("\(key).\(device).\(name)")
            continue
          }
          guard let setting = DeviceSetting(device: device, name: name, value: value) else {
            throw wrong(key, "A setting of the device '\(device.prefix(40))' is too long, empty or no text.")
          }
          if names.insert([device, name]).inserted { settings.append(setting) }
        }
      }
    }
    guard settings.count <= DeviceSetting.countLimit else {
      throw .damaged(
        entry: nil, line: nil, column: nil, "There are more than \(DeviceSetting.countLimit) settings of devices.")
    }
    return settings
  }

  private static func devices(
    _ value: PropertyList, under key: String
  ) throws(ForeignFileError) -> [(name: String, settings: [String: PropertyList])] {
    var devices: [(name: String, settings: [String: PropertyList])] = []
    switch value {
    case .table(let table):
      for device in table.keys.sorted() {
        guard case .table(let settings)? = table[device].map(opened) else {
          throw wrong(key, "The device '\(device.prefix(40))' must have a dictionary.")
        }
        devices.append((device, settings))
      }
    case .list(let list):
      for (index, row) in list.enumerated() {
        guard case .table(var settings) = opened(row), let name = settings.removeValue(forKey: "id"),
          case .text(let device) = name
        else { throw .wrongRow(table: key, row: index + 1, "It must be a dictionary with the 'id' of a device.") }
        devices.append((device, settings))
      }
    default: throw wrong(key, "It must be a dictionary of devices.")
    }
    return devices
  }

  private static func text(_ value: PropertyList) -> String? {
    switch value {
    case .text(let text): text
    case .number(let number): String(number)
    case .real(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .time(let milliseconds): Timestamp(milliseconds: milliseconds).description
    case .data, .list, .table: nil
    }
  }
}
