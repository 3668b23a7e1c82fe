internal import Deadwax

extension Setting {
  static func whole(
    _ key: String, _ path: any WritableKeyPath<LibraryPolicy, Int> & Sendable, _ range: ClosedRange<Int>, _ help: String
  ) -> Setting {
    Setting(
      key, .whole(range, canBeOff: false), help, read: { .number($0[keyPath: path]) },
      write: { policy, value in
        if let number = value.number { policy[keyPath: path] = number }
      })
  }

  static func optional(
    _ key: String, _ path: any WritableKeyPath<LibraryPolicy, Int?> & Sendable, _ range: ClosedRange<Int>,
    _ help: String
  ) -> Setting {
    Setting(
      key, .whole(range, canBeOff: true), help, read: { .optional($0[keyPath: path]) },
      write: { $0[keyPath: path] = $1.number })
  }

  static func flag(_ key: String, _ path: any WritableKeyPath<LibraryPolicy, Bool> & Sendable, _ help: String)
    -> Setting
  {
    Setting(key, .yesNo, help, read: { .flag($0[keyPath: path]) }, write: { $0[keyPath: path] = $1 == .flag(true) })
  }

  /// A choice among the values of a type, by their raw values.
  static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ key: String, _ path: any WritableKeyPath<LibraryPolicy, Value> & Sendable, _ help: String
  ) -> Setting {
    Setting(
      key, .choice(Value.allCases.map(\.rawValue)), help, read: { .word($0[keyPath: path].rawValue) },
      write: { policy, value in
        if let value = Value(rawValue: value.text) { policy[keyPath: path] = value }
      })
  }

  static func map(
    _ key: String, _ path: any WritableKeyPath<LibraryPolicy, [String: Int]> & Sendable, _ range: ClosedRange<Int>,
    _ help: String
  ) -> Setting {
    Setting(
      key, .map(.groups, range), help, read: { .map($0[keyPath: path]) }, write: { $0[keyPath: path] = $1.map })
  }

  /// Converts `["students": [.cd: 7]]` to `["students/cd": 7]`.
  static func flat(_ map: [String: [Medium: Int]]) -> [String: Int] {
    var flat: [String: Int] = [:]
    for (group, media) in map {
      for (medium, days) in media { flat["\(group)/\(medium.rawValue)"] = days }
    }
    return flat
  }

  static func deep(_ map: [String: Int]) -> [String: [Medium: Int]] {
    var deep: [String: [Medium: Int]] = [:]
    for (key, days) in map {
      let halves = key.split(separator: "/").map(String.init)
      guard halves.count == 2, let medium = Medium(rawValue: halves[1]) else { continue }
      deep[halves[0], default: [:]][medium] = days
    }
    return deep
  }
}

extension Setting.Value {
  static func optional(_ number: Int?) -> Setting.Value { number.map { .number($0) } ?? .off }

  var number: Int? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  /// The word; empty for any other value.
  var text: String {
    guard case .word(let word) = self else { return "" }
    return word
  }

  var items: [String] {
    guard case .list(let items) = self else { return [] }
    return items
  }

  var map: [String: Int] {
    guard case .map(let map) = self else { return [:] }
    return map
  }
}
