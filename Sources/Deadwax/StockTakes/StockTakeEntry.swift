/// A line of the result of a stock-take: an expected copy, or something that was scanned and not expected.
package struct StockTakeEntry: Hashable, Sendable {
  package var `class`: StockTakeClass
  /// The line of the expected set; nil if it was not expected.
  package var line: StockTakeLine?
  /// The copy; nil for a trade barcode or a code that belongs to nothing.
  package var copy: Copy.ID?
  package var release: Release.ID?
  /// The text of a code that belongs to nothing or is from a printed list.
  package var text: String?
  /// The status in the records; nil if there is no such copy.
  package var status: Copy.Status?
  /// The last scan of the copy itself, or of the code.
  package var last: StockTakeScan?
  /// The number of scans that were counted no further.
  package var again = 0

  package init(
    _ class: StockTakeClass, line: StockTakeLine?, copy: Copy.ID?, release: Release.ID?, text: String? = nil,
    status: Copy.Status? = nil, last: StockTakeScan? = nil
  ) {
    self.class = `class`
    self.line = line
    self.copy = copy
    self.release = release
    self.text = text
    self.status = status
    self.last = last
  }
}
