internal import Deadwax

/// A reading that is aligned with the edges of its line.
struct CodeFit {
  var symbology: Symbology
  var bytes: [UInt8]
  var pattern: BarPattern
  var alignment: Alignment

  /// Finds the position on its line where a reading fits best; nil if it fits nowhere.
  ///
  /// The decoder reports a code one or two edges before or after its end, and does not report its direction.
  ///
  /// - Parameters:
  ///   - read: the code that was decoded.
  ///   - edges: the edges from which it was decoded.
  init?(_ read: LineRead, on edges: [Float]) {
    let end = read.lastEdge - (read.lastEdge % 2 == 0 ? 1 : 0)
    var best: CodeFit?
    for isBackwards in [false, true] {
      for last in [end, end - 2, end + 2, end - 4] {
        guard let fit = Self.fit(read, edges, last: last, isBackwards: isBackwards) else { continue }
        if best.map({ fit.alignment.residual < $0.alignment.residual }) ?? true { best = fit }
      }
    }
    guard let best else { return nil }
    self = best
  }

  init(symbology: Symbology, bytes: [UInt8], pattern: BarPattern, alignment: Alignment) {
    self.symbology = symbology
    self.bytes = bytes
    self.pattern = pattern
    self.alignment = alignment
  }

  /// Aligns a reading whose rightmost edge is known.
  private static func fit(_ read: LineRead, _ edges: [Float], last: Int, isBackwards: Bool) -> CodeFit? {
    func lay(_ bytes: [UInt8], _ pattern: BarPattern?, _ first: Int) -> CodeFit? {
      guard let pattern, let alignment = Alignment(pattern, on: edges, first: first, isBackwards: isBackwards) else {
        return nil
      }
      return CodeFit(symbology: read.symbology, bytes: bytes, pattern: pattern, alignment: alignment)
    }
    switch read.symbology {
    case .ean13, .ean8, .upcE:
      guard let pattern = BarPattern.retail(read.symbology, read.bytes) else { return nil }
      return lay(read.bytes, pattern, isBackwards ? last : last - pattern.edges.count + 1)
    case .code128:
      if isBackwards {
        guard let code = Code128(on: edges, first: last, isBackwards: true), let bytes = code.bytes else { return nil }
        return lay(bytes, code.pattern, last)
      }
      // The position of the start depends on the unknown number of characters. The shortest code that fits is the one
      // that ends here.
      for signs in 3..<max(3, min(256, last / 6)) {
        let first = last - 7 - 6 * signs
        guard first >= 0 else { return nil }
        if let code = Code128(on: edges, first: first, isBackwards: false), code.values.count == signs,
          let bytes = code.bytes
        {
          return lay(bytes, code.pattern, first)
        }
      }
      return nil
    default:
      guard let count = BarPattern.edgeCount(read.symbology, signs: read.bytes.count) else { return nil }
      let first = isBackwards ? last : last - count + 1
      let pattern = BarPattern.twoWidths(
        read.symbology, read.bytes, on: edges, first: first, isBackwards: isBackwards)
      return lay(read.bytes, pattern, first)
    }
  }
}
