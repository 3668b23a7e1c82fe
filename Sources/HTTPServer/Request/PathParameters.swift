/// The values of the `{names}` of a pattern in one path.
package struct PathParameters: Sendable {
  private let values: [String]
  let names: [String]

  /// - Parameter pairs: the names and values in the pattern's order.
  package init(_ pairs: [(String, String)] = []) {
    names = pairs.map { $0.0 }
    values = pairs.map { $0.1 }
  }

  /// - Parameters:
  ///   - names: the names of the pattern, shared by all its requests.
  ///   - values: one value for each name.
  init(names: [String], values: [String]) {
    self.names = names
    self.values = values
  }

  /// The value of a name; nil if the pattern does not have it.
  package subscript(name: String) -> String? { names.firstIndex(of: name).map { values[$0] } }
}
