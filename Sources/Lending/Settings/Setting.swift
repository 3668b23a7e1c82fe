/// A setting of the library, with the values that it accepts. `Setting.all` is the table of all settings.
package struct Setting: Sendable {
  /// The area of a setting, the first word of its key.
  package enum Section: String, CaseIterable, Sendable {
    case calendar, loan, limits, renewal, returns, holds, fees, reminders, privacy, cards, station, appearance,
      attachments, sources, places, lists, plays, backups
  }

  /// The key, such as `loan.days.cd`; never changed once released.
  package let key: String
  package let kind: Kind
  /// The effect of the setting, in one sentence.
  package let help: String
  /// The default value, as a text.
  package let `default`: String

  private let read: @Sendable (LibraryPolicy) -> Value
  private let write: @Sendable (inout LibraryPolicy, Value) -> Void

  init(
    _ key: String, _ kind: Kind, _ help: String, read: @escaping @Sendable (LibraryPolicy) -> Value,
    write: @escaping @Sendable (inout LibraryPolicy, Value) -> Void
  ) {
    self.key = key
    self.kind = kind
    self.help = help
    self.read = read
    self.write = write
    `default` = kind.text(of: read(LibraryPolicy()))
  }

  package var section: Section {
    Section(rawValue: String(key.prefix { $0 != "." })) ?? .station
  }

  /// Returns the value in a policy, as a text that `validate` accepts and returns unchanged.
  package func text(in policy: LibraryPolicy) -> String { kind.text(of: read(policy)) }

  /// Returns the text that people see for a stored text: a time zone by its name, any other text unchanged.
  package func displayed(_ stored: String) -> String {
    guard kind == .text(.timeZone), let zone = try? LibraryTimeZone(stored: stored) else { return stored }
    return zone.description
  }

  /// Sets the value in a policy.
  ///
  /// - Throws: a `PolicyError` that names the problem in the text.
  package func set(_ text: String, in policy: inout LibraryPolicy) throws(PolicyError) {
    write(&policy, try value(of: text))
  }

  /// Returns the canonical text to store, without surrounding white space.
  ///
  /// - Throws: a `PolicyError` that names the problem and the accepted values.
  package func validate(_ text: String) throws(PolicyError) -> String { kind.text(of: try value(of: text)) }

  private func value(of text: String) throws(PolicyError) -> Value {
    do {
      return try kind.value(of: text)
    } catch {
      throw PolicyError("\(key): \(error.sentence)")
    }
  }

  /// Returns the setting with that key; nil if there is none.
  package static func named(_ key: String) -> Setting? { byKey[key] }

  /// Looks up a setting and validates a value for it.
  ///
  /// - Returns: the canonical text to store.
  /// - Throws: a `PolicyError` for an unknown key or an invalid value.
  package static func validate(_ key: String, _ text: String) throws(PolicyError) -> String {
    guard let setting = named(key) else { throw unknown(key) }
    return try setting.validate(text)
  }

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  private static func unknown(_ key: String) -> PolicyError {
    let near = all.map(\.key).filter { $0.hasPrefix(key.prefix { $0 != "." } + ".") }
    let list = near.isEmpty ? Section.allCases.map { $0.rawValue + ".…" } : near
    return PolicyError("There is no setting '\(shortened(key))'. The settings are: \(list.joined(separator: ", ")).")
  }

  /// Shortens the user's text for an error sentence.
  static func shortened(_ text: String) -> String {
    let printable = text.map { $0.isNewline ? " " : $0 }
    return printable.count > 60 ? String(printable.prefix(60)) + "…" : String(printable)
  }
}
