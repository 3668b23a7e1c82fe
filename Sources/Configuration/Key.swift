/// One thing that can be configured: the same word is the flag, the line in the file and the variable.
package struct Key: Sendable {
  /// What a value may be.
  package enum Kind: Sendable, Equatable {
    case text
    /// A whole number in this range.
    case number(ClosedRange<Int>)
    /// `yes` or `no` (also on, off, true, false, 1, 0); the flag alone means yes.
    case yesNo
    /// One of these words.
    case choice([String])
    /// Words between commas.
    case list
    /// A file or folder.
    case path
  }

  /// In small letters, with hyphens: `allowed-hosts` is the flag `--allowed-hosts`, the variable
  /// `DEADWAX_ALLOWED_HOSTS` and the line `allowed-hosts = …`.
  package let name: String

  /// The `[section]` of the file that it stands in.
  package let section: String
  package let kind: Kind

  /// What it is where nobody says; nil where it then has no value.
  package let standard: String?

  /// What it is for, as a short phrase.
  package let help: String

  /// Its value is never shown.
  package let isSecret: Bool

  /// - Parameters:
  ///   - name: one word of small letters, digits and hyphens, in no other section.
  ///   - section: the section of the file.
  ///   - kind: what a value may be.
  ///   - standard: what it is where nobody says; must be such a value.
  ///   - help: what it is for.
  ///   - isSecret: whether its value must not be shown. Better keep secrets in files and configure their paths.
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

  /// The environment variable of the same meaning.
  package var variable: String {
    "DEADWAX_"
      + String(decoding: name.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : upper($0) }, as: UTF8.self)
  }

  private func upper(_ byte: UInt8) -> UInt8 { (0x61...0x7A).contains(byte) ? byte - 0x20 : byte }

  /// What a value must be, to end the sentence "… must be".
  var expectation: String {
    switch kind {
    case .text: "some text"
    case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .yesNo: "yes or no"
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .list: "words between commas"
    case .path: "a path"
    }
  }

  /// What stands for a value in the help text; nil where the flag needs none.
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

  /// Whether a text can be its value.
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
