package import Deadwax

/// Which barcodes are looked for. Fewer are faster, and safer: each kind finds phantoms in what is not its own.
package struct BarcodeFormats: Sendable, Equatable {
  package let symbologies: Set<Symbology>
  /// How many characters the text of a symbology may have; any number where it is not named. Who knows the length of
  /// the codes at hand excludes what is a part of one, or of something else.
  package let lengths: [Symbology: [ClosedRange<Int>]]

  package init(_ symbologies: Set<Symbology>, lengths: [Symbology: [ClosedRange<Int>]] = [:]) {
    self.symbologies = symbologies
    self.lengths = lengths
  }

  /// Whether a barcode has a length that was asked for.
  func admits(_ barcode: Barcode) -> Bool {
    lengths[barcode.symbology].map { $0.contains { $0.contains(barcode.raw.count) } } ?? true
  }

  /// What stands on records and on our own labels.
  ///
  /// ITF and Codabar are left to those who ask for them (other libraries' cards carry them): both have no check digit
  /// and are found in any texture. GS1 DataBar, Code 93, add-ons and SQ codes are not read at all: no record carries
  /// them, and on carpets and covers they are found where nothing is.
  package static let standard = BarcodeFormats([.ean13, .ean8, .upcA, .upcE, .code128, .code39, .qr])
  /// Every format that can be asked for.
  package static let all = BarcodeFormats(Set(names.map(\.symbology)))

  /// The names by which people ask for formats.
  package static let names: [(name: String, symbology: Symbology)] = [
    ("ean13", .ean13), ("ean8", .ean8), ("upca", .upcA), ("upce", .upcE), ("code128", .code128), ("code39", .code39),
    ("qr", .qr), ("itf", .itf), ("codabar", .codabar),
  ]

  /// Reads a list as people write it.
  ///
  /// - Parameter list: names with commas between them, in any case, hyphens and blanks in them ignored; or `all`. Behind
  ///   a name there may be the length of its texts, as `itf:14` or `codabar:8-14`; a name with another length may
  ///   follow.
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
