import Foundation
import ReaderProtocol
import Scanners
import TestSupport
import Testing

/// Tests of `deadwax-reader hid`, started like the hub does: a process with lines as input and output.
@Suite(.timeLimit(.minutes(15)))
struct HIDProgramTests {
  static func message(_ line: String) -> ReaderMessage? { try? ReaderLine.decodeReader(Array(line.utf8)) }

  static func state(_ line: String) -> ReaderState? {
    if case .state(let state) = message(line) { state } else { nil }
  }

  static func code(_ line: String) -> ReaderMessage.CodeSeen? {
    if case .code(let code) = message(line) { code } else { nil }
  }

  // MARK: - Without a scanner

  @Test func `a missing scanner is waited for, and the reader ends on command`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("usb-Symbol-event-kbd")
    let program = try ChildProgram("deadwax-reader", ["hid", "--device", path])
    let absent = try #require(Self.state(await program.line { Self.state($0)?.kind == .absent }))
    #expect(absent.reason?.contains(path) == true)
    #expect(absent.hint?.isEmpty == false)
    // The state is repeated every second.
    try await eventually(within: .seconds(60)) { program.lines().count { Self.state($0)?.kind == .absent } >= 4 }
    try program.write("nonsense\n{\"type\":\"dance\"}\n{\"type\":\"preview\",\"fps\":4}\n\n")
    try program.write("{\"type\":\"stop\"}\n")
    #expect(try await program.exit() == .code(0))
    let lines = program.lines()
    #expect(lines.allSatisfy { Self.message($0) != nil })
    guard case .hello(let hello) = lines.first.flatMap(Self.message) else {
      Issue.record("the first line was no hello: \(lines.first ?? "nothing")")
      return
    }
    #expect(hello.reader == .hid)
    #expect(hello.device == path)
  }

  @Test func `it ends with its input`() async throws {
    let program = try ChildProgram("deadwax-reader", ["hid"])
    try await program.line { Self.message($0) != nil }
    program.closeInput()
    #expect(try await program.exit() == .code(0))
  }

  @Test func `it ends when its output is closed`() async throws {
    let program = try ChildProgram(
      path: "/bin/sh",
      ["-c", "{ '\(Repository.program("deadwax-reader"))' hid --device /dev/null; echo $? >&2; } | head -n 1"])
    try await program.line(on: .error) { $0 == "0" }
  }

  @Test(arguments: [
    ["--device"], ["--device="], ["--layout", "xx"], ["--layout"], ["--pause", "1ms"], ["--pause", "1501"],
    ["--pause", "soon"], ["--aim", "maybe"], ["--prefix", "\\q"], ["--prefix", "\\x80"], ["--suffix", "\\x1"],
    ["--list", "--device", "auto"], ["--json"], ["/dev/input/event3"], ["--fast"], ["--caps-lock=on"],
  ])
  func `arguments that make no sense are refused`(arguments: [String]) async throws {
    let program = try ChildProgram("deadwax-reader", ["hid"] + arguments)
    #expect(try await program.exit() == .code(64))
    #expect(program.lines() == [])
    #expect(program.lines(on: .error).last == "See: deadwax-reader hid --help")
  }

  @Test func `keyboard devices are listed, and help is printed`() async throws {
    let list = try ChildProgram("deadwax-reader", ["hid", "--list"])
    let end = try await list.exit()
    // The test must pass with and without a keyboard on this machine.
    #expect(list.lines().isEmpty ? end == .code(69) : end == .code(0))
    #expect(list.lines().allSatisfy { $0.split(separator: "\t").count == 5 })
    let help = try ChildProgram("deadwax-reader", ["hid", "--help"])
    #expect(try await help.exit() == .code(0))
    #expect(help.lines().first?.hasPrefix("usage: deadwax-reader hid") == true)
  }

  // MARK: - Under umockdev, with the real libudev and libevdev

  /// Arguments for umockdev, which on a busy machine is sometimes later than the pause that ends a code.
  private static let unhurried = ["hid", "--pause", "off"]

  private static let symbol = MockedScanner(name: "Symbol Bar Code Scanner", ids: "05e0:1200")

  /// Starts the reader and waits until it has opened the scanner.
  ///
  /// umockdev plays the keys by its own clock. A reader that opens the scanner after the first key misses it, as with a real
  /// scanner. Then the reader is started again with more time before the first key.
  private static func ready(
    _ scanner: MockedScanner, _ arguments: [String], playing recording: Recording, in folder: TemporaryFolder
  ) async throws -> (program: ChildProgram, state: ReaderState, patience: Double) {
    var scanner = scanner
    while true {
      let start = ContinuousClock.now
      let program = try scanner.run("deadwax-reader", arguments, playing: recording, in: folder)
      let state = try #require(Self.state(await program.line { Self.state($0)?.kind == .ready }))
      if ContinuousClock.now - start < .seconds(scanner.patience) {
        return (program, state, scanner.patience)
      }
      program.end()
      try #require(scanner.patience < 60, "the reader never opened the scanner within a minute")
      scanner.patience *= 3
    }
  }

  /// Plays a recording to the program, and returns the lines that it prints until all codes are there or the time is over.
  private static func lines(of recording: Recording, within limit: Duration) async throws -> [String] {
    let folder = try TemporaryFolder()
    let (program, ready, _) = try await Self.ready(
      Self.symbol, Self.unhurried + recording.options, playing: recording, in: folder)
    #expect(ready.reason == "Reading codes from Symbol Bar Code Scanner.")
    try? await eventually(within: limit, "all the codes") {
      program.lines().compactMap(Self.code).count >= recording.codes.count
    }
    program.closeInput()
    #expect(try await program.exit() == .code(0))
    return program.lines()
  }

  @Test(arguments: ["aim", "german", "alt", "lost"])
  func `a recording played to the program comes out as codes`(name: String) async throws {
    let recording = Recording(name)
    let limit = recording.drops.isEmpty ? Duration.seconds(300) : .seconds(60)
    var lines = try await Self.lines(of: recording, within: limit)
    // A busy machine can be late after lost keys, and lose the next code as well: see the next test. Then the recording is
    // played again.
    for _ in 0..<4 where !recording.drops.isEmpty && lines.compactMap(Self.code).count < recording.codes.count {
      let contents = lines.compactMap(Self.code).map { Framing.Content($0.text, $0.symbology) }
      #expect(contents.allSatisfy(recording.codes.contains))
      lines = try await Self.lines(of: recording, within: limit)
    }
    let codes = lines.compactMap(Self.code)
    #expect(codes.map { Framing.Content($0.text, $0.symbology) } == recording.codes)
    #expect(codes.allSatisfy { $0.event == .scanned && !$0.isVerified })
    #expect(Set(codes.map(\.id)).count == codes.count)
    #expect(codes.map(\.at) == codes.map(\.at).sorted())
    let states = lines.compactMap(Self.state)
    #expect(states.contains { $0.reason?.contains("dropped") == true } == !recording.drops.isEmpty)
  }

  /// After lost keys, libevdev also removes the keys that wait (`libevdev_next_event`, SYN_DROPPED): here those of the
  /// whole next code, since the program is stopped until the recording is over.
  @Test func `a program that is late loses the code after lost keys, and reads no part of one`() async throws {
    let recording = Recording("lost")
    let folder = try TemporaryFolder()
    let (program, _, patience) = try await Self.ready(
      Self.symbol, Self.unhurried + recording.options, playing: recording, in: folder)
    let children = try String(
      contentsOfFile: "/proc/\(program.processID)/task/\(program.processID)/children", encoding: .utf8)
    let reader = try #require(children.split(separator: " ").compactMap { Int32($0) }.first)
    kill(reader, SIGSTOP)
    // umockdev does not say when a recording is over. This one takes less than three seconds from its first key.
    try await Task.sleep(for: .seconds(patience + 10))
    kill(reader, SIGCONT)
    try await program.line { Self.state($0)?.reason?.contains("dropped") == true }
    program.closeInput()
    #expect(try await program.exit() == .code(0))
    let codes = program.lines().compactMap(Self.code).map { Framing.Content($0.text, $0.symbology) }
    #expect(codes == Array(recording.codes.prefix(1)))
  }

  @Test func `a keyboard is left alone by auto, and used when it is named`() async throws {
    let keyboard = MockedScanner(name: "Logitech USB Keyboard", ids: "046d:c31c")
    let folder = try TemporaryFolder()
    let automatic = try keyboard.run("deadwax-reader", ["hid"], playing: Recording("enter"), in: folder)
    try await automatic.line { Self.state($0)?.kind == .absent }
    // After two more states it still was not selected.
    try await eventually(within: .seconds(60)) { automatic.lines().count { Self.state($0)?.kind == .absent } >= 3 }
    automatic.closeInput()
    #expect(try await automatic.exit() == .code(0))
    #expect(automatic.lines().allSatisfy { Self.state($0)?.kind != .ready })

    let (named, ready, _) = try await Self.ready(
      keyboard, Self.unhurried + ["--device", "046d:c31c"], playing: Recording("enter"), in: folder)
    #expect(ready.reason?.contains("may be a keyboard") == true)
    try await named.line { Self.code($0)?.text == "5099902988023" }
    named.closeInput()
    #expect(try await named.exit() == .code(0))
  }

  @Test func `the list reports the device that would be used, and the reason`() async throws {
    struct List: Decodable {
      struct Device: Decodable, Equatable {
        let device, node, name, ids, bus, use, reason: String
        let links: [String]
      }
      let devices: [Device]
    }
    let folder = try TemporaryFolder()
    let program = try Self.symbol.run(
      "deadwax-reader", ["hid", "--list", "--json"], playing: Recording("tab"), in: folder)
    #expect(try await program.exit() == .code(0))
    let list = try JSONDecoder().decode(List.self, from: Data(program.lines().joined().utf8))
    #expect(
      list.devices == [
        List.Device(
          device: "Symbol Bar Code Scanner", node: "/dev/input/event7", name: "Symbol Bar Code Scanner",
          ids: "05e0:1200",
          bus: "USB", use: "auto", reason: "its id 05e0:1200 is that of Symbol (Zebra)", links: [])
      ])
    let text = try MockedScanner(name: "Cherry Keyboard", ids: "046a:0001").run(
      "deadwax-reader", ["hid", "--list"], playing: Recording("tab"), in: folder)
    #expect(try await text.exit() == .code(0))
    #expect(text.lines() == ["Cherry Keyboard\tCherry Keyboard\t046a:0001\tby name\tits name contains keyboard"])
  }
}
