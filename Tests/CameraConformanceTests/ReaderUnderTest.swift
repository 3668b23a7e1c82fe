import Deadwax
import Foundation
import Imaging
import LabelDrawing
import ReaderProtocol
import TestSupport
import Testing

/// `deadwax-reader camera --device …` with a camera, and its output.
final class ReaderUnderTest: Sendable {
  let program: ChildProgram

  /// - Parameters:
  ///   - camera: the camera that it reads.
  ///   - device: the path of its device file; nil for the persistent one.
  ///   - size: the size of the frames, as `WIDTHxHEIGHT`.
  ///   - group: the only group of an unprivileged user to run as; nil for the tests' own user.
  ///   - more: further arguments of the command.
  /// - Throws: `TestFailure` if it cannot be started.
  init(
    _ camera: CameraUnderTest, device: String? = nil, size: String = "640x480", group: String? = nil,
    _ more: [String] = []
  ) throws {
    let command =
      ["camera", "--device", device ?? camera.device, "--size", size, "--profile", "none"] + camera.place + more
    guard let group else {
      program = try ChildProgram("deadwax-reader", command)
      return
    }
    program = try ChildProgram(
      path: "/usr/bin/setpriv",
      ["--reuid", "nobody", "--regid", "nogroup", "--groups", group, try Repository.program("deadwax-reader")]
        + command)
  }

  func messages() throws -> [ReaderMessage] {
    try program.lines().map { line throws in try ReaderLine.decodeReader(line.utf8) }
  }

  /// The number of lines so far. A wait considers only lines after this mark.
  func mark() -> Int { program.lines().count }

  /// Waits for a state after a mark.
  ///
  /// - Throws: `TestFailure` with the whole output.
  @discardableResult
  func state(
    _ kind: ReaderState.Kind, after mark: Int = 0, within limit: Duration = limit(20), line: Int = #line,
    where matches: (ReaderState) -> Bool = { _ in true }
  ) async throws -> ReaderState {
    try await message("the state \(kind.rawValue)", after: mark, within: limit, line: line) { message in
      if case .state(let state) = message, state.kind == kind, matches(state) { state } else { nil }
    }
  }

  /// Waits for a code that appeared or left after a mark.
  ///
  /// - Throws: `TestFailure` with the whole output.
  @discardableResult
  func code(
    _ event: ReaderMessage.CodeSeen.Event, _ text: String, after mark: Int = 0, within limit: Duration = limit(20),
    line: Int = #line
  ) async throws -> ReaderMessage.CodeSeen {
    try await message("\(text) \(event.rawValue)", after: mark, within: limit, line: line) { message in
      if case .code(let code) = message, code.event == event, code.text == text { code } else { nil }
    }
  }

  func codes(after mark: Int = 0) throws -> [ReaderMessage.CodeSeen] {
    try messages().dropFirst(mark).compactMap { if case .code(let code) = $0 { code } else { nil } }
  }

  /// Waits for the given number of further state messages, which come every second. This gives other events time to
  /// happen.
  func beats(_ count: Int) async throws {
    let mark = mark()
    try await eventually(within: limit(Double(count) * 3), "\(count) heartbeats") {
      try messages().dropFirst(mark).count { if case .state = $0 { true } else { false } } >= count
    }
  }

  private func message<Found>(
    _ what: String, after mark: Int, within limit: Duration, line: Int, _ pick: (ReaderMessage) -> Found?
  ) async throws -> Found {
    do {
      return try await eventually(within: limit, pause: .milliseconds(20), what, line: line) {
        try messages().dropFirst(mark).lazy.compactMap(pick).first
      }
    } catch let failure as TestFailure {
      throw TestFailure("\(failure)\n\(program.transcript)")
    }
  }

  /// Sends stop, and waits for the exit.
  func stop() async throws {
    try program.write(ReaderLine.encode(.stop))
    let exit = try await program.exit(within: limit(10))
    guard exit == .code(0) else { throw TestFailure("the reader ended with \(exit)\n\(program.transcript)") }
  }
}

/// Test pictures for the camera.
enum Sheet {
  static let text = "5099902988023"
  static let other = "4006381333931"
  /// The position of the barcode in the frame.
  static let place = PixelPoint(x: 130, y: 140)

  /// Returns a frame of 640 × 480 with an EAN-13 on white.
  static func of(_ digits: String) throws -> LumaFrame {
    var frame = LumaFrame(width: 640, height: 480, filledWith: 200)
    frame.draw(try symbol(digits), at: place)
    return frame
  }

  /// Returns the barcode alone, with its quiet zone.
  static func symbol(_ digits: String) throws -> LumaFrame {
    try BarcodeSymbol.encode(.ean13, digits).drawn(moduleSize: 3, barHeight: 160)
  }
}
