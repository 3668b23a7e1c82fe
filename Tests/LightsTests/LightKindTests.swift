import Foundation
import Lights
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LightKindTests {
  private static func strip(_ driver: LightStrip.Driver, slots: ClosedRange<Int>? = 1...24) -> LightStrip {
    LightStrip(
      name: "studio", place: "Changer \"1\"", slots: slots, driver: driver, first: 8, lightsPerSlot: 3,
      colour: "ffb000",
      seconds: 20)
  }

  private static func order(_ kind: LightKind, slot: Int = 4) throws -> LightOrder {
    let strip = strip(.requests(kind, address: "http://192.168.1.40"))
    return LightOrder(
      strip: strip, place: strip.place, slot: slot, lights: try #require(strip.lights(of: slot)), isOn: true)
  }

  @Test func `the files of the installation describe WLED and a program that takes JSON`() throws {
    let kinds = try LightKind.all(in: Repository.path("hardware/lights"))
    #expect(kinds.map(\.id) == ["http", "wled"])
    let wled = try Self.order(kinds[1])
    // The lights 17, 18 and 19: the end is not included.
    #expect(wled.body(kinds[1]) == #"{"on":true,"seg":{"i":[17,20,"ffb000"]}}"#)
    #expect(wled.ended.body(kinds[1]) == #"{"seg":{"i":[17,20,"000000"]}}"#)
    let http = try Self.order(kinds[0])
    for body in [http.body(kinds[0]), http.ended.body(kinds[0]), wled.body(kinds[1]), wled.ended.body(kinds[1])] {
      #expect((try? JSONSerialization.jsonObject(with: Data(body.utf8))) != nil, "\(body)")
    }
    #expect(
      http.body(kinds[0])
        == #"{"state":"on","place":"Changer \"1\"","slot":4,"first":17,"end":20,"colour":"ffb000","seconds":20}"#)
    #expect(http.words == ["on", "Changer \"1\"", "4", "17", "20", "ffb000", "20"])
  }

  @Test(arguments: [
    ("[light]\nname = A\nsource = b\non = {first}\n", "off"),
    ("[light]\nname = A\nsource = b\non = {x}\noff = 1", "{x}"),
    ("[light]\nname = A\nname = B", "twice"), ("[lamp]\nname = A", "[lamp]"), ("[light]\nfoo = A", "foo"),
    ("[light]\nname = A\nsource = b\nmethod = BREW\non = 1\noff = 0", "method"), ("name", "bad.ini:1"), ("", "name"),
  ])
  func `a file with a fault is named with what is wrong`(text: String, word: String) throws {
    let folder = try TemporaryFolder("deadwax-lights", inMemory: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("bad.ini")))
    do throws(LightFault) {
      _ = try LightKind.all(in: folder.path)
      Issue.record("the file was taken: \(text)")
    } catch {
      #expect(error.description.contains("bad.ini") && error.description.contains(word), "\(error)")
    }
  }

  @Test func `each slot has lights of its own, and a place without slots has one as a whole`() throws {
    let row = Self.strip(.program("/bin/true"), slots: 5...6)
    #expect(row.lights(of: 5) == 8..<11 && row.lights(of: 6) == 11..<14)
    #expect(row.lights(of: 4) == nil && row.lights(of: 7) == nil && row.lights(of: nil) == nil)
    #expect(Self.strip(.program("/bin/true"), slots: nil).lights(of: 99) == 8..<11)
  }
}
