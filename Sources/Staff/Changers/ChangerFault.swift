/// The reason that a file does not describe a changer.
package struct ChangerFault: Error, Equatable, CustomStringConvertible {
  /// A sentence without its full stop, which names the file and, where there is one, the line.
  package let description: String

  init(_ description: String) { self.description = description }
}
