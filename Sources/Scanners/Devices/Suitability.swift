/// The suitability of an input device as a barcode scanner.
///
/// The worst error would be to grab a user's keyboard. A device that is not known as a scanner is used only if it is
/// named explicitly.
package enum Suitability: Hashable, Sendable {
  /// A known scanner, which `auto` may use.
  case scanner(reason: String)
  /// A device that types, which may be a keyboard or a scanner; used only if it is named.
  case possible(reason: String)
  case unfit(reason: String)

  package init(_ device: InputDevice) {
    let missing = Self.needed.subtracting(device.keys)
    guard missing.isEmpty else {
      self = .unfit(reason: "it does not have the keys to type a code")
      return
    }
    switch device.mark {
    case "1":
      self = .scanner(reason: "the udev rules identify it as a scanner")
      return
    case "0":
      self = .possible(reason: "the udev rules exclude it")
      return
    default: break
    }
    let name = device.name.lowercased()
    if let word = Self.keyboardWords.first(where: { name.contains($0) }) {
      self = .possible(reason: "its name contains \(word)")
    } else if let title = KnownScanners.title(device.ids) {
      self = .scanner(reason: "its id \(device.ids) is that of \(title)")
    } else if let word = Self.scannerWords.first(where: { name.contains($0) }) {
      self = .scanner(reason: "its name contains \(word)")
    } else {
      self = .possible(reason: "it may be a keyboard")
    }
  }

  package var reason: String {
    switch self {
    case .scanner(let reason), .possible(let reason), .unfit(let reason): reason
    }
  }

  package var isScanner: Bool { if case .scanner = self { true } else { false } }

  /// The keys for digits, letters and Enter.
  private static let needed = Set(
    ([28] + (2...11) + (16...25) + (30...38) + (44...50)).map { (code: UInt16) in KeyCode(rawValue: code) })

  private static let scannerWords = ["barcode", "bar code", "bar-code", "scanner"]
  private static let keyboardWords = ["keyboard", "keypad", "tastatur", "clavier", "teclado", "tastiera"]
}
