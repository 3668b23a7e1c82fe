/// The content of one label.
package struct LabelContent: Sendable, Equatable {
  /// The symbol to scan; nil on a label without one.
  package var symbol: BarcodeSymbol?
  /// The large text, on at most three lines: a title, or a place's name.
  package var heading: String
  /// The smaller texts below it: an artist, a catalogue number.
  package var details: [String]
  /// The code in readable form, for reading out and typing. It is never truncated.
  package var code: String

  package init(symbol: BarcodeSymbol?, heading: String, details: [String] = [], code: String) {
    self.symbol = symbol
    self.heading = heading
    self.details = details
    self.code = code
  }
}
