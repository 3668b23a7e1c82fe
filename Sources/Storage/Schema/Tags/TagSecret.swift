/// The password of a sealed tag. It leaves the database only in a command to a reader, and has no text form.
package struct TagSecret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The password, 4 bytes.
  package let password: [UInt8]
  /// The tag's answer to the password, 2 bytes.
  package let pack: [UInt8]

  package init(password: [UInt8], pack: [UInt8]) {
    precondition(password.count == 4 && pack.count == 2, "a tag's password has 4 bytes and its answer 2")
    self.password = password
    self.pack = pack
  }

  package var description: String { "a tag's password" }
  package var debugDescription: String { description }
}
