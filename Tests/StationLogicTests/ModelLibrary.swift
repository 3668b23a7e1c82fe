import Deadwax
import Lending
import StationLogic

/// A library as a value: some copies, borrowers, holds and stations, changed only by the stations' own decisions. It
/// applies effects as the records would, and reports effects that the records would refuse.
struct ModelLibrary {
  var now = Timestamp(milliseconds: 1_795_165_520_000)
  var copies: [Copy] = []
  var borrowers: [Borrower] = []
  var holds: [Hold] = []
  var machines: [StationMachine]
  var states: [StationState]
  var policy = LibraryPolicy()
  /// The releases of each barcode.
  var barcodes: [String: [Release.ID]] = [:]
  var changes: [Entry] = []
  var inbox: Set<Code.Key> = []
  var claimed: [Code.Key: Copy.ID] = [:]
  var wished: Set<Release.ID> = []
  /// The records in the crates, in their order.
  var crates: [Crate.ID: [CrateItem.Subject]] = [:]
  var labels = 0
  /// The place around each place that was moved.
  var places: [Place.ID: Place.ID] = [:]
  /// The number of consecutive wrong PINs, and the end of the lock.
  var pins: [Borrower.ID: (failures: Int, lockedUntil: Timestamp?)] = [:]
  var isClockRight = true
  var beside: [CodeTarget] = []
  /// The disabled slots, with the number of changes before that.
  private(set) var disabled: [Slot.ID: Int] = [:]
  /// The place of the pick-up shelf.
  var pickUpShelf: Location?
  /// The violated invariants.
  var breaches: [String] = []
  private var drawn: Int64 = 0
  /// The number of events: each reading and each session has an id of its own.
  private(set) var events: UInt64 = 0

  /// A change with the rows it touched. A new copy has no row before.
  struct Entry {
    var id: Change.ID
    var station: Int
    var kind: Change.Kind
    var at: Timestamp
    var session: StoredSession.ID?
    var copies: [Row] = []
    var holds: [(before: Hold, after: Hold)] = []
    var isUndone = false
    /// The change that it undoes.
    var undoes: Change.ID?

    /// The states of a copy around a change: a new copy has none before, a deleted one has none after.
    struct Row {
      var before: Copy?
      var after: Copy?
      var copy: Copy.ID? { after?.id ?? before?.id }
    }
  }

  /// An object that can be presented to a station's readers.
  enum Thing {
    case copy(Int)
    case card(Int)
    case barcode(String)
    case slot(Slot, occupant: Copy.ID?)
    case place(Place)
    case order(Command)
    case nothing(Code)
    case tag(BindingCandidate)
    indirect case both(card: Int, Thing)
  }

  init(_ stations: StationPolicy..., policy: LibraryPolicy = LibraryPolicy()) {
    self.policy = policy
    machines = stations.map { StationMachine(library: policy, station: $0) }
    states = stations.map { StationState(mode: $0.home) }
  }

  /// Returns a new id, the same in every run.
  mutating func draw<Subject>() -> Identifier<Subject> {
    drawn += 1
    return Identifier(digest: UInt64(drawn), 0)
  }

  // MARK: - Contents

  @discardableResult
  mutating func addCopy(
    of release: Release.ID? = nil, barcode: String? = nil, _ change: (inout Copy) -> Void = { _ in }
  ) -> Int {
    let id: Copy.ID = draw()
    let release: Release.ID = release ?? draw()
    var copy = Copy(
      id: id, release: release, number: copies.count + 1, code: OwnCode(.copy, number: UInt64(copies.count + 1)),
      addedAt: now)
    change(&copy)
    copies.append(copy)
    if let barcode, !(barcodes[barcode] ?? []).contains(release) { barcodes[barcode, default: []].append(release) }
    return copies.count - 1
  }

  @discardableResult
  mutating func addBorrower(_ change: (inout Borrower) -> Void = { _ in }) -> Int {
    var borrower = Borrower(id: draw(), name: "Full Name \(borrowers.count)", shortName: "Name \(borrowers.count)")
    change(&borrower)
    borrowers.append(borrower)
    return borrowers.count - 1
  }

  mutating func addHold(_ subject: Hold.Subject, by borrower: Int, _ change: (inout Hold) -> Void = { _ in }) {
    var hold = Hold(id: draw(), subject: subject, borrower: borrowers[borrower].id, createdAt: now)
    change(&hold)
    holds.append(hold)
  }

  /// Lends a copy without a station, as the initial state.
  mutating func lend(_ copy: Int, to borrower: Int, since days: Int = 1, due: Int = 7, parts: Int = 1) {
    let loan = Loan(
      id: draw(), copy: copies[copy].id, borrower: borrowers[borrower].id, openedAt: now + .seconds(-days * 86_400),
      dueAt: now + .seconds(due * 86_400), parts: parts)
    copies[copy].loan = loan
  }

  func borrower(_ id: Borrower.ID?) -> Borrower? {
    guard var borrower = borrowers.first(where: { $0.id == id }) else { return nil }
    let loans = copies.compactMap(\.loan).filter { $0.borrower == borrower.id }
    borrower.openLoans = loans.count
    borrower.overdueLoans = loans.count { $0.isOverdue(at: now) }
    return borrower
  }

  func copy(_ id: Copy.ID?) -> Copy? { copies.first { $0.id == id } }

  /// Disables a slot, or puts it into use.
  mutating func disable(_ number: Int, _ isDisabled: Bool = true) {
    disabled[Self.slot(number).id] = isDisabled ? changes.count : nil
  }

  // MARK: - Events

  /// Presents an object to a station's reader.
  @discardableResult
  mutating func scan(_ thing: Thing, at station: Int = 0) -> Decision {
    let decision = happen(.reading, thing, at: station)
    if decision.outcome == nil { breaches.append("a scan without an outcome: \(decision.rule)") }
    return decision
  }

  /// Performs an action on the screen.
  @discardableResult
  mutating func act(_ event: StationEvent, at station: Int = 0) -> Decision {
    happen(event, .order(.help), at: station)
  }

  /// Advances the time and notifies each station.
  mutating func pass(_ seconds: Int) {
    now = now + .seconds(seconds)
    for station in states.indices {
      let decision = happen(.timer, .order(.help), at: station)
      if !decision.effects.isEmpty { breaches.append("a timer changed something") }
    }
  }

  private mutating func happen(_ event: StationEvent, _ thing: Thing, at station: Int) -> Decision {
    let machine = machines[station]
    events += 1
    let state = states[station].expired(at: now, home: machine.station.home)
    let decision = machine.next(states[station], event, facts(thing, state, event, at: station), at: now)
    perform(decision, at: station)
    states[station] = decision.state
    return decision
  }
}
