/// Why a test could not go on, in one sentence.
package struct TestFailure: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
