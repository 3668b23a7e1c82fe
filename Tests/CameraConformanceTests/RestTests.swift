import Deadwax
import Foundation
import ReaderProtocol
import TestSupport
import Testing

/// Tests of a station at which nothing happens for most of the day.
@Suite(.serialized, .timeLimit(.minutes(25)), .needsChannel, .needs(.noise)) struct RestTests {
  @Test func `after a rest a code is read, and noticed when it goes`()
    async throws
  {
    let camera = try await CameraUnderTest()
    // Real sensors always have noise.
    try await camera.report("noise 2")
    let reader = try ReaderUnderTest(camera)
    try await reader.state(.ready)
    func delivered() async throws -> Int { Int(try await camera.state()["delivered"] ?? "") ?? 0 }
    for _ in 0..<2 {
      // Longer than it takes to reach the resting state.
      try await reader.beats(4)
      let mark = reader.mark()
      let before = try await delivered()
      try await camera.show(try Sheet.of(Sheet.text))
      try await reader.code(.appeared, Sheet.text, after: mark)
      let frames = try await delivered() - before
      print("read \(frames) frames after it was laid there")
      try await reader.beats(4)
      #expect(try reader.codes(after: mark).count == 1)
      try await camera.show(nil)
      try await reader.code(.left, Sheet.text, after: mark, within: limit(5))
    }
  }

  @Test func `at rest nothing is read, and what moves is; what both cost is printed`() async throws {
    let camera = try await CameraUnderTest()
    try await camera.report("noise 2")
    let reader = try ReaderUnderTest(camera)
    try await reader.state(.ready)
    func load(_ body: () async throws -> Void) async throws -> Double {
      let (start, used) = (ContinuousClock.now, try reader.processorTime())
      try await body()
      return (try reader.processorTime() - used) / ((ContinuousClock.now - start) / .seconds(1))
    }
    let moving = try await load {
      for turn in 0..<12 {
        let (mark, text) = (reader.mark(), turn.isMultiple(of: 2) ? Sheet.text : Sheet.other)
        try await camera.show(try Sheet.of(text))
        try await reader.code(.appeared, text, after: mark)
        // A code can appear again only after it has left.
        if turn > 0 { try await reader.code(.left, text == Sheet.text ? Sheet.other : Sheet.text, after: mark) }
      }
    }
    try await camera.show(nil)
    try await reader.beats(4)
    let mark = reader.mark()
    let resting = try await load { try await reader.beats(4) }
    #expect(try reader.codes(after: mark).isEmpty)
    print("one processor is used \(resting) at rest, \(moving) in motion")
  }
}

extension ReaderUnderTest {
  /// Returns the processor time of the program in seconds (proc(5), stat).
  func processorTime() throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(program.processID)/stat", encoding: .utf8)
    // The program's name, in parentheses, may contain any character.
    guard let end = text.lastIndex(of: ")") else { throw TestFailure("no stat: \(text)") }
    let fields = text[end...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
      throw TestFailure("no times: \(text)")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
