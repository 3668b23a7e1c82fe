/// An entry of the result of a stock-take as it was applied.
package struct StockTakeResult: Hashable, Sendable {
  package var `class`: StockTakeClass
  package var copy: Copy.ID?
  package var release: Release.ID?
  package var text: String?
  /// The scan that decided.
  package var scan: Reading.ID?
  package var again: Int

  package init(
    class: StockTakeClass, copy: Copy.ID?, release: Release.ID?, text: String?, scan: Reading.ID?, again: Int
  ) {
    self.class = `class`
    self.copy = copy
    self.release = release
    self.text = text
    self.scan = scan
    self.again = again
  }
}
