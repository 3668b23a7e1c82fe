internal import Deadwax
internal import History
internal import StationLogic
internal import Wire

extension ResolutionResource {
  init(_ resolved: History.Resolved, of text: String) {
    self.init(code: text, class: resolved.recordClass, text: resolved.words)
    switch resolved.named {
    case .copy(let copy):
      self.copy = CopySummary(copy)
      release = resolved.release.map { ReleaseSummary($0) }
    case .release: release = resolved.release.map { ReleaseSummary($0) }
    case .place(let place): (self.place, id) = (place.name, place.id.text)
    case .slot(let slot): (self.slot, id) = (slot.location.text, slot.id.text)
    case .command(let command): mode = command.mode
    // The borrower of a card is not revealed.
    case .borrower, .nothing, .disagreement, .releases, .cardAnd, .ambiguous: break
    }
  }
}

extension History.Resolved {
  fileprivate var recordClass: ResolutionResource.Class {
    switch named {
    case .copy: .copy
    case .release: .release
    case .borrower: .borrower
    case .place: .place
    case .slot: .slot
    case .command: .command
    case .nothing(let code): code.recordClass
    case .disagreement: .damaged
    case .releases, .cardAnd, .ambiguous: .ambiguous
    }
  }
}

extension Code {
  /// The class of a code without a binding.
  fileprivate var recordClass: ResolutionResource.Class {
    switch self {
    case .own, .tag, .gtin, .text: .unbound
    case .damagedOwn, .wrongCheckDigit: .damaged
    case .unusable: .unusable
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
