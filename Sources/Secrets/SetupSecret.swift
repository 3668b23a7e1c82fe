/// What the first start prints, and whoever sets the hub up brings back: proof of being at its terminal.
package struct SetupSecret: Sendable, CustomStringConvertible, CustomReflectable {
  /// 22 characters that may stand in a URL's fragment, which browsers do not send.
  package let text: String

  /// A new secret of 16 random bytes.
  package init() { text = Sodium.base64(Sodium.random(16)) }

  /// Whether it is this one, in a time that does not tell how much of it was right.
  package func matches(_ shown: String) -> Bool {
    // Hashes are compared, so that not even the length is told.
    Sodium.areEqual(Sodium.hash(Array(shown.utf8), count: 32), Sodium.hash(Array(text.utf8), count: 32))
  }

  /// Never the secret itself.
  package var description: String { "…" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
