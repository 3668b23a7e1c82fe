/// The number of records that a list has on all its pages. It is counted up to a limit only, so that the response of a
/// large library does not wait for it.
package enum ListTotal {
  /// The largest number that is reported.
  package static let limit = 10_000
}

extension Queryable {
  /// Returns the number of rows, or nil if there are more than `ListTotal.limit`.
  ///
  /// - Parameters:
  ///   - table: the table with the alias of the conditions, such as `loan l`.
  ///   - list: the conditions of the list, without those of a page.
  /// - Returns: the number.
  /// - Throws: a `StorageError`.
  func total(of table: String, _ list: ListConditions) throws -> Int? {
    let sql = "SELECT count(*) AS total FROM (SELECT 1 AS one FROM \(table) \(list.sql) LIMIT ?) counted"
    let counted = try first(sql, list.values + [ListTotal.limit + 1]) { Int(try $0.integer("total")) } ?? 0
    return counted > ListTotal.limit ? nil : counted
  }
}
