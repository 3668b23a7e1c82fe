import Catalogue
import Deadwax
import Execution
import Foundation
import Staff
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ChangersTests {
  private static let files = ChangerFiles(folder: Repository.path("hardware/changers"))

  @Test func `every file of the repository describes a changer, with its source`() throws {
    #expect(Self.files.entries.count >= 10)
    for entry in Self.files.entries {
      let model = try entry.result.get()
      #expect(model.source.hasPrefix("http"), "\(entry.id)")
      #expect(model.media == [.cd] && model.capacity >= 6, "\(entry.id)")
    }
  }

  @Test(arguments: [
    ("sony-cdp-cx355", 300), ("sony-cdp-cx400", 400), ("pioneer-pd-f1009", 301), ("pioneer-6-disc-cartridge", 6),
    ("pioneer-drm-604x", 6), ("three-6-disc-cartridges", 18),
  ])
  func `a model has the capacity that its source names`(_ id: String, _ capacity: Int) throws {
    #expect(try Self.files.description(id)?.capacity == capacity)
  }

  @Test func `every model makes its place with all slots in one change, and the undo removes all of it`() throws {
    let office = try StaffLibrary()
    for entry in Self.files.entries {
      let model = try entry.result.get()
      let opened = try office.counter.places.add(model, name: "Changer", parent: nil, id: nil, by: "test")
      #expect(opened.holding.place.kind == model.kind, "\(entry.id)")
      #expect(try office.count("slot") == model.capacity, "\(entry.id)")
      let cartridges = model.rows.count { $0.cartridge != nil }
      #expect(try office.count("place") == 1 + cartridges, "\(entry.id)")
      #expect(try office.count("place", where: "parent_id = '\(opened.holding.place.id)'") == cartridges, "\(entry.id)")
      // Each place and each slot has a label.
      let codes = try office.count("code", where: "place_id IS NOT NULL OR slot_id IS NOT NULL")
      #expect(codes == model.capacity + 1 + cartridges, "\(entry.id)")
      try office.undoLast()
      #expect(try office.count("slot") == 0 && office.count("place") == 0, "\(entry.id)")
    }
  }

  @Test func `the slots of a changer with cartridges are in the cartridges, each numbered from 1`() throws {
    let office = try StaffLibrary()
    let room = try office.make("Room")
    let model = try #require(try Self.files.description("three-6-disc-cartridges"))
    let opened = try office.counter.places.add(model, name: "Changer 1", parent: room, id: nil, by: "test")
    #expect(opened.slots.isEmpty && opened.holding.place.parent == room)
    let inside = try office.database.read { try $0.places(directlyIn: opened.holding.place.id) }
    #expect(Set(inside.map(\.name)) == ["Cartridge 1", "Cartridge 2", "Cartridge 3"])
    for cartridge in inside {
      #expect(cartridge.kind == .cartridge)
      #expect(try office.numbers(of: cartridge.id) == Array(1...6))
    }
    #expect(throws: StaffError.nameTaken) {
      _ = try office.counter.places.add(model, name: "CHANGER 1", parent: room, id: nil, by: "test")
    }
    #expect(try office.count("place") == 5)
    #expect(throws: StaffError.noSuchPlace) {
      _ = try office.counter.places.add(model, name: "Other", parent: .new(at: office.now), id: nil, by: "test")
    }
  }

  @Test func `the numbers of slots go on through the cartridges if the file says so`() throws {
    let model = try read(
      "[changer]\nname = A\nmedia = cd\nsource = b\n[cartridges]\ncount = 3\nslots = 5\nnumbering = through\n")
    #expect(model.rows.map(\.numbers) == [1...5, 6...10, 11...15])
  }

  @Test(arguments: [
    ("[changer]\nmedia = cd\nsource = s\n[slots]\ncount = 3\n", "name is missing"),
    ("[changer]\nname = A\nmedia = cd\n[slots]\ncount = 3\n", "source is missing"),
    ("[changer]\nname = A\nsource = s\n[slots]\ncount = 3\n", "media is missing"),
    ("[changer]\nname = A\nmedia = tape\nsource = s\n[slots]\ncount = 3\n", "media must be words of cd"),
    ("[changer]\nname = A\nmedia = vinyl\nsource = s\n[slots]\ncount = 3\n", "a changer holds no vinyl"),
    ("[changer]\nname = A\nmedia = cd\nsource = s\n", "it needs either [slots] or [cartridges]"),
    (
      "[changer]\nname = A\nmedia = cd\nsource = s\n[slots]\ncount = 3\n[cartridges]\ncount = 1\nslots = 6\n",
      "it needs either [slots] or [cartridges]"
    ),
    (
      "[changer]\nname = A\nkind = cartridge\nmedia = cd\nsource = s\n[cartridges]\ncount = 1\nslots = 6\n",
      "a cartridge has [slots]"
    ),
    ("[changer]\nname = A\nkind = crate\nmedia = cd\nsource = s\n[slots]\ncount = 3\n", "kind must be changer or"),
    ("[changer]\nname = A\nmedia = cd\nsource = s\n[slots]\ncount = 0\n", "count must be a whole number from 1"),
    ("[changer]\nname = A\nmedia = cd\nsource = s\n[slots]\ncount = many\n", "count must be a whole number from 1"),
    ("[changer]\nname = A\nmedia = cd\nsource = s\n[cartridges]\ncount = 300\nslots = 6\n", "it has 1800 slots"),
    ("[changer]\nname = A\nmedia = cd\nsource = s\n[cartridges]\ncount = 2\n", "slots is missing"),
    (
      "[changer]\nname = A\nmedia = cd\nsource = s\n[cartridges]\ncount = 2\nslots = 6\nname = Box\n",
      "name of [cartridges] must be"
    ),
    ("[changer]\nname = A\ncolour = red\nmedia = cd\nsource = s\n[slots]\ncount = 3\n", "bad.ini:3: there is no key"),
    ("[changer]\nname = A\nname = B\nmedia = cd\nsource = s\n[slots]\ncount = 3\n", "bad.ini:3: name is given twice"),
    ("nonsense\n", "bad.ini:1"), ("\u{0}\u{1}", "bad.ini:1"),
  ])
  func `a bad file is a clear error, and the others stay`(_ text: String, _ part: String) throws {
    let folder = try TemporaryFolder("deadwax-changers")
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("bad.ini")))
    try Data("[changer]\nname = Good\nmedia = cd\nsource = s\n[slots]\ncount = 3\n".utf8).write(
      to: URL(fileURLWithPath: folder.path("good.ini")))
    let files = ChangerFiles(folder: folder.path)
    #expect(try files.description("good")?.capacity == 3)
    let fault = #expect(throws: ChangerFault.self) { _ = try files.description("bad") }
    #expect(fault?.description.contains(part) == true, "\(String(describing: fault))")
    #expect(fault?.description.contains("bad.ini") == true)
  }

  @Test func `a folder that is not there has no models`() throws {
    #expect(ChangerFiles(folder: "/nowhere/at/all").entries.isEmpty)
    #expect(try ChangerFiles(folder: nil).description("sony-cdp-cx355") == nil)
  }

  private func read(_ text: String) throws -> ChangerDescription {
    let folder = try TemporaryFolder("deadwax-changers")
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("one.ini")))
    return try #require(try ChangerFiles(folder: folder.path).description("one"))
  }
}
