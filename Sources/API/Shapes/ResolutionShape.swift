internal import Circulation
internal import Deadwax
internal import Desk

extension JSONWriter {
  mutating func resolution(_ resolved: History.Resolved, of text: String) {
    object { json in
      json.member("code", text)
      switch resolved.named {
      case .copy(let copy):
        json.member("class", "copy")
        json.key("copy")
        json.brief(copy)
        if let release = resolved.release {
          json.key("release")
          json.brief(release)
        }
      case .release:
        json.member("class", "release")
        if let release = resolved.release {
          json.key("release")
          json.brief(release)
        }
      // Whose card it is, is nobody's business who only asks.
      case .borrower: json.member("class", "borrower")
      case .place(let place):
        json.member("class", "place")
        json.member("place", place.name)
      case .slot(let slot):
        json.member("class", "slot")
        json.member("slot", slot.location.text)
      case .command(let command):
        json.member("class", "command")
        json.member("mode", command.mode?.rawValue)
      case .nothing(let code): json.member("class", code.className)
      case .disagreement: json.member("class", "damaged")
      }
    }
  }
}

extension Code {
  /// What an unbound code is called.
  fileprivate var className: String {
    switch self {
    case .own, .tag, .gtin, .text: "unbound"
    case .damagedOwn, .wrongCheckDigit: "damaged"
    case .unusable: "unusable"
    }
  }
}
