/// Whether an input device is a barcode scanner.
///
/// The worst fault of all would be to take somebody's keyboard away: what is not known as a scanner is used only when a
/// person names it.
package enum Suitability: Hashable, Sendable {
  /// Known as one; `auto` may take it.
  case scanner(reason: String)
  /// It types, as keyboards and scanners do; used only when named.
  case possible(reason: String)
  case unfit(reason: String)

  package init(_ device: InputDevice) {
    let missing = Self.needed.subtracting(device.keys)
    guard missing.isEmpty else {
      self = .unfit(reason: "it has not the keys to type a code")
      return
    }
    switch device.mark {
    case "1":
      self = .scanner(reason: "udev's rules say it is a scanner")
      return
    case "0":
      self = .possible(reason: "udev's rules say it is none")
      return
    default: break
    }
    let name = device.name.lowercased()
    if let word = Self.keyboardWords.first(where: { name.contains($0) }) {
      self = .possible(reason: "it calls itself a \(word)")
    } else if let title = KnownScanners.title(device.ids) {
      self = .scanner(reason: "its number \(device.ids) is that of \(title)")
    } else if let word = Self.scannerWords.first(where: { name.contains($0) }) {
      self = .scanner(reason: "it calls itself a \(word)")
    } else {
      self = .possible(reason: "nothing says that it is no keyboard")
    }
  }

  package var reason: String {
    switch self {
    case .scanner(let reason), .possible(let reason), .unfit(let reason): reason
    }
  }

  package var isScanner: Bool { if case .scanner = self { true } else { false } }

  /// The digits, the letters and Enter.
  private static let needed = Set(
    ([28] + (2...11) + (16...25) + (30...38) + (44...50)).map { (code: UInt16) in KeyCode(rawValue: code) })

  private static let scannerWords = ["barcode", "bar code", "bar-code", "scanner"]
  private static let keyboardWords = ["keyboard", "keypad", "tastatur", "clavier", "teclado", "tastiera"]
}
