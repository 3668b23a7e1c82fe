internal import Deadwax

extension Command {
  /// The heading of the command's label: its name, or only the number or grade that it selects.
  var heading: String { choice.map { "\($0)" } ?? grade ?? title }

  /// The effect of the command, for its label.
  var detail: String {
    switch self {
    case .lookup: "shows a code, changes nothing"
    case .add: "adds copies to the library"
    case .checkout: "first the card, then the copies"
    case .return: "checks in copies"
    case .shelve: "a copy and its place, in any order"
    case .write: "a copy, then an empty tag"
    case .bind: "a copy and a code or tag for it"
    case .end: "ends the session"
    case .yes: "confirms the prompt"
    case .no: "cancels the prompt"
    case .auto: "chooses the action"
    case .renew: "renews loans"
    case .move: "moves copies, and boxes with their contents"
    case .stocktake: "counts the copies in a place"
    case .wishlist: "adds to the wish list"
    case .played: "counts in-house use"
    case .label: "prints a label for a copy"
    case .inbox: "unknown codes"
    case .condition: "a copy, then its grade"
    case .collect: "puts copies into a crate"
    case .next: "leaves a slot empty"
    case .undo: "undoes the last change"
    case .help: "shows the available actions"
    case .quiet: "no sounds"
    case .loud: "sounds on"
    case .renewAll: "all loans of the borrower"
    case .english: "the station uses English"
    case .german: "die Station verwendet Deutsch"
    case .french: "le poste utilise le français"
    case .bookDrop: "backdates returns; scan again to end"
    case .choice1, .choice2, .choice3, .choice4, .choice5, .choice6, .choice7, .choice8, .choice9:
      "chooses number \(choice ?? 0)"
    case .gradeMint, .gradeNearMint, .gradeVeryGoodPlus, .gradeVeryGood, .gradeGoodPlus, .gradeGood, .gradeFair,
      .gradePoor:
      "grades the last copy"
    }
  }
}
