internal import Deadwax

extension Command {
  /// What stands on the command's label: what it is called, and what it does.
  var words: (heading: String, detail: String) {
    // By its number, which never changes; one that this table does not know yet is still printed with its mode's name.
    switch rawValue {
    case 1: ("Look up", "shows what is scanned, changes nothing")
    case 2: ("Add", "takes what is scanned into the library")
    case 3: ("Check out", "first the card, then the records")
    case 4: ("Return", "what is scanned is back")
    case 5: ("Shelve", "a record and its place, in any order")
    case 6: ("Write tags", "a record, then an empty tag")
    case 7: ("Bind", "a record and a code or tag that shall name it")
    case 16: ("End", "ends what is open")
    case 17: ("Yes", "does what the desk asks about")
    case 18: ("No", "does not")
    default: (mode.map { $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() } ?? "Command \(rawValue)", "")
    }
  }
}
