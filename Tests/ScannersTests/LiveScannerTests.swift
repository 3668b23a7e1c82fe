import Deadwax
import Foundation
import ReaderProtocol
import Scanners
import TestSupport
import Testing

/// Tests of the program on an event device of the real kernel. `./dev accept hid` runs these on a machine with
/// /dev/uinput.
@Suite(
  .serialized, .ownThread, .timeLimit(.minutes(25)), .enabled(if: UinputScanner.obstacle == nil, liveScannersNeedUinput)
)
struct LiveScannerTests {
  private static let ean = "5099902988023"

  private func start(_ device: String, _ options: [String] = []) throws -> ChildProgram {
    // In an emulated machine a key may be later than the pause that ends a code; all of these end with Enter.
    try ChildProgram("deadwax-reader", ["hid", "--pause", "off", "--device", device] + options)
  }

  private func ready(_ program: ChildProgram, after count: Int = 0) async throws {
    try await eventually(within: .seconds(60), "ready") {
      program.lines().dropFirst(count).contains { HIDProgramTests.state($0)?.kind == .ready }
    }
    // A code that begins at once would count as one whose start was missed.
    try await Task.sleep(for: .milliseconds(150))
  }

  private func codes(_ program: ChildProgram) -> [String] {
    program.lines().compactMap { HIDProgramTests.code($0)?.text }
  }

  private func code(_ text: String, from program: ChildProgram) async throws {
    try await program.line(within: .seconds(60)) { HIDProgramTests.code($0)?.text == text }
  }

  @Test func `scanned keys reach the reader and no other program`() async throws {
    let scanner = try UinputScanner()
    let desktop = try Eavesdropper(scanner.node)
    scanner.scan("123")
    #expect(desktop.heard().count == 8, "the second reader receives codes although the scanner is free")
    let program = try start(scanner.node)
    try await ready(program)
    _ = desktop.heard()
    // One after another: typed without any pause, the codes would overrun the kernel's queue.
    for number in 1...20 {
      scanner.scan("CODE-\(number)")
      try await code("CODE-\(number)", from: program)
    }
    #expect(codes(program) == (1...20).map { "CODE-\($0)" })
    #expect(desktop.heard().isEmpty)
    program.closeInput()
    #expect(try await program.exit() == .code(0))
    scanner.scan("456")
    #expect(desktop.heard().count == 8, "let go, it types for all again")
  }

  @Test(arguments: ["enter", "aim", "german", "alt", "caps-lock", "group-separator"])
  func `a recording played through the kernel comes out as codes`(name: String) async throws {
    let recording = Recording(name)
    let scanner = try UinputScanner()
    let program = try start(scanner.node, recording.options)
    try await ready(program)
    scanner.play(recording)
    try await eventually(within: .seconds(60)) { codes(program).count >= recording.codes.count }
    #expect(codes(program) == recording.codes.map(\.text))
    program.closeInput()
    #expect(try await program.exit() == .code(0))
  }

  @Test func `auto finds it by its number, and finds it again when it was unplugged`() async throws {
    var scanner: UinputScanner? = try UinputScanner()
    let program = try start("auto")
    try await ready(program)
    scanner?.scan(Self.ean)
    try await code(Self.ean, from: program)
    func openFiles() -> Int {
      ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.processID)/fd")) ?? []).count
    }
    let files = openFiles()
    #expect(files > 3)
    for round in 1...5 {
      // In the middle of a code.
      var typist = Typist()
      typist.type("HALF")
      scanner?.type(typist)
      let before = program.lines().count
      scanner = nil
      try await eventually(within: .seconds(60), "absent") {
        program.lines().dropFirst(before).contains { HIDProgramTests.state($0)?.kind == .absent }
      }
      let absent = program.lines().count
      scanner = try UinputScanner()
      try await ready(program, after: absent)
      scanner?.scan("AGAIN-\(round)")
      try await code("AGAIN-\(round)", from: program)
      #expect(openFiles() == files)
    }
    #expect(!codes(program).contains { $0.contains("HALF") })
    #expect(codes(program).count == 6)
    program.closeInput()
    #expect(try await program.exit() == .code(0))
  }

  @Test func `a keyboard beside it keeps its keys`() async throws {
    let keyboard = try UinputScanner("Logitech USB Keyboard", ids: "046d:c31c")
    let desktop = try Eavesdropper(keyboard.node)
    let scanner = try UinputScanner()
    let program = try start("auto")
    try await ready(program)
    scanner.scan(Self.ean)
    try await code(Self.ean, from: program)
    _ = desktop.heard()
    keyboard.scan("hello")
    #expect(desktop.heard().count == 12)
    #expect(codes(program) == [Self.ean])
    program.closeInput()
    #expect(try await program.exit() == .code(0))
  }

  @Test func `keys that are down when it starts are let go first, and their release is seen by all`() async throws {
    let scanner = try UinputScanner()
    let desktop = try Eavesdropper(scanner.node)
    scanner.key(30, isDown: true)
    let program = try start(scanner.node)
    let waiting = try #require(
      HIDProgramTests.state(
        try await program.line(within: .seconds(60)) {
          HIDProgramTests.state($0)?.reason?.contains("holds a key") == true
        }))
    #expect(waiting.kind == .opening)
    _ = desktop.heard()
    scanner.key(30, isDown: false)
    try await ready(program)
    #expect(desktop.heard().map(\.isDown) == [false])
    scanner.scan(Self.ean)
    try await code(Self.ean, from: program)
    #expect(codes(program) == [Self.ean])
    program.closeInput()
    #expect(try await program.exit() == .code(0))
  }

  @Test func `a scanner in use is reported with its user, and opened when it is free`() async throws {
    let scanner = try UinputScanner()
    var other: Eavesdropper? = try Eavesdropper(scanner.node)
    #expect(other?.grab() == true)
    let program = try start(scanner.node)
    let failed = try #require(
      HIDProgramTests.state(try await program.line(within: .seconds(60)) { HIDProgramTests.state($0)?.kind == .failed })
    )
    #expect(failed.reason?.contains("process \(getpid())") == true, "\(failed)")
    let before = program.lines().count
    other = nil
    try await ready(program, after: before)
    scanner.scan(Self.ean)
    try await code(Self.ean, from: program)
    program.closeInput()
    #expect(try await program.exit() == .code(0))
  }

  @Test func `killed, it leaves the scanner to all, and the next one takes it`() async throws {
    let scanner = try UinputScanner()
    let desktop = try Eavesdropper(scanner.node)
    for _ in 0..<2 {
      let program = try start(scanner.node)
      try await ready(program)
      _ = desktop.heard()
      program.signal(SIGKILL)
      #expect(try await program.exit() == .signal(SIGKILL))
      scanner.scan("789")
      #expect(desktop.heard().count == 8)
    }
  }

  @Test func `udev's rules give it a name, and a name it can be found by`() async throws {
    var scanner: UinputScanner? = try UinputScanner()
    let link = "/dev/deadwax-scanner"
    try await eventually(within: .seconds(60), "the link") { FileManager.default.fileExists(atPath: link) }
    let program = try start(link)
    try await ready(program)
    scanner?.scan(Self.ean)
    try await code(Self.ean, from: program)
    scanner = nil
    try await program.line(within: .seconds(60)) { HIDProgramTests.state($0)?.kind == .absent }
    let absent = program.lines().count
    // A keyboard that is plugged in meanwhile gets no such name.
    let keyboard = try UinputScanner("Logitech USB Keyboard", ids: "046d:c31c")
    scanner = try UinputScanner()
    try await ready(program, after: absent)
    keyboard.scan("secret")
    scanner?.scan("NEXT")
    try await code("NEXT", from: program)
    #expect(codes(program) == [Self.ean, "NEXT"])
    program.closeInput()
    #expect(try await program.exit() == .code(0))
  }

  @Test func `a user outside the group gets the name of the group`() async throws {
    let scanner = try UinputScanner()
    // A copy, because the user `nobody` may not read the build folder.
    let folder = try TemporaryFolder("deadwax-denied")
    let copy = folder.path("deadwax-reader")
    try FileManager.default.copyItem(atPath: Repository.program("deadwax-reader"), toPath: copy)
    chmod(folder.path, 0o755)
    let program = try ChildProgram(
      path: "/usr/bin/setpriv",
      ["--reuid=65534", "--regid=65534", "--clear-groups", copy, "hid", "--device", scanner.node])
    let state = try #require(
      HIDProgramTests.state(try await program.line(within: .seconds(60)) { HIDProgramTests.state($0)?.kind == .failed })
    )
    #expect(state.reason?.contains(scanner.node) == true)
    #expect(state.hint?.contains("group input") == true)
  }

  @Test(arguments: ["DC:2C:26:01:02:03", "Voyager 1602g", "0c2e:0b61", "auto"])
  func `a scanner on Bluetooth is found by its address, its name, its numbers or by itself`(name: String) async throws {
    let program = try start(name)
    try await program.line(within: .seconds(60)) { HIDProgramTests.state($0)?.kind == .absent }
    for round in 1...2 {
      let before = program.lines().count
      var scanner: RadioScanner? = try RadioScanner("Voyager 1602g", address: "dc:2c:26:01:02:03")
      try await ready(program, after: before)
      scanner?.scan("]C0DW:I:ROUND-\(round)")
      try await code("DW:I:ROUND-\(round)", from: program)
      // It goes to sleep in the middle of a code.
      scanner?.type("HALF")
      let awake = program.lines().count
      scanner = nil
      try await eventually(within: .seconds(60), "absent") {
        program.lines().dropFirst(awake).contains { HIDProgramTests.state($0)?.kind == .absent }
      }
    }
    #expect(codes(program) == ["DW:I:ROUND-1", "DW:I:ROUND-2"])
    program.closeInput()
    #expect(try await program.exit() == .code(0))
  }

  @Test func `the lamps are set as a host sets them: num lock on, caps lock as the scanner presses it`() async throws {
    let scanner = try RadioScanner("Voyager 1602g", address: "dc:2c:26:01:02:03")
    let program = try start("Voyager 1602g")
    try await ready(program)
    try await eventually(within: .seconds(60), "the first lamps") { scanner.lamps().map { $0 & 3 == 1 } ?? false }
    scanner.pressCapsLock()
    try await eventually(within: .seconds(60), "caps lock on") { scanner.lamps().map { $0 & 3 == 3 } ?? false }
    scanner.scan("abc")
    try await code("ABC", from: program)
    scanner.pressCapsLock()
    try await eventually(within: .seconds(60), "caps lock off") { scanner.lamps().map { $0 & 3 == 1 } ?? false }
    scanner.scan("abc")
    try await code("abc", from: program)
    program.closeInput()
    #expect(try await program.exit() == .code(0))
  }

  @Test func `an EAN with its Enter fits into the kernel's queue, however late the reader comes`() async throws {
    let scanner = try RadioScanner("Voyager 1602g", address: "dc:2c:26:01:02:03")
    let program = try start("Voyager 1602g")
    try await ready(program)
    for code in ["5099902988023", "4006381333931"] {
      // 28 reports: with a scan code, a key and an end each they would be 84 events, and the queue has space for 64.
      program.signal(SIGSTOP)
      scanner.scan(code)
      program.signal(SIGCONT)
      try await self.code(code, from: program)
    }
    #expect(!program.lines().contains { HIDProgramTests.state($0)?.reason?.contains("dropped") == true })
    program.closeInput()
    #expect(try await program.exit() == .code(0))
  }

  @Test func `when the kernel's queue runs over, no wrong code comes out`() async throws {
    let scanner = try UinputScanner()
    let program = try start(scanner.node)
    try await ready(program)
    scanner.scan("FIRST")
    try await code("FIRST", from: program)
    // The suspended program lets the queue of about 64 events overflow.
    program.signal(SIGSTOP)
    for number in 1...30 { scanner.scan("OVERRUN-\(number)") }
    program.signal(SIGCONT)
    try await program.line(within: .seconds(60)) { HIDProgramTests.state($0)?.reason?.contains("dropped") == true }
    scanner.scan("LAST")
    try await code("LAST", from: program)
    let whole = Set((1...30).map { "OVERRUN-\($0)" } + ["FIRST", "LAST"])
    #expect(codes(program).allSatisfy { whole.contains($0) }, "\(codes(program))")
    program.closeInput()
    #expect(try await program.exit() == .code(0))
  }

  @Test func `each code is a line at its Enter`() async throws {
    let scanner = try UinputScanner()
    let program = try start(scanner.node)
    try await ready(program)
    var times: [Duration] = []
    for number in 1...50 {
      var typist = Typist()
      typist.type("CODE-\(number)")
      scanner.type(typist)
      let began = ContinuousClock.now
      scanner.key(28, isDown: true)
      try await code("CODE-\(number)", from: program)
      times.append(.now - began)
      scanner.key(28, isDown: false)
    }
    times.sort()
    print("Enter to line, 50 codes: p50 \(times[25]), longest \(times[49])")
    program.closeInput()
    #expect(try await program.exit() == .code(0))
  }
}

let liveScannersNeedUinput: Comment = "\(UinputScanner.obstacle ?? "it is there")"
