package import Deadwax

/// A binding that has not ended.
package struct ActiveBinding: Hashable, Sendable {
  /// The row id of the binding. Another binding of the same code has another id.
  package var id: Int64
  package var key: Code.Key
  package var target: CodeTarget

  /// The id as the version that a client sends back, from 1.
  package var version: Int { Int(id) }
}
