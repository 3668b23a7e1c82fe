import Scanners
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CodeLineTests {
  private static func texts(_ output: [CodeLine.Output]) -> [String] { output.compactMap(\.text) }
  private static func drops(_ output: [CodeLine.Output]) -> [DroppedScan] { output.compactMap(\.drop) }

  @Test func `a code carries the time of its first key`() {
    var typist = Typist(at: 7_000_000)
    typist.type("ab")
    typist.enter()
    var line = CodeLine(layout: .us)
    #expect(line.takeAll(typist) == [.line("ab", since: 7_000_000)])
  }

  @Test func `Enter alone is nothing`() {
    var typist = Typist()
    for _ in 0..<3 { typist.enter() }
    typist.tap(15)
    var line = CodeLine(layout: .us)
    #expect(line.takeAll(typist) == [])
  }

  @Test func `a pause ends a code only until the scanner has sent Enter once`() {
    var line = CodeLine(layout: .us)
    var typist = Typist()
    typist.type("one")
    typist.wait(milliseconds: 400)
    typist.type("two")
    typist.enter()
    typist.wait(milliseconds: 400)
    typist.type("thr")
    typist.wait(milliseconds: 400)
    typist.type("ee")
    typist.enter()
    #expect(Self.texts(line.takeAll(typist)) == ["one", "two", "three"])
    #expect(line.hasSeenEnd)
  }

  @Test func `with a set pause both end a code, and with none only Enter does`() {
    var typist = Typist()
    typist.type("one")
    typist.wait(milliseconds: 150)
    typist.type("two")
    typist.enter()
    var short = CodeLine(layout: .us, ends: CodeLine.Ends(pause: .after(.milliseconds(100))))
    #expect(Self.texts(short.takeAll(typist)) == ["one", "two"])
    var never = CodeLine(layout: .us, ends: CodeLine.Ends(pause: .never))
    #expect(Self.texts(never.takeAll(typist)) == ["onetwo"])
  }

  @Test func `the deadline is when the pause ends the code`() throws {
    var line = CodeLine(layout: .us)
    #expect(line.deadline == nil)
    var typist = Typist(at: 1_000_000, pace: 1000)
    typist.type("x")
    for event in typist.events { #expect(line.take(event) == []) }
    let deadline = try #require(line.deadline)
    #expect(deadline == 1_001_000 + 300_000)
    #expect(line.settle(at: deadline - 1) == [])
    #expect(line.settle(at: deadline) == [.line("x", since: 1_000_000)])
    #expect(line.deadline == nil)
  }

  @Test func `a key that stays down ends in a drop, not in a code`() {
    var typist = Typist()
    typist.type("12")
    typist.press(4)
    var line = CodeLine(layout: .us)
    #expect(line.takeAll(typist) == [.dropped(.noEnd)])
  }

  @Test func `Tab can belong to the code`() {
    var typist = Typist()
    typist.type("a")
    typist.tap(15)
    typist.type("b")
    typist.enter()
    var line = CodeLine(layout: .us, ends: CodeLine.Ends(tab: false))
    #expect(Self.texts(line.takeAll(typist)) == ["a\tb"])
  }

  @Test(arguments: [(500, true), (501, false), (3000, false)])
  func `a code has at most 500 bytes`(length: Int, isCode: Bool) {
    var typist = Typist(pace: 100)
    typist.type(String(repeating: "7", count: length))
    typist.enter()
    typist.type("next")
    typist.enter()
    var line = CodeLine(layout: .us)
    let output = line.takeAll(typist)
    #expect(Self.texts(output).last == "next")
    #expect(Self.texts(output).first?.utf8.count == (isCode ? 500 : 4))
    #expect(Self.drops(output) == (isCode ? [] : [.tooLong]))
  }

  @Test func `unplugged in the middle of a code nothing of it is passed on`() {
    var typist = Typist()
    typist.type("509990298")
    var line = CodeLine(layout: .us)
    for event in typist.events { #expect(line.take(event) == []) }
    #expect(line.end() == [.dropped(.unplugged)])
    #expect(line.end() == [])
  }

  @Test func `a code that was going on when the scanner was taken over is dropped whole`() {
    var line = CodeLine(layout: .us)
    line.begin(at: 1_000_000)
    var typist = Typist(at: 1_050_000)
    typist.type("988023")
    typist.enter()
    typist.wait(milliseconds: 700)
    typist.type("5099902988023")
    typist.enter()
    let output = line.takeAll(typist)
    #expect(Self.drops(output) == [.halfSeen])
    #expect(Self.texts(output) == ["5099902988023"])
  }

  @Test func `one that begins later is whole`() {
    var line = CodeLine(layout: .us)
    line.begin(at: 1_000_000)
    var typist = Typist(at: 1_200_000)
    typist.type("23")
    typist.enter()
    #expect(Self.texts(line.takeAll(typist)) == ["23"])
  }

  @Test func `a stalled radio after a loss does not make a code of the rest`() {
    var line = CodeLine(layout: .us)
    var typist = Typist()
    typist.type("509")
    var output = typist.events.flatMap { line.take($0) }
    output += line.lose(at: typist.time)
    var rest = Typist(at: typist.time + 900_000)
    rest.type("88023")
    rest.enter()
    rest.type("whole")
    rest.enter()
    output += line.takeAll(rest)
    #expect(Self.texts(output) == ["whole"])
    #expect(Self.drops(output) == [.lostKeys])
  }

  @Test func `caps lock that was lost does not turn later codes round`() {
    // The first of the two presses around "AB" is lost; otherwise the second would count as one that turns caps lock
    // on.
    var line = CodeLine(layout: .us)
    var output = line.lose(at: 1_000_000)
    var typist = Typist(at: 1_004_000)
    typist.type("ab")
    typist.enter()
    typist.tap(58)
    typist.typeInCapitals("AC")
    typist.enter()
    typist.wait(milliseconds: 600)
    typist.typeInCapitals("AD")
    typist.enter()
    output += line.takeAll(typist)
    #expect(Self.texts(output) == ["AD"])
    #expect(Set(Self.drops(output)) == [.lostKeys])
  }

  @Test func `the kernel's repeats neither type nor keep a code open`() {
    var line = CodeLine(layout: .us)
    let key = KeyCode(rawValue: 2)
    var output = line.take(KeyEvent(key, .down, at: 1_000_000))
    for time in stride(from: Microseconds(1_250_000), to: 2_000_000, by: 33_000) {
      output += line.take(KeyEvent(key, .held, at: time))
    }
    output += line.take(KeyEvent(key, .up, at: 2_000_000))
    output += line.settle(at: 2_300_000)
    #expect(output == [.line("1", since: 1_000_000)])
  }

  // MARK: - Generated input

  private enum Style: CaseIterable { case shift, number, capitals }

  @Test(arguments: [11, 12, 13, 14, 15, 16, 17, 18] as [UInt64])
  func `if any keys are lost, only typed codes are reported, in their order`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    print("lost keys, seed \(seed)")
    var passed = 0
    for _ in 0..<150 {
      let style = Style.allCases.randomElement(using: &random) ?? .shift
      let (typist, codes) = Self.session(style, using: &random)
      let events = typist.events
      var line = CodeLine(layout: .us, ends: CodeLine.Ends(pause: .never))
      var output: [CodeLine.Output] = []
      var index = 0
      var lossLeft = Int.random(in: 0...3, using: &random)
      while index < events.count {
        if lossLeft > 0, Int.random(in: 0..<60, using: &random) == 0 {
          lossLeft -= 1
          let end = min(events.count, index + Int.random(in: 1...80, using: &random))
          let time = events[end - 1].time
          output += line.lose(at: time)
          // Like libevdev: the changed keys are determined by a query.
          var state: [KeyCode: Bool] = [:]
          for event in events[..<end] { state[event.key] = event.action == .down }
          for (key, isDown) in state { line.note(KeyEvent(key, isDown ? .down : .up, at: time)) }
          index = end
          continue
        }
        output += line.take(events[index])
        index += 1
      }
      output += line.settle(at: typist.time + 10_000_000)
      let texts = Self.texts(output)
      passed += texts.count
      var rest = codes[...]
      for text in texts {
        guard let place = rest.firstIndex(of: text) else {
          Issue.record("\(text) was never typed, or not then: \(codes) in \(style)")
          return
        }
        rest = rest[(place + 1)...]
      }
    }
    #expect(passed > 150)
  }

  private static func session(_ style: Style, using random: inout SeededRandom) -> (Typist, [String]) {
    var typist = Typist(pace: Microseconds.random(in: 500...8000, using: &random))
    var codes: [String] = []
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
    for number in 0..<Int.random(in: 2...6, using: &random) {
      // No code is a part of another one: otherwise a half could pass as a whole.
      let body = (0..<Int.random(in: 3...12, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "A" }
      let code = "\(number)-\(String(body))-\(UInt32.random(in: 1...999_999, using: &random))"
      switch style {
      case .shift: typist.type(code)
      case .number: typist.typeByNumber(code)
      case .capitals: typist.typeInCapitals(code)
      }
      typist.enter()
      codes.append(code)
      typist.wait(milliseconds: Int.random(in: 0...900, using: &random))
    }
    return (typist, codes)
  }

  @Test(arguments: KeyboardLayout.all.map(\.name))
  func `no row of events is too much for it`(layout: String) throws {
    let layout = try #require(KeyboardLayout.named(layout))
    var random = SeededRandom(seed: 4711)
    print("random keys on \(layout.name), seed 4711")
    for round in 0..<60 {
      let pauses: [CodeLine.Ends.Pause] = [.automatic, .never, .after(.milliseconds(40))]
      var line = CodeLine(
        layout: layout, ends: CodeLine.Ends(tab: round % 2 == 0, pause: pauses[round % 3]), capsLock: round % 5 == 0)
      var time: Microseconds = 0
      for _ in 0..<1500 {
        // Also backwards now and then: the clock is not under the reader's control.
        time += Microseconds.random(in: -2000...20_000, using: &random)
        let output: [CodeLine.Output]
        switch Int.random(in: 0..<200, using: &random) {
        case 0: output = line.lose(at: time)
        case 1: output = line.end()
        case 2...6: output = line.settle(at: time + Microseconds.random(in: 0...3_000_000, using: &random))
        default:
          let key = UInt16.random(in: 0...(Bool.random(using: &random) ? 130 : 767), using: &random)
          let action = KeyEvent.Action(rawValue: Int32.random(in: 0...2, using: &random)) ?? .down
          output = line.take(KeyEvent(KeyCode(rawValue: key), action, at: time))
        }
        for case .line(let text, _) in output {
          #expect(!text.isEmpty && text.utf8.count <= CodeLine.lengthLimit)
        }
        if let deadline = line.deadline { #expect(deadline <= time + 3_000_000 + 2_100_000) }
      }
    }
  }
}
