/// The reason, in one sentence, for which a test could not continue.
package struct TestFailure: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
