package import CommandLineArguments

/// A configuration key. The same word is the flag, the line in the file and the variable.
package struct Key: Sendable {
  /// The name, in lower-case letters with hyphens. `allowed-hosts` is the flag `--allowed-hosts`, the variable
  /// `DEADWAX_ALLOWED_HOSTS` and the line `allowed-hosts = …`.
  package let name: String

  /// The `[section]` of the file to which the key belongs.
  package let section: String
  package let kind: ValueKind

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
    _ name: String, section: String, _ kind: ValueKind = .text, standard: String? = nil, help: String,
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

  /// The option of the command line for the key.
  var option: Option {
    Option(name, kind, standard: standard, isSecret: isSecret, section: section, help)
  }
}
