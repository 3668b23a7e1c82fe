/// An option of a command: its name, the type of its value and its help, in one place.
package struct Option: Sendable {
  /// The name without its two hyphens.
  package let name: String

  /// The type of the value; nil if the option has no value.
  package let kind: ValueKind?

  /// The placeholder for the value in the help; nil if the option needs no value.
  package let placeholder: String?

  /// The default value; nil if there is none.
  package let standard: String?

  /// True if the option may be given several times.
  package let repeats: Bool

  /// True if a command without the option is an error.
  package let isRequired: Bool

  /// True if the value must not appear in a message.
  package let isSecret: Bool

  /// The heading of the group in the help to which the option belongs; empty for none.
  package let section: String

  /// A short phrase that describes the purpose.
  package let help: String

  /// Creates an option with a value. A default value that is not of its type is a programming error and traps.
  package init(
    _ name: String, _ kind: ValueKind, _ placeholder: String? = nil, standard: String? = nil, repeats: Bool = false,
    isRequired: Bool = false, isSecret: Bool = false, section: String = "", _ help: String
  ) {
    precondition(
      !name.isEmpty && name.utf8.allSatisfy(Self.isNameByte),
      "The option \(name) is not a word of lower-case letters, digits and hyphens.")
    precondition(!Self.reserved.contains(name), "The option \(name) is one that every program has.")
    precondition(standard.map(kind.accepts) ?? true, "The default of \(name) must be \(kind.expectation).")
    self.name = name
    self.kind = kind
    self.placeholder = kind == .yesNo ? nil : placeholder ?? kind.placeholder
    self.standard = standard
    self.repeats = repeats
    self.isRequired = isRequired
    self.isSecret = isSecret
    self.section = section
    self.help = help
  }

  /// Creates an option with any text as its value, or without a value if the placeholder is nil.
  package init(_ name: String, _ placeholder: String?, _ help: String) {
    self.name = name
    kind = placeholder == nil ? nil : .anyText
    self.placeholder = placeholder
    standard = nil
    repeats = false
    isRequired = false
    isSecret = false
    section = ""
    self.help = help
  }

  /// Creates an option without a value.
  package static func flag(_ name: String, _ help: String) -> Option { Option(name, nil, help) }

  /// The options of every program.
  package static let reserved: Set<String> = ["help", "version"]

  /// The option with its hyphens and its placeholder, such as `--port NUMBER`.
  var synopsis: String { "--\(name)" + (placeholder.map { " \($0)" } ?? "") }

  /// The help with the default value.
  var description: String {
    guard let standard, !isSecret, kind != .yesNo || standard != "no" || !section.isEmpty else { return help }
    return help + (standard.isEmpty ? " (none)" : " (\(standard))")
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
  }
}
