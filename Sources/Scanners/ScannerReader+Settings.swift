extension ScannerReader {
  /// The settings of the scanner.
  package struct Settings: Sendable {
    package var layout: KeyboardLayout
    package var ends: CodeLine.Ends
    package var framing: Framing
    /// True if the scanner is configured for caps lock on.
    package var capsLock: Bool

    package init(
      layout: KeyboardLayout = .us, ends: CodeLine.Ends = CodeLine.Ends(), framing: Framing = Framing(),
      capsLock: Bool = false
    ) {
      self.layout = layout
      self.ends = ends
      self.framing = framing
      self.capsLock = capsLock
    }

    /// Parses a line that was decoded with these settings.
    ///
    /// - Throws: the reason the line is dropped.
    package func content(of line: String) throws(DroppedScan) -> Framing.Content {
      if let other = layout.mistaken(for: line, framing: framing) { throw .otherLayout(other.name, set: layout.name) }
      return try framing.read(line)
    }
  }
}
