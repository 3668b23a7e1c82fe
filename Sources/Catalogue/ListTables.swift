package import Storage

/// The tables that a list is read from. A write to another table does not change the list.
package struct ListTables: Sendable {
  /// The tables; nil if a write to any table can change the list.
  let tables: [RowKey.Table]?

  /// - Parameter tables: all tables that the list is read from; nil if a write to any table can change it.
  package init(_ tables: [RowKey.Table]?) { self.tables = tables }

  /// The tables of a list that a write to any table can change.
  package static let all = ListTables(nil)

  /// The tables of the list of releases without a search.
  package static let releases = ListTables([.release])

  /// The tables of the list of copies.
  package static let copies = ListTables([.copy, .release, .place, .slot, .loan, .fee])
}
