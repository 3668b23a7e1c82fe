import CommandLineArguments
import Configuration
import Foundation
import Lights
import TestSupport
import Testing

@testable import Hub

/// Tests of the sections for lights in the configuration file of a hub.
@Suite(.timeLimit(.minutes(5)))
struct LightSectionsTests {
  private func lights(_ text: String) throws -> [LightStrip] {
    let folder = try TemporaryFolder("deadwax-lights", inMemory: true)
    let file = folder.path("deadwax.conf")
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    let configuration = try Configuration(
      HubKeys.table, arguments: .parsing(["--config", file], options: HubKeys.table.options), environment: [:],
      standardFile: nil)
    return try HubKeys.hubConfiguration(configuration).lights
  }

  @Test func `a section describes the lights of a place, and the other values have defaults`() throws {
    let lights = try lights(
      """
      [light studio]
      place = Changer 1
      slots = 1-24
      kind = wled
      address = http://192.168.1.40/
      [light room]
      place = Room
      kind = command
      command = /usr/local/bin/light
      first = 3
      lights-per-slot = 2
      colour = 00FF7f
      seconds = 5
      """)
    #expect(lights.map(\.name) == ["studio", "room"])
    #expect(lights[0].slots == 1...24 && lights[0].first == 0 && lights[0].lightsPerSlot == 1)
    #expect(lights[0].colour == "ffb000" && lights[0].seconds == 20)
    guard case .requests(let kind, let address) = lights[0].driver else { throw TestFailure("no requests") }
    #expect(kind.id == "wled" && address == "http://192.168.1.40")
    #expect(lights[1].slots == nil && lights[1].driver == .program("/usr/local/bin/light"))
    #expect(
      lights[1].first == 3 && lights[1].lightsPerSlot == 2 && lights[1].colour == "00ff7f" && lights[1].seconds == 5)
    #expect(try self.lights("[counter]\ntrust-clock = yes\n").isEmpty)
  }

  @Test(arguments: [
    ("kind = lamp\naddress = http://a", "http, wled, command"), ("kind = wled", "address"),
    ("kind = wled\naddress = ftp://a", "address"), ("kind = wled\naddress = http://me:secret@a", "address"),
    ("kind = command", "command"), ("kind = command\ncommand = light", "absolute path"),
    ("kind = wled\naddress = http://a\nslots = 3", "slots"), ("kind = wled\naddress = http://a\nslots = 5-3", "slots"),
    ("kind = wled\naddress = http://a\nslots = 0-3", "slots"), ("kind = wled\naddress = http://a\nfirst = -1", "first"),
    ("kind = wled\naddress = http://a\nlights-per-slot = 0", "lights-per-slot"),
    ("kind = wled\naddress = http://a\ncolour = red", "colour"),
    ("kind = wled\naddress = http://a\nseconds = 1d", "seconds"),
    ("kind = wled\naddress = http://a\nsecond = 1", "seconds"), ("address = http://a", "kind"),
  ])
  func `a wrong value is refused with its line`(lines: String, word: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try lights("[light studio]\nplace = A\n\(lines)\n") }
    let sentence = error?.description ?? ""
    #expect(sentence.contains("deadwax.conf:") && sentence.contains(word), "\(sentence)")
  }
}
