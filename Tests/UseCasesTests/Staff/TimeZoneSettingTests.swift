import Deadwax
import Execution
import History
import Lending
import LendingTestSupport
import Log
import Staff
import Storage
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5)))
struct TimeZoneSettingTests {
  private let key = "calendar.time-zone"
  private let berlin = SampleZones.berlin

  /// Returns a counter whose machine has another rule for Berlin: winter all year.
  private func later(_ office: StaffLibrary, _ rule: String? = "CET-1") -> StaffOperations {
    var zones = SampleZones()
    zones.rules["Europe/Berlin"] = rule
    return StaffOperations(database: office.database, logger: .silent, zones: zones, published: {})
  }

  private func stored(_ office: StaffLibrary) throws -> String? { try office.database.read { try $0.setting(key) } }

  @Test func `a name is stored with its rule, and shown without it`() throws {
    let office = try StaffLibrary()
    let settings = office.counter.settings
    let before = try settings.view(key)
    #expect(before.value == "UTC" && before.standard == "UTC" && before.kind == "time-zone")
    let view = try settings.set(key, to: " europe/berlin ", by: "Carl")
    #expect(view.value == "Europe/Berlin" && view.standard == "UTC" && view.version == 1)
    #expect(view.timeZone?.rule == berlin && view.timeZone?.abbreviation == "CET" && view.timeZone?.offset == "+01:00")
    #expect(try stored(office) == "Europe/Berlin=\(berlin)")
    office.advance(days: 180)
    #expect(try settings.view(key).timeZone?.offset == "+02:00")
    #expect(try settings.set(key, to: "America/Santiago", by: nil).timeZone?.offset == "-04:00")
    #expect(try settings.view("loan.days").timeZone == nil)
  }

  @Test func `an unknown name is refused with the nearest, and nothing changes`() throws {
    let office = try StaffLibrary()
    let error = #expect(throws: StaffError.self) { try office.counter.settings.set(key, to: "Europe/Berln", by: nil) }
    guard case .badValue(key, let sentence)? = error else { throw TestFailure("\(error as Any)") }
    #expect(sentence == "calendar.time-zone: There is no time zone 'Europe/Berln'. Did you mean Europe/Berlin?")
    #expect(try stored(office) == nil)
  }

  @Test func `a rule that changed in the database is a change of the hub, which can be undone`() throws {
    let office = try StaffLibrary()
    _ = try office.counter.settings.set(key, to: "Europe/Berlin", by: "Carl")
    #expect(try office.counter.settings.updateTimeZone() == nil)
    let counter = later(office)
    let found = try #require(try counter.settings.updateTimeZone())
    #expect(found.before.stored == "Europe/Berlin=\(berlin)" && found.after.stored == "Europe/Berlin=CET-1")
    #expect(try stored(office) == "Europe/Berlin=CET-1")
    #expect(try counter.settings.updateTimeZone() == nil)
    let change = try #require(try office.lastChange())
    #expect(change.kind == .setting && change.by == "hub")
    #expect(try counter.settings.history(of: key).map(\.after) == ["Europe/Berlin=CET-1", "Europe/Berlin=\(berlin)"])
    let undoing = UndoService(database: office.database, policies: LibraryPolicies(), published: {})
    _ = try undoing.undo(change.id, by: .staff("Carl"))
    #expect(try stored(office) == "Europe/Berlin=\(berlin)")
  }

  @Test func `without a database the stored rule stays, and the loans with it`() throws {
    let office = try StaffLibrary()
    _ = try office.counter.settings.set(key, to: "Europe/Berlin", by: nil)
    let counter = later(office, nil)
    #expect(try counter.settings.updateTimeZone() == nil)
    #expect(try counter.settings.view(key).value == "Europe/Berlin")
    let loan = try office.lend(office.copies[0], to: office.ada).loan
    #expect(loan.dueAt.description == "2026-12-04T22:59:59.999Z")
  }

  @Test func `an update moves no due date, and a replay after it agrees`() throws {
    let shelf = try CasesLibrary()
    let counter = StaffOperations(database: shelf.database, logger: .silent, zones: SampleZones(), published: {})
    _ = try counter.settings.set(key, to: "Europe/Berlin", by: nil)
    try shelf.open(0)
    try shelf.scan(shelf.code(CasesLibrary.alone))
    try shelf.order(.end)
    let due = try shelf.database.read { try $0.all("SELECT due_at FROM loan") { try $0.integer(0) } }
    var zones = SampleZones()
    zones.rules["Europe/Berlin"] = "<+03>-3"
    let updated = StaffOperations(database: shelf.database, logger: .silent, zones: zones, published: {})
    #expect(try updated.settings.updateTimeZone() != nil)
    #expect(try shelf.database.read { try $0.all("SELECT due_at FROM loan") { try $0.integer(0) } } == due)
    try shelf.open(1)
    try shelf.scan(shelf.code(0))
    try shelf.order(.end)
    // The database of the machine that replays is not read.
    let report = try shelf.recording.replay(from: Timestamp(milliseconds: 0))
    #expect(report.firstDifference == nil && report.outcomes > 4)
  }
}
