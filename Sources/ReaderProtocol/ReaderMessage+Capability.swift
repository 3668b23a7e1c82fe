extension ReaderMessage {
  /// The capability without which a reader cannot send this message; nil if every reader may send it.
  package var neededCapability: ReaderCapability? {
    switch self {
    case .hello, .state: nil
    case .code(let code): code.event == .scanned ? .codes : .presence
    case .tag: .tags
    case .result: .write
    case .preview: .preview
    }
  }
}
