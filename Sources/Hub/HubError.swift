/// The reason that the hub cannot start, in one sentence.
package struct HubError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
