import Deadwax
import ReaderProtocol
import TestSupport
import Testing

/// Tests of the published schema, on which other readers are based: it must agree with the real encoder and decoder.
@Suite(.timeLimit(.minutes(5)))
struct ReaderProtocolSchemaTests {
  @Test func `every message that the encoder makes is valid by the schema`() async throws {
    var random = SeededRandom(seed: 20_261_120)
    let messages = (0..<600).map { _ in ReaderMessage.random(using: &random) }
    let verdicts = try await verdicts("fromReader", messages.map { ReaderLine.encode($0) })
    for (message, verdict) in zip(messages, verdicts) { #expect(verdict == "ok", "\(message)") }

    let commands: [HostMessage] =
      [.stop, .cancel("41")] + [0, 0.5, 4, 60].map { .preview(framesPerSecond: $0) }
      + (0..<200).map { _ in .tag(TagOrder.random(using: &random)) }
    #expect(try await self.verdicts("fromHost", commands.map { ReaderLine.encode($0) }) == commands.map { _ in "ok" })
  }

  @Test func `every message that the decoder refuses, the schema refuses`() async throws {
    let verdicts = try await verdicts("fromReader", Self.refused.map { Array("\($0)\n".utf8) })
    for (line, verdict) in zip(Self.refused, verdicts) {
      #expect(verdict != "ok", "\(line)")
      #expect(throws: ReaderLine.Unreadable.self, "\(line)") { try ReaderLine.decodeReader(Array(line.utf8)) }
    }
  }

  @Test func `valid messages are accepted by both`() async throws {
    let verdicts = try await verdicts("fromReader", Self.taken.map { Array("\($0)\n".utf8) })
    for (line, verdict) in zip(Self.taken, verdicts) {
      #expect(verdict == "ok", "\(line)")
      #expect(throws: Never.self, "\(line)") { try ReaderLine.decodeReader(Array(line.utf8)) }
    }
  }

  private static let id = "\"id\":\"01939c3e-7d1c-7b52-8e0a-5f0c2f7a9b11\",\"at\":\"2026-11-20T09:05:20.123Z\""

  private static let taken = [
    "{\"type\":\"hello\",\"reader\":\"nfc\",\"version\":1,\"device\":\"pn532_uart:/dev/ttyUSB0\"}",
    "{\"type\":\"code\",\"event\":\"scanned\",\(id),\"symbology\":\"EAN-13\",\"text\":\"5099902988023\"}",
    "{\"type\":\"code\",\"event\":\"scanned\",\(id),\"symbology\":\"unknown\",\"text\":\"LP-0042\",\"verified\":false}",
    "{\"type\":\"hello\",\"reader\":\"hid\",\"version\":1,\"device\":\"auto\",\"capabilities\":{}}",
    "{\"type\":\"hello\",\"reader\":\"uhf-gate\",\"version\":1,\"device\":\"x\",\"capabilities\":{\"tags\":true,\"many\":true}}",
    "{\"type\":\"tag\",\"event\":\"arrived\",\(id),\"uid\":\"04a1b2c3d4e5f6\"}",
    "{\"type\":\"tag\",\"event\":\"left\",\"id\":\"01939C3E-7D1C-7B52-8E0A-5F0C2F7A9B11\","
      + "\"at\":\"2026-11-20T10:05:20+01:00\",\"uid\":\"04A1B2C3\"}",
    "{\"type\":\"tag\",\"event\":\"arrived\",\(id),\"scheme\":\"epc\",\"uid\":\"3034257BF7194E4000001A85\"}",
    "{\"type\":\"tag\",\"event\":\"arrived\",\(id),\"scheme\":\"nfc-a-uid\",\"uid\":\"04A1B2C3D4E5F6\"}",
    "{\"type\":\"tag\",\"event\":\"arrived\",\(id),\"scheme\":\"nfc-v-uid\",\"uid\":\"E00401530F1A2B3C\"}",
    "{\"type\":\"state\",\"state\":\"stalled\"}",
  ]

  private static let refused = [
    "", "[]", "\"code\"", "{", "{}", "{\"type\":\"noise\"}", "{\"type\":7}",
    "{\"type\":\"hello\",\"reader\":\"UHF gate\",\"version\":1,\"device\":\"x\"}",
    "{\"type\":\"hello\",\"reader\":\"\",\"version\":1,\"device\":\"x\"}",
    "{\"type\":\"hello\",\"reader\":\"nfc\",\"version\":2,\"device\":\"x\"}",
    "{\"type\":\"hello\",\"reader\":\"nfc\",\"version\":1}",
    "{\"type\":\"code\",\"event\":\"guessed\",\(id),\"symbology\":\"EAN-13\",\"text\":\"1\"}",
    "{\"type\":\"code\",\"event\":\"scanned\",\(id),\"text\":\"1\"}",
    "{\"type\":\"code\",\"event\":\"scanned\",\(id),\"symbology\":\"EAN-13\",\"text\":5099902988023}",
    "{\"type\":\"code\",\"event\":\"scanned\",\"id\":\"7\",\"at\":\"2026-11-20T09:05:20Z\",\"symbology\":\"QR\",\"text\":\"1\"}",
    "{\"type\":\"code\",\"event\":\"scanned\",\(id),\"symbology\":\"QR\",\"text\":\"1\",\"points\":[[1]]}",
    "{\"type\":\"code\",\"event\":\"scanned\",\(id),\"symbology\":\"QR\",\"text\":\"1\",\"points\":[[1.5,2]]}",
    "{\"type\":\"tag\",\"event\":\"arrived\",\(id),\"uid\":\"04A1\"}",
    "{\"type\":\"tag\",\"event\":\"arrived\",\(id),\"uid\":\"04A1B2C3D4\"}",
    "{\"type\":\"tag\",\"event\":\"arrived\",\(id)}",
    "{\"type\":\"tag\",\"event\":\"arrived\",\(id),\"scheme\":\"epc\",\"uid\":\"3034257BF7194E4000001A\"}",
    "{\"type\":\"tag\",\"event\":\"arrived\",\(id),\"scheme\":\"EPC\",\"uid\":\"3034257BF7194E4000001A85\"}",
    "{\"type\":\"tag\",\"event\":\"arrived\",\(id),\"scheme\":\"a1\",\"uid\":\"04A1B2C3D4E5F6\"}",
    "{\"type\":\"tag\",\"event\":\"arrived\",\(id),\"scheme\":7,\"uid\":\"04A1B2C3D4E5F6\"}",
    "{\"type\":\"tag\",\"event\":\"arrived\",\(id),\"scheme\":\"other\",\"uid\":\"\"}",
    "{\"type\":\"tag\",\"event\":\"arrived\",\"id\":\"01939c3e-7d1c-7b52-8e0a-5f0c2f7a9b11\",\"at\":\"yesterday\",\"uid\":\"04A1B2C3\"}",
    "{\"type\":\"state\",\"state\":\"sleepy\"}", "{\"type\":\"result\",\"of\":\"1\"}",
    "{\"type\":\"preview\",\"jpeg\":\"not base64\"}", "{\"type\":\"stop\"}",
  ]

  @Test func `an order that the decoder refuses, the schema refuses`() async throws {
    let verdicts = try await verdicts("fromHost", Self.refusedOrders.map { Array("\($0)\n".utf8) })
    for (line, verdict) in zip(Self.refusedOrders, verdicts) {
      #expect(verdict != "ok", "\(line)")
      #expect(throws: ReaderLine.Unreadable.self, "\(line)") { try ReaderLine.decodeHost(Array(line.utf8)) }
    }
  }

  private static let order = "\"id\":\"41\",\"uid\":\"04A1B2C3D4E5F6\",\"deadlineMs\":60000"

  private static let refusedOrders = [
    "{\"type\":\"write\",\(order)}", "{\"type\":\"write\",\(order),\"message\":\"\"}",
    "{\"type\":\"write\",\(order),\"message\":\"0A==\",\"password\":\"123\"}",
    "{\"type\":\"write\",\(order),\"message\":\"0A==\",\"seal\":{\"pack\":\"1234\"}}",
    "{\"type\":\"erase\",\"id\":\"41\",\"uid\":\"04A1\",\"deadlineMs\":60000}",
    "{\"type\":\"erase\",\"id\":\"41\",\"uid\":\"04A1B2C3D4E5F6\"}",
    "{\"type\":\"seal\",\"id\":\"\",\"uid\":\"04A1B2C3D4E5F6\",\"deadlineMs\":60000}",
    "{\"type\":\"seal\",\"id\":\"4\",\"uid\":\"04A1B2C3D4E5F6\",\"deadlineMs\":86400001}", "{\"type\":\"cancel\"}",
  ]

  /// Returns an independent validator's verdict on each line: `ok`, or the problem.
  private func verdicts(_ part: String, _ lines: [[UInt8]]) async throws -> [String] {
    let python = Repository.path(".venv/bin/python")
    let child = try ChildProgram(
      path: python,
      [Repository.path("Tests/python/validate_lines.py"), Repository.path("docs/reader-protocol.schema.json"), part])
    try child.write(lines.flatMap { $0 })
    child.closeInput()
    let exit = try await child.exit()
    try #require(
      exit == .code(0) && child.lines().count == lines.count,
      "\(python) is made by './dev test'. \(child.transcript)")
    return child.lines()
  }
}

extension ReaderMessage {
  /// Returns a random message, with each optional part present or absent.
  fileprivate static func random(using random: inout SeededRandom) -> ReaderMessage {
    func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
    func text() -> String {
      let alphabet: [Character] = ["a", "B", "7", " ", "\"", "\\", "/", "\n", "\u{0}", "\u{2028}", "é", "音", "💿"]
      return String(
        (0..<Int.random(in: 0...20, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "x" })
    }
    func bytes() -> [UInt8] { random.bytes(Int.random(in: 0...40, using: &random)) }
    let at = Timestamp(milliseconds: Int64.random(in: 0...4_000_000_000_000, using: &random))
    let id = Reading.ID(at: at, random: (random.next(), random.next()))

    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      return .hello(
        Hello(
          reader: [ReaderKind.camera, .nfc, .hid].randomElement(using: &random) ?? .camera,
          device: text(),
          capabilities: Set(
            ReaderCapability.allCases.filter { _ in Bool.random(using: &random) }
              + [Bool.random(using: &random) ? .codes : .tags])))
    case 1:
      let events: [CodeSeen.Event] = [.appeared, .left, .scanned]
      return .code(
        CodeSeen(
          event: events.randomElement(using: &random) ?? .scanned, id: id, at: at,
          symbology: Symbology(rawValue: "S" + text()), text: text(), raw: maybe(bytes()),
          isVerified: Bool.random(using: &random), quality: maybe(Double.random(in: 0...1, using: &random)),
          frames: maybe(Int.random(in: 1...500, using: &random)),
          points: (0..<Int.random(in: 0...64, using: &random)).map { Point(x: $0 - 3, y: $0 * 7) }))
    case 2:
      let lengths: [(TagScheme, Int)] = [(.nfcA, 4), (.nfcA, 7), (.nfcA, 10), (.epc, 12), (.epc, 62)]
      guard let (scheme, length) = lengths.randomElement(using: &random), let uid = TagID(scheme, random.bytes(length))
      else { preconditionFailure("these lengths make a number") }
      return .tag(
        TagSeen(
          event: maybe(.arrived) ?? .left, id: id, at: at, uid: uid, kind: maybe("NTAG213"), ndef: maybe(bytes()),
          code: maybe(text()), fault: maybe("crc"), capacity: maybe(Int.random(in: 0...872, using: &random)),
          access: maybe("sealed"), content: maybe("foreign")))
    case 3:
      return .state(
        ReaderState(
          ReaderState.Kind.allCases.randomElement(using: &random) ?? .ready, reason: maybe(text()), hint: maybe(text()))
      )
    case 4:
      return .result(
        Result(
          of: text(), isDone: Bool.random(using: &random), detail: maybe(text()), outcome: maybe("tag-lost"),
          hasBegun: maybe(true), form: maybe("short"), kind: maybe("NTAG216"), capacity: maybe(868), writes: maybe(0),
          reads: maybe(Int.random(in: 0...500, using: &random)), milliseconds: maybe(Int(Int32.max))))
    default: return .preview(jpeg: bytes())
    }
  }
}

extension TagOrder {
  /// Returns a random order, with each optional part present or absent.
  fileprivate static func random(using random: inout SeededRandom) -> TagOrder {
    func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
    let action = Action.allCases.randomElement(using: &random) ?? .write
    guard let uid = [4, 7, 10].randomElement(using: &random).flatMap({ TagID(.nfcA, random.bytes($0)) }) else {
      preconditionFailure("4, 7 and 10 bytes make a UID")
    }
    let count = Int.random(in: 1...messageLimit, using: &random)
    let seal = Seal(password: random.bytes(4), pack: random.bytes(2))
    return TagOrder(
      id: "\(random.next())", action: action, uid: uid, message: action == .write ? random.bytes(count) : nil,
      short: action == .write ? maybe(random.bytes(31)) : nil,
      patience: .milliseconds(Int.random(in: 0...86_400_000, using: &random)), overwrite: maybe(true) ?? false,
      password: maybe(random.bytes(4)), seal: seal.flatMap(maybe))
  }
}
