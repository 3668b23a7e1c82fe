/// What stands on one label.
package struct LabelContent: Sendable, Equatable {
  /// To be scanned; nil on a label that is only looked at.
  package var symbol: Symbol?
  /// Large, on two lines at most: a title, a place's name.
  package var heading: String
  /// Below it, a line each: an artist, a catalogue number.
  package var details: [String]
  /// The code as people read it out and type it; it is never cut.
  package var code: String

  package init(symbol: Symbol?, heading: String, details: [String] = [], code: String) {
    self.symbol = symbol
    self.heading = heading
    self.details = details
    self.code = code
  }
}
