import Deadwax
import Foundation
import NDEF
import ReaderProtocol
import TestSupport
import Testing
import VirtualChip

/// Tests of `deadwax-reader nfc`, started like the hub does: a process with lines as input and output.
@Suite(.timeLimit(.minutes(20)))
struct NFCProgramTests {
  private static let code = TagReaderTests.code

  private func start(_ chip: VirtualChip, _ arguments: [String] = []) throws -> ChildProgram {
    let device = "pn532_uart:\(try #require(chip.path))"
    return try ChildProgram("deadwax-reader", ["nfc", "--device", device] + arguments)
  }

  private static func message(_ line: String) -> ReaderMessage? { try? ReaderLine.decodeReader(Array(line.utf8)) }

  private static func tag(_ line: String) -> ReaderMessage.TagSeen? {
    if case .tag(let tag) = message(line) { tag } else { nil }
  }

  private static func state(_ line: String) -> ReaderState? {
    if case .state(let state) = message(line) { state } else { nil }
  }

  private func ready(_ program: ChildProgram) async throws {
    try await program.line { Self.state($0)?.kind == .ready }
  }

  @Test func `a tag is reported from hello to left`() async throws {
    let chip = try VirtualChip(timing: .real)
    let program = try start(chip)
    try await ready(program)
    let message = PseudoBarcode.message(for: Self.code)
    let tapped = Timestamp.now()
    chip.place(try TagReaderTests.tag(carrying: message))
    let arrived = try #require(Self.tag(await program.line { Self.tag($0)?.event == .arrived }))
    #expect(arrived.uid.description == TagReaderTests.uid)
    #expect(arrived.code == Self.code.description)
    #expect(arrived.ndef == message)
    #expect(arrived.kind == "NTAG213")
    #expect(arrived.fault == nil)
    #expect(arrived.at >= tapped)
    chip.remove(arrived.uid)
    let left = try #require(Self.tag(await program.line { Self.tag($0)?.event == .left }))
    #expect(left.id == arrived.id)
    #expect(left.at > arrived.at)
    program.closeInput()
    #expect(try await program.exit() == .code(0))
    // Every line is a protocol message, hello is the first, and the chip is in power-down at the end.
    let lines = program.lines()
    #expect(lines.allSatisfy { Self.message($0) != nil })
    guard case .hello(let hello) = lines.first.flatMap(Self.message) else {
      Issue.record("the first line was no hello: \(lines.first ?? "nothing")")
      return
    }
    #expect(hello.reader == .nfc)
    #expect(hello.device == "pn532_uart:\(try #require(chip.path))")
    #expect(lines.compactMap { Self.state($0)?.kind }.prefix(2) == [.opening, .ready])
    #expect(chip.statistics.last?.name == "PowerDown")
    #expect(program.lines(on: .error) == [])
  }

  @Test(arguments: [Type2Make.ntag213, .ultralight])
  func `thirty tags that are tapped at any moment are each reported with their code`(make: Type2Make) async throws {
    var random = SeededRandom(seed: 30)
    let chip = try VirtualChip(timing: .real)
    let program = try start(chip)
    try await ready(program)
    for number in 1...30 {
      let code = OwnCode(.copy, number: UInt64(number))
      let message = make == .ultralight ? PseudoBarcode.addressOnly(for: code) : PseudoBarcode.message(for: code)
      // At a random moment of the poll.
      let polls = Int.random(in: 0...2, using: &random)
      try await chip.polls(polls)
      chip.place(try TagReaderTests.tag(make, carrying: message))
      let line = try await program.line { $0.contains(code.description) && Self.tag($0)?.event == .arrived }
      let arrived = try #require(Self.tag(line))
      chip.remove(arrived.uid)
      try await program.line { $0.contains(code.description) && Self.tag($0)?.event == .left }
    }
    #expect(program.lines().compactMap(Self.tag).count == 60)
  }

  @Test func `a fault of the tag is reported in the protocol's words`() async throws {
    let chip = try VirtualChip()
    var message = PseudoBarcode.message(for: Self.code)
    message[message.count - 1] ^= 1
    chip.place(try TagReaderTests.tag(carrying: message))
    let program = try start(chip)
    let arrived = try #require(Self.tag(await program.line { Self.tag($0) != nil }))
    #expect(arrived.fault == "crc")
    #expect(arrived.code == nil)
  }

  @Test func `the state is repeated every second`() async throws {
    let chip = try VirtualChip()
    let program = try start(chip)
    try await ready(program)
    try await eventually(within: .seconds(100)) { program.lines().filter { Self.state($0)?.kind == .ready }.count >= 4 }
    let folder = try TemporaryFolder()
    let missing = try ChildProgram("deadwax-reader", ["nfc", "--device", "pn532_uart:\(folder.path("tty"))"])
    try await eventually(within: .seconds(100)) {
      missing.lines().filter { Self.state($0)?.kind == .absent }.count >= 4
    }
  }

  @Test func `it keeps reporting its state while the chip is silent, and ends with its input`() async throws {
    let chip = try VirtualChip()
    let program = try start(chip)
    try await ready(program)
    chip.setSilent(true)
    try await program.line { Self.state($0)?.kind == .stalled }
    let before = program.lines().count
    try await eventually(within: .seconds(120)) { program.lines().count >= before + 4 }
    program.closeInput()
    #expect(try await program.exit() == .code(0))
  }

  @Test func `it ends at a stop command, and skips unknown lines`() async throws {
    let chip = try VirtualChip()
    let program = try start(chip)
    try await ready(program)
    try program.write("nonsense\n{\"type\":\"dance\"}\n{\"type\":\"preview\",\"fps\":4}\n\n")
    try program.write(String(repeating: "x", count: 200_000) + "\n")
    chip.place(try TagReaderTests.tag(carrying: PseudoBarcode.message(for: Self.code)))
    try await program.line { Self.tag($0)?.event == .arrived }
    try program.write("{\"type\":\"stop\"}\n")
    #expect(try await program.exit() == .code(0))
    #expect(program.lines(on: .error).count == 1)
  }

  @Test func `it ends when its output is closed`() async throws {
    let chip = try VirtualChip()
    let path = try #require(chip.path)
    let program = try ChildProgram(
      path: "/bin/sh",
      ["-c", "{ '\(Repository.program("deadwax-reader"))' nfc --device pn532_uart:\(path); echo $? >&2; } | head -n 1"])
    try await program.line(on: .error) { $0 == "0" }
  }

  @Test func `unplugged and plugged in again it is ready again`() async throws {
    let folder = try TemporaryFolder()
    let chip = try VirtualChip(link: folder.path("tty"))
    let program = try start(chip)
    try await ready(program)
    chip.unplug()
    let absent = try #require(Self.state(await program.line { Self.state($0)?.kind == .absent }))
    #expect(absent.reason?.contains(folder.path("tty")) == true)
    let count = program.lines().count
    try chip.plug()
    try await eventually { program.lines().dropFirst(count).contains { Self.state($0)?.kind == .ready } }
  }

  @Test func `it is killed, and the next one takes over`() async throws {
    let chip = try VirtualChip()
    for _ in 0..<3 {
      let program = try start(chip)
      try await ready(program)
      program.signal(SIGKILL)
      #expect(try await program.exit() == .signal(SIGKILL))
    }
    let program = try start(chip)
    try await ready(program)
  }

  @Test func `a line it may not open is named with what to do`() async throws {
    let chip = try VirtualChip()
    let path = try #require(chip.path)
    chmod(path, 0)
    let folder = try TemporaryFolder("deadwax-denied")
    let program: ChildProgram
    if geteuid() == 0 {
      // Root has all permissions, so a copy of the program runs as the user `nobody`.
      let copy = folder.path("deadwax-reader")
      try FileManager.default.copyItem(atPath: Repository.program("deadwax-reader"), toPath: copy)
      chmod(folder.path, 0o755)
      program = try ChildProgram(
        path: "/usr/bin/setpriv",
        ["--reuid=65534", "--regid=65534", "--clear-groups", copy, "nfc", "--device", "pn532_uart:\(path)"])
    } else {
      program = try start(chip)
    }
    let state = try #require(Self.state(await program.line { Self.state($0)?.kind == .failed }))
    #expect(state.reason?.contains(path) == true)
    #expect(state.hint?.contains("dialout") == true)
  }

  @Test(arguments: [
    ["--device"], ["--device", "pn71xx"], ["--device", "pn532_uart:/dev/x:1"], ["--poll-ms", "0"], ["--poll-ms"],
    ["--poll-ms", "1001"], ["--list", "--device", "auto"], ["/dev/ttyUSB0"], ["--fast"],
  ])
  func `arguments that make no sense are refused`(arguments: [String]) async throws {
    let program = try ChildProgram("deadwax-reader", ["nfc"] + arguments)
    #expect(try await program.exit() == .code(64))
    #expect(program.lines() == [])
    #expect(program.lines(on: .error).last == "See: deadwax-reader nfc --help")
  }

  @Test func `connected readers are listed, and help is printed`() async throws {
    let list = try ChildProgram("deadwax-reader", ["nfc", "--list"])
    let end = try await list.exit()
    // The test must pass with and without a reader on this machine.
    #expect(list.lines().isEmpty ? end == .code(69) : end == .code(0))
    #expect(list.lines().allSatisfy { $0.split(separator: "\t").count == 2 })
    let help = try ChildProgram("deadwax-reader", ["nfc", "--help"])
    #expect(try await help.exit() == .code(0))
    #expect(help.lines().first?.hasPrefix("usage:") == true)
  }

  @Test func `two thousand polls leak no descriptor and no memory`() async throws {
    let chip = try VirtualChip()
    let program = try start(chip, ["--poll-ms", "1"])
    try await ready(program)
    try await chip.polls(200)
    let (files, memory) = try Self.usage(of: program)
    for round in 0..<4 {
      // With and without a tag on the antenna.
      let card = try TagReaderTests.tag(carrying: PseudoBarcode.message(for: OwnCode(.copy, number: UInt64(round))))
      if round % 2 == 1 { chip.place(card) }
      try await chip.polls(500)
      chip.remove(card.uid)
    }
    let (filesAfter, memoryAfter) = try Self.usage(of: program)
    print("2000 polls: descriptors \(files) -> \(filesAfter), memory \(memory) -> \(memoryAfter) KiB")
    #expect(filesAfter == files)
    #expect(memoryAfter - memory < 2048)
  }

  @Test func `reopening leaks no descriptor`() async throws {
    let folder = try TemporaryFolder()
    let chip = try VirtualChip(link: folder.path("tty"))
    let program = try start(chip)
    try await ready(program)
    let (files, _) = try Self.usage(of: program)
    for _ in 0..<5 {
      let count = program.lines().count
      chip.unplug()
      try await eventually { program.lines().dropFirst(count).contains { Self.state($0)?.kind == .absent } }
      try chip.plug()
      try await eventually { program.lines().dropFirst(count).contains { Self.state($0)?.kind == .ready } }
    }
    // Opening a chip that no longer responds fails.
    chip.setSilent(true)
    try await program.line { Self.state($0)?.reason?.contains("does not respond") == true }
    let count = program.lines().count
    chip.setSilent(false)
    try await eventually { program.lines().dropFirst(count).contains { Self.state($0)?.kind == .ready } }
    let after = try Self.usage(of: program).files
    print("reopened 6 times: descriptors \(files) -> \(after)")
    #expect(after == files)
  }

  /// Returns the number of open descriptors, and the resident memory in KiB.
  private static func usage(of program: ChildProgram) throws -> (files: Int, memory: Int) {
    let folder = "/proc/\(program.processID)"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/fd").count
    let status = try String(contentsOfFile: folder + "/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    let memory = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
    return (files, try #require(memory))
  }
}
