/// New values for members of the JSON objects in columns.
struct JSONMembers: Sendable {
  private let members: [(path: String, value: Binding)]

  /// - Parameter members: the path of each member, of plain names with dots between them, and its value.
  init(_ members: [(path: String, value: (any Bindable)?)]) {
    precondition(
      members.allSatisfy { $0.path.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2E || $0 == 0x5F } },
      "a member has no plain path")
    self.members = members.map { ($0.path, $0.value?.binding ?? .null) }
  }

  /// The values, for the parameters of `setting`.
  var values: [(any Bindable)?] { members.map { $0.value } }

  /// Returns an expression for the object of a column with the new values. NULL stays NULL.
  ///
  /// - Parameters:
  ///   - column: the name of the column.
  ///   - first: the number of the parameter with the first value.
  /// - Returns: the SQL.
  func setting(_ column: String, first: Int) -> String {
    let pairs = members.enumerated().map { "'$.\($1.path)', ?\(first + $0)" }
    return "json_set(\(column), \(pairs.joined(separator: ", ")))"
  }
}
