extension Command {
  /// The English name of the command. Labels and cards bear it; the message catalogue uses the same names.
  package var title: String {
    switch self {
    case .lookup: "Look up"
    case .add: "Add"
    case .checkout: "Check out"
    case .return: "Return"
    case .shelve: "Shelve"
    case .write: "Write tags"
    case .bind: "Bind"
    case .end: "End"
    case .yes: "Yes"
    case .no: "No"
    case .auto: "Auto"
    case .renew: "Renew"
    case .move: "Move"
    case .stocktake: "Stock-take"
    case .wishlist: "Wish list"
    case .played: "Played"
    case .label: "Labels"
    case .inbox: "Inbox"
    case .condition: "Condition"
    case .collect: "Collect"
    case .next: "Next slot"
    case .undo: "Undo"
    case .help: "Help"
    case .quiet: "Quiet"
    case .loud: "Loud"
    case .renewAll: "Renew all"
    case .english: "English"
    case .german: "Deutsch"
    case .french: "Français"
    case .bookDrop: "Book drop"
    case .choice1, .choice2, .choice3, .choice4, .choice5, .choice6, .choice7, .choice8, .choice9:
      "Number \(choice ?? 0)"
    case .gradeMint, .gradeNearMint, .gradeVeryGoodPlus, .gradeVeryGood, .gradeGoodPlus, .gradeGood, .gradeFair,
      .gradePoor:
      "Grade \(grade ?? "")"
    }
  }
}
