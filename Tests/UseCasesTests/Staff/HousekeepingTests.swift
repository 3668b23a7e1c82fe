import Catalogue
import Deadwax
import Execution
import Lending
import Log
import Scanning
import Staff
import Storage
import TestSupport
import Testing
import Threads

/// Tests of settings, fees and the inbox.
@Suite(.ownThread, .timeLimit(.minutes(5)))
struct HousekeepingTests {
  @Test func `a setting applies from the next loan on, and its history is stored`() throws {
    let office = try StaffLibrary()
    let settings = office.counter.settings
    let before = try settings.view("loan.days")
    #expect(before.value == "14" && before.standard == "14" && before.version == 0 && before.kind == "number")
    #expect(try settings.set("loan.days", to: " 7 ", ifVersion: 0, by: "Carl").value == "7")
    let loan = try office.lend(office.copies[0], to: office.ada).loan
    #expect(loan.dueAt < office.now + .seconds(8 * 86_400))
    #expect(try settings.set("loan.days", to: nil, by: nil).value == "14")
    let history = try settings.history(of: "loan.days")
    #expect(history.map(\.before) == ["7", nil] && history.map(\.after) == [nil, "7"])
    #expect(history.last?.change.by == "Carl")
    #expect(throws: StaffError.noSuchSetting) { try settings.view("heartbeat") }
    #expect(try settings.all().count == Setting.all.count)
  }

  @Test func `a colour is checked beside the colours that are set already`() throws {
    let office = try StaffLibrary()
    let settings = office.counter.settings
    #expect(try settings.stylesheet().isEmpty)
    // Each can be read by itself, and the second not beside the first.
    _ = try settings.set("appearance.card", to: "#f3e8d0", by: nil)
    let error = #expect(throws: StaffError.self) { try settings.set("appearance.accent", to: "#6d6d6d", by: nil) }
    guard case .badValue("appearance.accent", let sentence)? = error else { throw TestFailure("\(error as Any)") }
    #expect(sentence.contains("a link (#6d6d6d) on cards (#f3e8d0) has a contrast of 4.2:1"))
    #expect(try settings.view("appearance.accent").value == "off")
    #expect(try settings.stylesheet().contains("--card: light-dark(#f3e8d0, #1e1c1a);"))
    _ = try settings.set("appearance.card", to: nil, by: nil)
    #expect(try settings.set("appearance.accent", to: "#6d6d6d", by: nil).value == "#6d6d6d")
  }

  @Test(
    arguments: [
      ("loan.days", "many"), ("appearance.card", "#777777"), ("appearance.accent", "#ffffff"),
      ("fees.currency", "euro"), ("holds.shelf", Place.ID.absent.text), ("fees.on", "perhaps"),
    ])
  func `an invalid value of a setting is refused with a sentence`(_ key: String, _ text: String) throws {
    let office = try StaffLibrary()
    let error = #expect(throws: StaffError.self) { try office.counter.settings.set(key, to: text, by: nil) }
    guard case .badValue(key, let sentence)? = error else { throw TestFailure("\(error as Any)") }
    #expect(sentence.count > 10)
    #expect(throws: StaffError.staleVersion(now: 0)) {
      try office.counter.settings.set("loan.days", to: "3", ifVersion: 5, by: nil)
    }
  }

  @Test func `reminders of overdue loans have their days`() throws {
    let office = try StaffLibrary()
    #expect(try office.counter.settings.view("reminders.overdue-days").value == "1, 7, 21")
    #expect(try office.counter.settings.set("reminders.overdue-days", to: "10,3,3", by: nil).value == "3, 10")
    #expect(throws: StaffError.self) {
      try office.counter.settings.set("reminders.overdue-days", to: "0", by: nil)
    }
  }

  @Test func `a station has its policy`() throws {
    let office = try StaffLibrary()
    let stations = office.counter.stations
    #expect(throws: StaffError.noSuchStation) { try stations.policy(of: .hubStation) }
    try ScanService(database: office.database, logger: .silent, published: {}).prepare(.hubStation)
    #expect(try stations.policy(of: .hubStation) == StationSettings.Held(policy: StationPolicy(), version: 0))
    var policy = StationPolicy()
    policy.language = "fr"
    policy.receipt = "print"
    #expect(try stations.set(policy, of: .hubStation, ifVersion: 0, by: nil).policy.language == "fr")
    policy.modes = [.return]
    #expect(throws: StaffError.self) { try stations.set(policy, of: .hubStation, by: nil) }
    policy.modes = []
    policy.language = "xx"
    #expect(throws: StaffError.self) { try stations.set(policy, of: .hubStation, by: nil) }
    #expect(try stations.policy(of: .hubStation).policy.language == "fr")
  }

  @Test func `fees are charged only where they are on, and end once`() throws {
    let off = try StaffLibrary()
    #expect(throws: StaffError.switchedOff(setting: "fees.on")) {
      try off.counter.fees.charge(off.ada, kind: .other, amount: 1, note: nil, by: nil)
    }
    let office = try StaffLibrary { $0.fees.isOn = true }
    let fees = office.counter.fees
    #expect(throws: StaffError.self) { try fees.charge(office.ada, kind: .other, amount: 0, note: nil, by: nil) }
    let first = try fees.charge(office.ada, kind: .damage, amount: 250, note: "a scratch", by: nil).fee
    let second = try fees.charge(office.ada, kind: .other, amount: 100, note: nil, by: nil).fee
    #expect(try fees.settle(first.id, by: nil).fee.settledAt == office.now)
    #expect(throws: StaffError.isOver) { try fees.waive(first.id, reason: "late", by: nil) }
    #expect(throws: StaffError.self) { try fees.waive(second.id, reason: "", by: nil) }
    #expect(try fees.waive(second.id, reason: "our mistake", by: nil).fee.isWaived)
    #expect(try office.lastChange()?.reason == "our mistake")
    #expect(try fees.list(.open, cursor: nil, limit: 9).items.isEmpty)
    #expect(try fees.list(.settled, borrower: office.ada, cursor: nil, limit: 9).items.count == 2)
  }

  @Test func `a new home moves a station at which nothing is open, and no other`() throws {
    let office = try StaffLibrary()
    let stations = office.counter.stations
    try ScanService(database: office.database, logger: .silent, published: {}).prepare(.hubStation)
    func mode() throws -> Mode? { try office.database.read { try $0.station(.hubStation)?.state.mode } }
    var policy = StationPolicy()
    let first = try #require(try mode())
    #expect(first == policy.home)
    policy.home = .checkout
    _ = try stations.set(policy, of: .hubStation, by: nil)
    #expect(try mode() == .checkout)
    // A session is open there.
    try office.database.write { transaction in
      guard var state = try transaction.station(.hubStation)?.state else { return }
      state.session = StationState.Session(
        borrower: office.ada, until: transaction.now + .seconds(60), id: transaction.newID())
      try transaction.save(state, of: .hubStation)
    }
    policy.home = .return
    _ = try stations.set(policy, of: .hubStation, by: nil)
    #expect(try mode() == .checkout)
  }

  /// Stores an unknown code.
  private func unknown(_ office: StaffLibrary, _ key: Code.Key, _ symbology: Symbology) throws -> InboxItem.ID {
    try office.database.write { transaction in
      let item = try transaction.storeUnknown(key, symbology, scan: transaction.newID(), at: .hubStation)
      try transaction.recordChange(.inbox)
      return item.id
    }
  }

  @Test func `an unknown code is named, and is a record from then on`() throws {
    let office = try StaffLibrary()
    let key = Code.Key(class: .text, value: "MY-17")
    let item = try unknown(office, key, .code128)
    let view = try office.counter.inbox.name(item, title: "Tape 17", artist: "", medium: .cassette, by: nil)
    #expect(view.item.state == .named && view.release?.title == "Tape 17")
    #expect(try office.database.read { try $0.target(of: key) } == view.copy.map { .copy($0.id) })
    #expect(throws: StaffError.isOver) { try office.counter.inbox.dismiss(item, by: nil) }
    #expect(try office.counter.inbox.list(state: .open, cursor: nil, limit: 9).items.isEmpty)
    #expect(try office.counter.inbox.list(state: .named, cursor: nil, limit: 9).items.map(\.item.id) == [item])
  }

  @Test func `an unknown card leaves the inbox once it is bound`() throws {
    let office = try StaffLibrary()
    let (first, second) = (Code.Key(class: .text, value: "LIB-0042"), Code.Key(class: .gtin, value: "2990000000019"))
    let items = [try unknown(office, first, .code128), try unknown(office, second, .ean13)]
    let dora = try office.counter.borrowers.enrol(
      Borrowers.Enrolment(name: "Dora Dean", card: "LIB-0042"), by: nil
    ).borrower.id
    _ = try office.counter.borrowers.addCard(dora, code: "2990000000019", by: nil)
    for item in items { #expect(try office.counter.inbox.view(item).item.state == .claimed) }
    #expect(try office.counter.inbox.list(state: .open, cursor: nil, limit: 9).items.isEmpty)
  }

  @Test func `a commercial barcode names the release, regardless of the copy it was claimed for`() throws {
    let office = try StaffLibrary()
    // The second is an in-store number of a shop.
    for value in ["4006381333931", "2112345000015"] {
      let key = Code.Key(class: .gtin, value: value)
      let item = try unknown(office, key, .ean13)
      _ = try office.counter.inbox.claim(item, copy: office.copies[1], by: nil)
      #expect(try office.database.read { try $0.target(of: key) } == .release(office.release), "\(value)")
    }
  }

  @Test func `a barcode is looked up again, other codes are not`() throws {
    let office = try StaffLibrary()
    let item = try unknown(office, Code.Key(class: .gtin, value: "5099902988023"), .ean13)
    let view = try office.counter.inbox.lookUpAgain(item, by: nil)
    #expect(view.item.state == .lookedUp && view.release?.status == .unresolved)
    #expect(try office.count("lookup_job", where: "state = 'pending'") == 1)
    let text = try unknown(office, Code.Key(class: .text, value: "x"), .code39)
    #expect(throws: StaffError.self) { try office.counter.inbox.lookUpAgain(text, by: nil) }
    #expect(try office.counter.inbox.dismiss(text, by: nil).item.state == .forgotten)
  }
}
