internal import Circulation
internal import Deadwax
internal import StationLogic

extension JSONWriter {
  mutating func resolution(_ resolved: History.Resolved, of text: String) {
    object { json in
      json.member("code", text)
      json.member("text", resolved.words)
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
      // The borrower of a card is not revealed.
      case .borrower: json.member("class", "borrower")
      case .place(let place):
        json.member("class", "place")
        json.member("place", place.name)
        json.member("id", place.id.text)
      case .slot(let slot):
        json.member("class", "slot")
        json.member("slot", slot.location.text)
        json.member("id", slot.id.text)
      case .command(let command):
        json.member("class", "command")
        json.member("mode", command.mode?.rawValue)
      case .nothing(let code): json.member("class", code.className)
      case .disagreement: json.member("class", "damaged")
      case .releases, .cardAnd, .ambiguous: json.member("class", "ambiguous")
      }
    }
  }
}

extension Code {
  /// The class of a code without a binding.
  fileprivate var className: String {
    switch self {
    case .own, .tag, .gtin, .text: "unbound"
    case .damagedOwn, .wrongCheckDigit: "damaged"
    case .unusable: "unusable"
    }
  }
}

extension History.Resolved {
  /// The description of the result.
  fileprivate var words: String {
    switch named {
    case .copy(let copy): "\(release?.title ?? "A record"), copy \(copy.number)"
    case .release: release?.title ?? "A release"
    case .borrower: "A borrower's card"
    case .place(let place): place.name
    case .slot(let slot): slot.location.text
    case .command(let command):
      command.mode.map { "The command for \($0.rawValue)" } ?? "The command END"
    case .nothing(let code):
      switch code {
      case .own, .tag, .gtin, .text: "No record has this code"
      case .damagedOwn: "A library code with a wrong check character"
      case .wrongCheckDigit: "A barcode with a wrong check digit"
      case .unusable: "Not a usable code"
      }
    case .disagreement: "A tag whose number and content disagree"
    case .releases: "A barcode of several releases"
    case .cardAnd: "A borrower's card that also belongs to another record"
    case .ambiguous: "A commercial barcode that is also a library number"
    }
  }
}
