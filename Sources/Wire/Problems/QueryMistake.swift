/// A mistake in a query of the library.
package struct QueryMistake: Codable, Hashable, Sendable {
  /// The kind of mistake, for programs.
  package var code: String
  /// The place of the mistake: the number of characters (Unicode code points) before it.
  package var from: Int
  /// The number of characters up to its end.
  package var to: Int
  /// The text that should probably stand there.
  package var suggestion: String?

  package init(code: String, from: Int, to: Int, suggestion: String?) {
    self.code = code
    self.from = from
    self.to = to
    self.suggestion = suggestion
  }
}
