package import Deadwax

/// A copy that a person saw and could not scan.
package struct StockTakeTickRequest: Codable, Sendable {
  package var copy: Copy.ID

  package init(copy: Copy.ID) { self.copy = copy }
}
