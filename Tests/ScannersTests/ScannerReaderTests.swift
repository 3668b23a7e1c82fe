import Foundation
import Scanners
import TestSupport
import Testing

/// Tests of the reader on paths without a scanner; for real devices see LiveScannerTests.
@Suite(.timeLimit(.minutes(5)), .serialized, .ownThread)
struct ScannerReaderTests {
  /// Runs steps until there is a state of that kind.
  private static func state(
    _ kind: ScannerState.Kind, of source: ScannerReader.Source, devices: [InputDevice] = []
  ) throws -> ScannerState {
    let reader = ScannerReader(source) { devices }
    let end = ContinuousClock.now + .seconds(60)
    while reader.state.kind != kind {
      try #require(ContinuousClock.now < end, "it is \(reader.state)")
      reader.step(atMost: .milliseconds(100)) { _ in }
    }
    return reader.state
  }

  @Test func `a path that leads nowhere is absent, and is named`() throws {
    let folder = try TemporaryFolder()
    let state = try Self.state(.absent, of: .named(folder.path("usb-Symbol-event-kbd")))
    #expect(state.reason?.contains(folder.path("usb-Symbol-event-kbd")) == true)
    #expect(state.hint != nil)
  }

  @Test func `a file that is not an input device is reported`() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "file")
    #expect(mkfifo(folder.path("fifo"), 0o600) == 0)
    for path in [folder.path("file"), folder.path("fifo"), folder.path, "/dev/null", "/dev/zero"] {
      let state = try Self.state(.failed, of: .named(path))
      #expect(state.reason == "\(path) is not an input device.")
    }
  }

  @Test func `auto takes nothing where only keyboards are`() throws {
    let keyboard = try InputDeviceTests.device("Logitech USB Keyboard", ids: "046d:c31c", node: "/dev/null/event1")
    let state = try Self.state(.absent, of: .automatic, devices: [keyboard])
    #expect(state.reason == "No barcode scanner is connected.")
    #expect(state.hint?.contains("--list") == true)
  }

  @Test func `a connected scanner that does not type is distinguished from none`() throws {
    var plugged = ["1d6b:0002", "05e0:1900"]
    let reader = ScannerReader(.automatic, find: { [] }, plugged: { plugged })
    let end = ContinuousClock.now + .seconds(60)
    while reader.state.kind != .failed {
      try #require(ContinuousClock.now < end, "it is \(reader.state)")
      reader.step(atMost: .milliseconds(100)) { _ in }
    }
    #expect(reader.state.reason == "A scanner without keyboard mode is connected: Symbol (Zebra).")
    #expect(reader.state.hint?.contains("HID keyboard") == true)
    plugged = ["1d6b:0002"]
    while reader.state.kind != .absent {
      try #require(ContinuousClock.now < end, "it is \(reader.state)")
      reader.step(atMost: .milliseconds(100)) { _ in }
    }
  }

  @Test func `a name that two devices have is not guessed`() throws {
    let devices = try ["/dev/input/event5", "/dev/input/event6"].map {
      try InputDeviceTests.device("Scanner", links: ["/dev/input/by-path/\($0.last ?? "x")"], node: $0)
    }
    let state = try Self.state(.failed, of: .named("scanner"), devices: devices)
    #expect(state.reason == "2 devices have the name scanner.")
    #expect(state.hint?.contains("/dev/input/by-path/5 or /dev/input/by-path/6") == true)
  }

  @Test func `a device that cannot type is not used, even when named`() throws {
    let device = try InputDeviceTests.device("Lid Switch", keys: "0")
    let state = try Self.state(.failed, of: .named("lid switch"), devices: [device])
    #expect(state.reason?.contains("does not have the keys") == true)
    // Not by its path either: the system would no longer see a press of the power button.
    #expect(try Self.state(.failed, of: .named(device.node), devices: [device]) == state)
    #expect(try Self.state(.absent, of: .named("no such"), devices: [device]).reason?.contains("no such") == true)
  }

  @Test func `a step lasts no longer than it may, and ends when it is woken`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    let reader = ScannerReader(.automatic) { [] }
    reader.step(atMost: .zero) { _ in }
    reader.step(atMost: .zero) { _ in }
    let began = ContinuousClock.now
    reader.step(atMost: .milliseconds(200)) { _ in }
    #expect(ContinuousClock.now - began > .milliseconds(150))
    var byte: UInt8 = 1
    _ = write(ends[1], &byte, 1)
    // Longer than the time limit of this suite.
    reader.step(atMost: .seconds(3600), waking: [ends[0]]) { _ in }
  }
}
