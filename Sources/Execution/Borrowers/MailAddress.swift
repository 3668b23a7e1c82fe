/// Syntax checks for mail addresses.
package enum MailAddress {
  /// Returns true if a text can be an address: one `@`, and no character that could begin another header or an option.
  /// Does not check that the mailbox exists.
  package static func isUsable(_ text: String) -> Bool {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    guard text.utf8.count <= 254, halves.count == 2, let local = halves.first, let host = halves.last,
      !local.isEmpty, local.utf8.count <= 64, !host.isEmpty, !host.hasPrefix("."), !host.hasSuffix("."),
      !text.hasPrefix("-")
    else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x20 && scalar.value != 0x7F && !"<>()[]\\,;:\"".unicodeScalars.contains(scalar)
    }
  }
}
