internal import Deadwax

extension Command {
  /// The texts of the command's label: its name and its effect.
  var words: (heading: String, detail: String) {
    switch self {
    case .lookup: ("Look up", "shows a code, changes nothing")
    case .add: ("Add", "adds copies to the library")
    case .checkout: ("Check out", "first the card, then the copies")
    case .return: ("Return", "checks in copies")
    case .shelve: ("Shelve", "a copy and its place, in any order")
    case .write: ("Write tags", "a copy, then an empty tag")
    case .bind: ("Bind", "a copy and a code or tag for it")
    case .end: ("End", "ends the session")
    case .yes: ("Yes", "confirms the prompt")
    case .no: ("No", "cancels the prompt")
    case .auto: ("Auto", "chooses the action")
    case .renew: ("Renew", "renews loans")
    case .move: ("Move", "moves copies, and boxes with their contents")
    case .stocktake: ("Stock-take", "stock-take")
    case .wishlist: ("Wish-list", "adds to the wish list")
    case .played: ("Played", "counts in-house use")
    case .label: ("Labels", "prints a label for a copy")
    case .inbox: ("Inbox", "unknown codes")
    case .condition: ("Condition", "a copy, then its grade")
    case .undo: ("Undo", "undoes the last change")
    case .help: ("Help", "shows the available actions")
    case .quiet: ("Quiet", "no sounds")
    case .loud: ("Loud", "sounds on")
    case .renewAll: ("Renew all", "all loans of the borrower")
    case .english: ("English", "the station uses English")
    case .german: ("Deutsch", "das Pult spricht Deutsch")
    case .french: ("Français", "le poste parle français")
    case .bookDrop: ("Book drop", "backdates returns; scan again to end")
    case .choice1, .choice2, .choice3, .choice4, .choice5, .choice6, .choice7, .choice8, .choice9:
      ("\(choice ?? 0)", "chooses number \(choice ?? 0)")
    case .gradeMint, .gradeNearMint, .gradeVeryGoodPlus, .gradeVeryGood, .gradeGoodPlus, .gradeGood, .gradeFair,
      .gradePoor:
      (grade ?? "", "grades the last copy")
    }
  }
}
