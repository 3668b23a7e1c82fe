internal import Deadwax

extension Command {
  /// The texts of the command's label: its name and its effect.
  var words: (heading: String, detail: String) {
    switch self {
    case .lookup: ("Look up", "shows what is scanned, changes nothing")
    case .add: ("Add", "takes what is scanned into the library")
    case .checkout: ("Check out", "first the card, then the records")
    case .return: ("Return", "what is scanned is back")
    case .shelve: ("Shelve", "a record and its place, in any order")
    case .write: ("Write tags", "a record, then an empty tag")
    case .bind: ("Bind", "a record and a code or tag that shall name it")
    case .end: ("End", "ends what is open")
    case .yes: ("Yes", "does what the desk asks about")
    case .no: ("No", "does not")
    case .auto: ("Auto", "works out what is meant")
    case .renew: ("Renew", "what is scanned is kept longer")
    case .move: ("Move", "records, and boxes with all that is in them")
    case .stocktake: ("Stock-take", "counts what is there")
    case .wishlist: ("Wish-list", "what the house would like to have")
    case .played: ("Played", "counts what was played")
    case .label: ("Labels", "makes a label of what is scanned")
    case .inbox: ("Inbox", "codes that nobody knew")
    case .condition: ("Condition", "a record, then its grade")
    case .undo: ("Undo", "takes back what this desk did last")
    case .help: ("Help", "shows what can be done now")
    case .quiet: ("Quiet", "no sounds")
    case .loud: ("Loud", "sounds again")
    case .renewAll: ("Renew all", "everything that the borrower has")
    case .english: ("English", "the desk speaks English")
    case .german: ("Deutsch", "das Pult spricht Deutsch")
    case .french: ("Français", "le poste parle français")
    case .bookDrop: ("Book drop", "returns count from the last open day; again ends it")
    case .choice1, .choice2, .choice3, .choice4, .choice5, .choice6, .choice7, .choice8, .choice9:
      ("\(choice ?? 0)", "picks number \(choice ?? 0)")
    case .gradeMint, .gradeNearMint, .gradeVeryGoodPlus, .gradeVeryGood, .gradeGoodPlus, .gradeGood, .gradeFair,
      .gradePoor:
      (grade ?? "", "the record in the hand has this grade")
    }
  }
}
