/// One thing that a house can set, with what may be said for it. The table of all is `Setting.all`.
package struct Setting: Sendable {
  /// What it belongs to, the first word of its key.
  package enum Section: String, CaseIterable, Sendable {
    case calendar, loan, limits, renewal, returns, holds, fees, reminders, privacy, cards, desk
  }

  /// As `loan.days.cd`; never changed once released.
  package let key: String
  package let kind: Kind
  /// What it does, in one sentence.
  package let help: String
  /// What holds until somebody sets it, as a text.
  package let `default`: String

  private let read: @Sendable (HousePolicy) -> Value
  private let write: @Sendable (inout HousePolicy, Value) -> Void

  init(
    _ key: String, _ kind: Kind, _ help: String, read: @escaping @Sendable (HousePolicy) -> Value,
    write: @escaping @Sendable (inout HousePolicy, Value) -> Void
  ) {
    self.key = key
    self.kind = kind
    self.help = help
    self.read = read
    self.write = write
    `default` = kind.text(of: read(HousePolicy()))
  }

  package var section: Section {
    Section(rawValue: String(key.prefix { $0 != "." })) ?? .desk
  }

  /// What a policy has for it, as a text that `validate` takes and leaves as it is.
  package func text(in policy: HousePolicy) -> String { kind.text(of: read(policy)) }

  /// Sets it in a policy.
  ///
  /// - Throws: what is wrong with the text.
  package func set(_ text: String, in policy: inout HousePolicy) throws(PolicyError) {
    write(&policy, try value(of: text))
  }

  /// The text as it is kept: without white space around it, in its one form.
  ///
  /// - Throws: what is wrong with it, and what would be right.
  package func validate(_ text: String) throws(PolicyError) -> String { kind.text(of: try value(of: text)) }

  private func value(of text: String) throws(PolicyError) -> Value {
    do {
      return try kind.value(of: text)
    } catch {
      throw PolicyError("\(key): \(error.sentence)")
    }
  }

  /// The setting of that key; nil when there is none.
  package static func named(_ key: String) -> Setting? { byKey[key] }

  /// Looks a setting up, and at what it is to be set to.
  ///
  /// - Returns: the text as it is kept.
  /// - Throws: that there is no such setting, or what is wrong with the text.
  package static func validate(_ key: String, _ text: String) throws(PolicyError) -> String {
    guard let setting = named(key) else { throw unknown(key) }
    return try setting.validate(text)
  }

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  private static func unknown(_ key: String) -> PolicyError {
    let near = all.map(\.key).filter { $0.hasPrefix(key.prefix { $0 != "." } + ".") }
    let list = near.isEmpty ? Section.allCases.map { $0.rawValue + ".…" } : near
    return PolicyError("There is no setting '\(shortened(key))'. There are: \(list.joined(separator: ", ")).")
  }

  /// What somebody typed, short enough for a sentence.
  static func shortened(_ text: String) -> String {
    let printable = text.map { $0.isNewline ? " " : $0 }
    return printable.count > 60 ? String(printable.prefix(60)) + "…" : String(printable)
  }
}
