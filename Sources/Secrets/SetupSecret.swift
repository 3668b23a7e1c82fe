/// A secret that the first start prints to the terminal. The person who sets the hub up enters it as proof of access to
/// that terminal.
package struct SetupSecret: Sendable, CustomStringConvertible, CustomReflectable {
  /// The secret: 22 characters that are valid in the fragment of a URL, which browsers do not send.
  package let text: String

  /// Creates a new secret of 16 random bytes.
  package init() { text = Sodium.base64(Sodium.random(16)) }

  /// Returns true if the text is this secret, in constant time.
  package func matches(_ displayed: String) -> Bool {
    // Comparing hashes hides even the length.
    Sodium.areEqual(Sodium.hash(Array(displayed.utf8), count: 32), Sodium.hash(Array(text.utf8), count: 32))
  }

  /// A placeholder, never the secret itself.
  package var description: String { "…" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
