extension ScannerReader {
  /// How the scanner is set up.
  package struct Settings: Sendable {
    package var layout: Layout
    package var ends: CodeLine.Ends
    package var framing: Framing
    /// Whether the scanner was told that caps lock is on.
    package var capsLock: Bool

    package init(
      layout: Layout = .us, ends: CodeLine.Ends = CodeLine.Ends(), framing: Framing = Framing(), capsLock: Bool = false
    ) {
      self.layout = layout
      self.ends = ends
      self.framing = framing
      self.capsLock = capsLock
    }

    /// What a line that was read with these settings holds.
    ///
    /// - Throws: why it is no code.
    package func content(of line: String) throws(Drop) -> Framing.Content {
      if let other = layout.mistaken(for: line, framing: framing) { throw .otherLayout(other.name, set: layout.name) }
      return try framing.read(line)
    }
  }
}
