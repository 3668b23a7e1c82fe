/// The symbology of a code, by its usual name. The set is open: a reader may support symbologies that this version does
/// not know.
package struct Symbology: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
  package var description: String { rawValue }

  package static let ean13 = Symbology(rawValue: "EAN-13")
  package static let ean8 = Symbology(rawValue: "EAN-8")
  package static let upcA = Symbology(rawValue: "UPC-A")
  package static let upcE = Symbology(rawValue: "UPC-E")
  package static let code128 = Symbology(rawValue: "Code 128")
  package static let code39 = Symbology(rawValue: "Code 39")
  package static let qr = Symbology(rawValue: "QR")
  package static let itf = Symbology(rawValue: "ITF")
  package static let codabar = Symbology(rawValue: "Codabar")
  package static let dataMatrix = Symbology(rawValue: "Data Matrix")
  /// A Code 128 with FNC1 in its first position (GS1 General Specifications, section 5.4).
  package static let gs1Code128 = Symbology(rawValue: "GS1-128")
  /// A QR code with FNC1 in its first position (section 5.7).
  package static let gs1QR = Symbology(rawValue: "GS1 QR")
  /// A Data Matrix with FNC1 in its first position (section 5.6).
  package static let gs1DataMatrix = Symbology(rawValue: "GS1 Data Matrix")
  /// A linear code whose text always consists of GS1 elements (section 5.5).
  package static let gs1DataBar = Symbology(rawValue: "GS1 DataBar")
  /// The UID of an NFC tag.
  package static let tagUID = Symbology(rawValue: "tag UID")
  /// A code written on an NFC tag.
  package static let ndef = Symbology(rawValue: "NDEF")
  /// Reported by a scanner that does not identify the symbology, where several are possible. It is never read as a
  /// GTIN.
  package static let unknown = Symbology(rawValue: "unknown")
  /// Typed by a person, or sent by a program.
  package static let typed = Symbology(rawValue: "typed")
}

extension Symbology {
  /// True if the text of the code consists of GS1 elements.
  package var isGS1: Bool { self == .gs1DataBar || carrier != self }

  /// The symbology without regard to FNC1: Code 128 for GS1-128.
  package var carrier: Symbology {
    switch self {
    case .gs1Code128: .code128
    case .gs1QR: .qr
    case .gs1DataMatrix: .dataMatrix
    default: self
    }
  }
}
