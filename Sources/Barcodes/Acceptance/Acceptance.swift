internal import Deadwax

/// Which reads are to be believed by how they were read; what they say is not looked at here.
struct Acceptance {
  private struct Rule {
    /// Agreeing scan lines, at least.
    var lines: Int
    /// Bytes, at least.
    var length: Int
  }

  /// The weaker a code's own checks, the more lines must agree.
  private static let rules: [Symbology: Rule] = [
    // The halves of an EAN are joined across scan lines, and a check digit lets one phantom in ten pass: libzbar itself
    // drops what fewer than 4 lines agree on.
    .ean13: Rule(lines: 4, length: 13),
    .upcA: Rule(lines: 4, length: 12),
    .upcE: Rule(lines: 4, length: 8),
    .ean8: Rule(lines: 4, length: 8),
    // A check character modulo 103 and a fixed sum in each character: a second line makes chance impossible enough.
    .code128: Rule(lines: 2, length: 1),
    // No check character, only a pattern of wide and narrow: any texture gives single letters.
    .code39: Rule(lines: 3, length: 4),
    // Neither check nor sure start and stop: part of a code, or two bars of another, read as a shorter one.
    .itf: Rule(lines: 6, length: 6),
    .codabar: Rule(lines: 4, length: 6),
    // Reed–Solomon code words: what decodes is right.
    .qr: Rule(lines: 1, length: 1),
  ]

  func accepted(_ reads: [Barcode]) -> [Barcode] {
    let strong = reads.filter { read in
      guard let rule = Self.rules[read.symbology] else { return false }
      return read.lines >= rule.lines && read.raw.count >= rule.length
    }
    return strong.filter { read in !strong.contains { isPart(read, of: $0) } }
  }

  /// Whether a read is an ITF that a line crossed only in part, while another line crossed all of it.
  private func isPart(_ read: Barcode, of other: Barcode) -> Bool {
    read.symbology == .itf && other.symbology == .itf && read.text != other.text && other.text.contains(read.text)
  }
}
