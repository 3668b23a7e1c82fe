/// A configuration key. The same word is the flag, the line in the file and the variable.
package struct Key: Sendable {
  /// The type of a key's values.
  package enum Kind: Sendable, Equatable {
    case text
    /// A whole number in this range.
    case number(ClosedRange<Int>)
    /// `yes` or `no` (also on, off, true, false, 1, 0). The flag alone means yes.
    case yesNo
    /// A choice of one of these words.
    case choice([String])
    /// A list of words, separated by commas.
    case list
    /// A path of a file or folder.
    case path
  }

  /// The name, in lower-case letters with hyphens. `allowed-hosts` is the flag `--allowed-hosts`, the variable
  /// `DEADWAX_ALLOWED_HOSTS` and the line `allowed-hosts = …`.
  package let name: String

  /// The `[section]` of the file to which the key belongs.
  package let section: String
  package let kind: Kind

  /// The default value, nil if there is none.
  package let standard: String?

  /// A short phrase that describes the key's purpose.
  package let help: String

  /// True if the value is never displayed.
  package let isSecret: Bool

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - name: a word of lower-case letters, digits and hyphens, unique across all sections.
  ///   - section: the section of the file.
  ///   - kind: the type of the values.
  ///   - standard: the default value, which must be of this type.
  ///   - help: the key's purpose.
  ///   - isSecret: true if the value must not be displayed. Prefer to store secrets in files and to configure their
  ///     paths.
  package init(
    _ name: String, section: String, _ kind: Kind = .text, standard: String? = nil, help: String,
    isSecret: Bool = false
  ) {
    self.name = name
    self.section = section
    self.kind = kind
    self.standard = standard
    self.help = help
    self.isSecret = isSecret
  }

  /// The environment variable for the key.
  package var variable: String {
    "DEADWAX_"
      + String(decoding: name.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : upper($0) }, as: UTF8.self)
  }

  private func upper(_ byte: UInt8) -> UInt8 { (0x61...0x7A).contains(byte) ? byte - 0x20 : byte }

  /// A description of valid values, which ends the sentence "… must be".
  var expectation: String {
    switch kind {
    case .text: "some text"
    case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .yesNo: "yes or no"
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .list: "words separated by commas"
    case .path: "a path"
    }
  }

  /// The placeholder for a value in the help text, nil if the flag needs no value.
  var placeholder: String? {
    switch kind {
    case .text: "TEXT"
    case .number: "NUMBER"
    case .yesNo: nil
    case .choice(let words): words.joined(separator: "|")
    case .list: "A,B,…"
    case .path: "PATH"
    }
  }

  /// Returns true if a text is a valid value.
  func accepts(_ text: String) -> Bool {
    switch kind {
    case .text, .path: !text.isEmpty
    case .number(let range): Int(text).map(range.contains) ?? false
    case .yesNo: Self.truth(text) != nil
    case .choice(let words): words.contains(text)
    case .list: true
    }
  }

  static func truth(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "on", "true", "1": true
    case "no", "off", "false", "0": false
    default: nil
    }
  }
}
