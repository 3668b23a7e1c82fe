package import Deadwax

/// The number of entries of a class.
package struct StockTakeCount: Codable, Sendable {
  package var `class`: StockTakeClass
  package var number: Int

  /// Returns the classes that have entries, in their fixed order.
  static func list(_ counts: [StockTakeClass: Int]) -> [StockTakeCount] {
    StockTakeClass.allCases.compactMap { found in counts[found].map { StockTakeCount(class: found, number: $0) } }
  }
}
