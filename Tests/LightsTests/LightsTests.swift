import Deadwax
import Foundation
import HTTPServer
import Lights
import Log
import Storage
import StorageTestSupport
import TestSupport
import Testing
import Threads

@Suite(.timeLimit(.minutes(5)))
struct LightsTests {
  private let folder: TemporaryFolder
  private let database: Database
  private let shelf: Place.ID
  private let copies: [Copy.ID]
  private let switched = Locked<[LightOrder]>([])

  /// A room with a shelf of three slots and a crate; copies in slots 1 and 2, in the crate, and without a place.
  init() throws {
    folder = try TemporaryFolder("deadwax-lights", inMemory: true)
    database = try Database(
      path: MigratedDatabase.placed(at: folder.path("deadwax.sqlite")), migrations: Migration.all, logger: .silent)
    (shelf, copies) = try database.write { transaction in
      let now = transaction.now
      let room = Place(id: .new(at: now), kind: .room, name: "Studio")
      let shelf = Place(id: .new(at: now), parent: room.id, kind: .shelf, name: "Shelf 1")
      let crate = Place(id: .new(at: now), parent: room.id, kind: .crate, name: "Crate")
      for place in [room, shelf, crate] { try transaction.insert(place) }
      let slots = (1...3).map { Slot(id: .new(at: now), place: shelf.id, placeName: shelf.name, number: $0) }
      for slot in slots { try transaction.insert(slot) }
      let release = Release(
        id: .new(at: now), status: .manual, medium: .cd, title: "Blue Train", artist: "John Coltrane")
      try transaction.insert(release)
      let locations = [
        slots[0].location, slots[1].location,
        Location(place: crate.id, placeName: crate.name, slot: nil, slotNumber: nil),
        nil,
      ]
      var copies: [Copy.ID] = []
      for (index, location) in locations.enumerated() {
        let copy = Copy(
          id: .new(at: now), release: release.id, number: index + 1, code: OwnCode(.copy, number: UInt64(index + 1)),
          addedAt: now)
        try transaction.insert(copy)
        if let location { try transaction.move(copy.id, to: location) }
        copies.append(copy.id)
      }
      return (shelf.id, copies)
    }
  }

  private func lights(_ strips: [LightStrip], fails: Bool = false) -> Lights {
    Lights(strips, database: database, logger: .silent) { [switched] order throws(LightFault) in
      switched.withLock { $0.append(order) }
      if fails { throw .failed("no answer") }
    }
  }

  private func strip(_ name: String, _ place: String, slots: ClosedRange<Int>?, seconds: Int = 60) -> LightStrip {
    LightStrip(
      name: name, place: place, slots: slots, driver: .program("/bin/true"), first: 0, lightsPerSlot: 1,
      colour: "00ff00",
      seconds: seconds)
  }

  private func sent() -> [String] {
    switched.withLock { $0.map { "\($0.isOn ? "on" : "off") \($0.strip.name) \($0.lights)" } }
  }

  @Test func `a slot is lit by its number, the one before it goes out, and a stop ends it`() throws {
    let lights = lights([strip("row", shelf.text, slots: 1...3)])
    let lit = try lights.show(copies[0])
    #expect(lit.place == "Shelf 1" && lit.slot == 1)
    _ = try lights.show(copies[1])
    // The same one again is switched on again: a person may have switched it off.
    _ = try lights.show(copies[1])
    lights.stop()
    #expect(sent() == ["on row 0..<1", "off row 0..<1", "on row 1..<2", "on row 1..<2", "off row 1..<2"])
  }

  @Test func `a slot goes out after its seconds, and nothing is sent for it again`() async throws {
    let lights = lights([strip("row", "shelf 1", slots: 1...3, seconds: 1)])
    _ = try lights.show(copies[0])
    try await eventually("the slot goes out") { sent().count == 2 }
    lights.stop()
    #expect(sent() == ["on row 0..<1", "off row 0..<1"])
  }

  @Test func `a slot that is lit again while it goes out is lit afterwards`() throws {
    let (ending, ended, again) = (Latch(), Latch(), Latch())
    let lights = Lights(
      [strip("row", shelf.text, slots: 1...3, seconds: 1)], database: database, logger: .silent
    ) { [switched] order throws(LightFault) in
      if !order.isOn {
        ending.raise()
        ended.wait()
      }
      switched.withLock { $0.append(order) }
    }
    _ = try lights.show(copies[0])
    ending.wait()
    let copy = copies[0]
    _ = DedicatedThread("again") {
      _ = try? lights.show(copy)
      again.raise()
    }
    // It must wait. If it does not, it is switched before the slot has gone out.
    #expect(!again.wait(atMost: .milliseconds(300)))
    ended.raise()
    again.wait()
    #expect(sent().prefix(3) == ["on row 0..<1", "off row 0..<1", "on row 0..<1"])
    lights.stop()
    #expect(throws: LightFault.failed("The hub is stopping.")) { try lights.show(copies[0]) }
  }

  @Test func `a copy in a crate is shown by the light of the nearest place around it`() throws {
    let lights = lights([strip("room", "Studio", slots: nil), strip("row", "Shelf 1", slots: 2...3)])
    defer { lights.stop() }
    #expect(try lights.show(copies[2]).strip.name == "room")
    #expect(try lights.show(copies[1]).strip.name == "row")
    // Slot 1 has no light of its own.
    let lit = try lights.show(copies[0])
    #expect(lit.strip.name == "room" && lit.slot == nil && lit.place == "Studio")
  }

  @Test func `a copy without a place or a light, and one that is on loan or unknown, lights nothing`() throws {
    let lights = lights([strip("row", "Shelf 1", slots: 1...3)])
    defer { lights.stop() }
    func fault(_ copy: Copy.ID) throws -> LightFault? {
      do {
        _ = try lights.show(copy)
        return nil
      } catch let fault as LightFault {
        return fault
      }
    }
    #expect(try fault(copies[3]) == .notThere("The copy has no place."))
    #expect(try fault(copies[2]) == .noLight)
    #expect(try fault(Copy.ID.new(at: .now())) == .noSuchCopy)
    try database.write { [copies] transaction in
      let borrower = Borrower(id: .new(at: transaction.now), name: "Ada Lovelace", shortName: "Ada L.")
      try transaction.insert(borrower)
      try transaction.insert(
        Loan(
          id: .new(at: transaction.now), copy: copies[0], borrower: borrower.id, openedAt: transaction.now,
          dueAt: transaction.now), at: .hubStation, returnedAt: nil)
    }
    #expect(try fault(copies[0]) == .notThere("The copy is on loan."))
    #expect(sent().isEmpty)
  }

  @Test func `a light that does not answer is a fault, and is not switched off later`() throws {
    let lights = lights([strip("row", "Shelf 1", slots: 1...3, seconds: 1)], fails: true)
    #expect(throws: LightFault.failed("no answer")) { try lights.show(copies[0]) }
    lights.stop()
    #expect(sent() == ["on row 0..<1"])
  }

  @Test func `a strip by HTTP gets its request, and a refusal and silence are distinguished`() throws {
    let requests = Locked<[String]>([])
    let status = Locked(200)
    let server = try HTTPServer(
      router: Router([
        Route(.post, "/json/state") { request, reply in
          requests.withLock { $0.append(String(decoding: request.body, as: UTF8.self)) }
          reply(HTTPResponse(status: status.withLock { $0 }))
        }
      ]), logger: .silent)
    let address = "http://127.0.0.1:\(server.port)"
    let kind = try #require(try LightKind.all(in: Repository.path("hardware/lights")).first { $0.id == "wled" })
    let strip = LightStrip(
      name: "row", place: "Shelf 1", slots: 1...3, driver: .requests(kind, address: address), first: 0,
      lightsPerSlot: 2,
      colour: "ff0000", seconds: 60)
    let order = LightOrder(strip: strip, place: "Shelf 1", slot: 2, lights: 2..<4, isOn: true)
    let lightSwitch = LightSwitch(userAgent: "test")
    try lightSwitch.perform(order)
    #expect(requests.withLock { $0 } == [#"{"on":true,"seg":{"i":[2,4,"ff0000"]}}"#])
    status.withLock { $0 = 404 }
    #expect(throws: LightFault.self) { try lightSwitch.perform(order) }
    server.stop()
    do throws(LightFault) {
      try lightSwitch.perform(order)
      Issue.record("a server that is gone has answered")
    } catch {
      #expect(error.description.contains("does not respond"), "\(error)")
    }
  }

  @Test func `a program is called with the state and the values, and its failure is a fault`() throws {
    let path = folder.path("light")
    let log = folder.path("log")
    let script = "#!/bin/sh\nprintf '%s|' \"$@\" >>\(log)\n[ \"$1\" = on ]\n"
    try Data(script.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let strip = LightStrip(
      name: "row", place: "Shelf 1", slots: nil, driver: .program(path), first: 4, lightsPerSlot: 1, colour: "ff0000",
      seconds: 5)
    let order = LightOrder(strip: strip, place: "Shelf 1; touch x", slot: nil, lights: 4..<5, isOn: true)
    try LightSwitch(userAgent: "test").perform(order)
    #expect(try String(contentsOfFile: log, encoding: .utf8) == "on|Shelf 1; touch x|0|4|5|ff0000|5|")
    #expect(throws: LightFault.self) { try LightSwitch(userAgent: "test").perform(order.ended) }
  }
}
