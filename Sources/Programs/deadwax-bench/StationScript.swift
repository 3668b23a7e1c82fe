internal import Deadwax

/// The sequence of codes presented at one station, with the acceptable outcomes of each.
struct StationScript {
  /// The work of a station; each kind has its mode.
  enum Work: String, CaseIterable {
    case checkout = "card and check-out"
    case checkIn = "return"
    case renew
    case lookUp = "look-up"

    var command: Command {
      switch self {
      case .checkout: .checkout
      case .checkIn: .return
      case .renew: .renew
      case .lookUp: .lookup
      }
    }
  }

  struct Code {
    var text: String
    var expected: Set<String>
  }

  let name: String
  let work: Work
  private let library: BigLibrary
  /// The index among the stations with the same work; `places` is their number. Each uses its own part of the library.
  private let place: Int
  private let places: Int
  private var copies = 0
  private var sessions = 0
  private var step = 0

  /// Returns the stations of a busy library: eight stations.
  ///
  /// - Parameters:
  ///   - library: the library that they work with.
  ///   - isLater: true to use records that an earlier run did not reach.
  /// - Returns: eight stations, each with its own work.
  static func lending(_ library: BigLibrary, isLater: Bool = false) -> [StationScript] {
    let works: [Work] = [.checkout, .checkout, .checkout, .checkIn, .checkIn, .renew, .lookUp, .lookUp]
    return works.indices.map { index in
      StationScript(
        name: "desk-\(index + 1)", work: works[index], library: library,
        place: works[..<index].count { $0 == works[index] }, places: works.count { $0 == works[index] },
        isLater: isLater)
    }
  }

  private init(name: String, work: Work, library: BigLibrary, place: Int, places: Int, isLater: Bool) {
    self.name = name
    self.work = work
    self.library = library
    self.place = place
    self.places = places
    if isLater {
      copies = (work == .checkout ? library.size.copies : library.size.openLoans / 2) / 2 / places
      sessions = (library.size.borrowers - library.borrowersWithLoans) / 2 / places
    }
  }

  /// The command that puts the station into its mode.
  var start: Code { Code(text: work.command.code.description, expected: ["mode-changed"]) }

  mutating func next() -> Code {
    step += 1
    switch work {
    case .checkout: return session()
    case .checkIn:
      return Code(
        text: library.copyCode(nextLent(from: 0)).description,
        expected: ["returned", "returned-overdue", "returned-for-other"])
    // From the other end of the loans, so that no returned copy is renewed.
    case .renew:
      return Code(
        text: library.copyCode(nextLent(from: library.size.openLoans / 2)).description,
        expected: ["renewed", "hold-waiting"])
    case .lookUp:
      let index = library.draw(below: library.size.copies, .extra, step * places + place, 9)
      if step % 2 == 0, let barcode = library.barcode(library.releaseOfCopy(index)) {
        return Code(text: barcode.key, expected: ["found", "choose-release"])
      }
      return Code(text: library.copyCode(index).description, expected: ["found"])
    }
  }

  /// Returns the next code of a session: a card, three copies, and the command that ends the session.
  private mutating func session() -> Code {
    switch step % 5 {
    case 1:
      // Borrowers without loans and without holds.
      let index = library.borrowersWithLoans + sessions * places + place
      sessions += 1
      return Code(text: library.card(index).description, expected: ["session-started"])
    case 0: return Code(text: Command.end.code.description, expected: ["session-ended"])
    default: return Code(text: library.copyCode(nextFree()).description, expected: ["checked-out", "hold-other"])
    }
  }

  /// Returns an available copy of one disc that no station has used before.
  private mutating func nextFree() -> Int {
    while true {
      let index = copies * places + place
      copies += 1
      if !library.isLent(index), library.parts(index) == 1 { return index }
    }
  }

  /// Returns a copy on loan, of one disc and not overdue, that no station has used before.
  private mutating func nextLent(from first: Int) -> Int {
    while true {
      let loan = first + copies * places + place
      copies += 1
      if !library.isOverdue(loan), library.parts(library.copyOfOpenLoan(loan)) == 1 {
        return library.copyOfOpenLoan(loan)
      }
    }
  }
}
