package import Deadwax

/// The kinds of barcodes that are searched for. Fewer kinds are faster, and safer: each kind finds false codes in other
/// patterns.
package struct BarcodeFormats: Sendable, Equatable {
  package let symbologies: Set<Symbology>
  /// The allowed numbers of characters in the texts of a symbology; any number if the symbology is not a key. A known
  /// length excludes codes that are a part of a longer one, or of something else.
  package let lengths: [Symbology: [ClosedRange<Int>]]

  package init(_ symbologies: Set<Symbology>, lengths: [Symbology: [ClosedRange<Int>]] = [:]) {
    self.symbologies = symbologies
    self.lengths = lengths
  }

  /// Returns true if a barcode has one of the allowed lengths.
  func admits(_ barcode: Barcode) -> Bool {
    lengths[barcode.symbology.carrier].map { $0.contains { $0.contains(barcode.raw.count) } } ?? true
  }

  /// The formats that records and our own labels carry.
  ///
  /// ITF and Codabar are read only on request: other libraries' cards carry them. Both have no check digit and are
  /// found in any texture. GS1 DataBar, Code 93, add-ons and SQ codes are not read at all. No record carries them, and
  /// they are found on carpets and covers where there is no code.
  package static let standard = BarcodeFormats([.ean13, .ean8, .upcA, .upcE, .code128, .code39, .qr])
  /// Every format that can be requested.
  package static let all = BarcodeFormats(Set(names.map(\.symbology)))

  /// The names by which formats are requested.
  package static let names: [(name: String, symbology: Symbology)] = [
    ("ean13", .ean13), ("ean8", .ean8), ("upca", .upcA), ("upce", .upcE), ("code128", .code128), ("code39", .code39),
    ("qr", .qr), ("itf", .itf), ("codabar", .codabar),
  ]

  /// Parses a list of formats.
  ///
  /// - Parameter list: names separated by commas, or `all`. Case, and hyphens and blanks in names, are ignored. A name
  ///   may be followed by the length of its texts, as in `itf:14` or `codabar:8-14`. The same name may follow again
  ///   with another length.
  /// - Throws: `BarcodeError.unknownFormat`, `.badLength`.
  package init(list: String) throws(BarcodeError) {
    var symbologies: Set<Symbology> = []
    var lengths: [Symbology: [ClosedRange<Int>]] = [:]
    for part in list.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = words[0].lowercased().filter { $0 != "-" && $0 != " " }
      if name == "all", words.count == 1 {
        symbologies.formUnion(Self.all.symbologies)
      } else if let known = Self.names.first(where: { $0.name == name }) {
        symbologies.insert(known.symbology)
        if words.count > 1 { lengths[known.symbology, default: []].append(try Self.length(words[1])) }
      } else {
        throw .unknownFormat(String(part))
      }
    }
    self.init(symbologies, lengths: lengths)
  }

  private static func length(_ text: Substring) throws(BarcodeError) -> ClosedRange<Int> {
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { Int($0) }
    guard let low = ends[0], let high = ends[ends.count - 1], (1...500).contains(low), (low...500).contains(high) else {
      throw .badLength(String(text))
    }
    return low...high
  }
}
