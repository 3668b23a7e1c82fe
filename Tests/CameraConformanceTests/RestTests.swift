import Deadwax
import Foundation
import ReaderProtocol
import TestSupport
import Testing

/// A desk at which nothing happens for most of the day.
@Suite(.serialized, .timeLimit(.minutes(5)), .needsChannel, .needs(.noise)) struct RestTests {
  @Test func `after a rest a code is read within a few frames, and noticed when it goes`()
    async throws
  {
    let camera = try await CameraUnderTest()
    // Sensors are never quiet.
    try await camera.tell("noise 2")
    // So slow that what a busy machine adds is no whole frame.
    try await camera.tell("fps 5")
    let reader = try ReaderUnderTest(camera)
    try await reader.state(.ready)
    func delivered() async throws -> Int { Int(try await camera.state()["delivered"] ?? "") ?? 0 }
    for _ in 0..<2 {
      // Longer than it takes to come to rest.
      try await reader.beats(4)
      let mark = reader.mark()
      let before = try await delivered()
      try await camera.show(try Sheet.of(Sheet.text))
      try await reader.code(.appeared, Sheet.text, after: mark)
      // Two frames until it is awake, three to be sure, and what is under way meanwhile.
      let frames = try await delivered() - before
      #expect(frames <= 8, "\(frames) frames")
      print("read \(frames) frames after it was laid there")
      try await reader.beats(4)
      #expect(try reader.codes(after: mark).count == 1)
      try await camera.show(nil)
      try await reader.code(.left, Sheet.text, after: mark, within: limit(5))
    }
  }

  @Test func `a desk at rest costs less than one at which something moves`() async throws {
    let camera = try await CameraUnderTest()
    try await camera.tell("noise 2")
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
        // Until the one before has gone it could not come anew.
        if turn > 0 { try await reader.code(.left, text == Sheet.text ? Sheet.other : Sheet.text, after: mark) }
      }
    }
    try await camera.show(nil)
    try await reader.beats(4)
    let resting = try await load { try await reader.beats(4) }
    #expect(resting < moving / 2, "\(resting) of a processor at rest, \(moving) in motion")
    print("one processor is used \(resting) at rest, \(moving) in motion")
  }
}

extension ReaderUnderTest {
  /// Seconds of processor time that it has used (proc(5), stat).
  func processorTime() throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(program.processID)/stat", encoding: .utf8)
    // The program's name, in parentheses, may hold anything.
    guard let end = text.lastIndex(of: ")") else { throw TestFailure("no stat: \(text)") }
    let fields = text[end...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
      throw TestFailure("no times: \(text)")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
