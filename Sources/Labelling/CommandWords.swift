internal import Deadwax

extension Command {
  /// What stands on the command's label: what it is called, and what it does.
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
    default: ("\(self)", "")
    }
  }
}
