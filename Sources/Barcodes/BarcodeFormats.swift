package import Deadwax

/// Which barcodes are looked for. Fewer are faster, and safer: each kind finds phantoms in what is not its own.
package struct BarcodeFormats: Sendable, Equatable {
  package let symbologies: Set<Symbology>

  package init(_ symbologies: Set<Symbology>) { self.symbologies = symbologies }

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
  /// - Parameter list: names with commas between them, in any case, hyphens and blanks in them ignored; or `all`.
  /// - Throws: `BarcodeError.unknownFormat`.
  package init(list: String) throws(BarcodeError) {
    var symbologies: Set<Symbology> = []
    for part in list.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.lowercased().filter { $0 != "-" && $0 != " " }
      if name == "all" {
        symbologies.formUnion(Self.all.symbologies)
      } else if let known = Self.names.first(where: { $0.name == name }) {
        symbologies.insert(known.symbology)
      } else {
        throw .unknownFormat(String(part))
      }
    }
    self.init(symbologies)
  }
}
