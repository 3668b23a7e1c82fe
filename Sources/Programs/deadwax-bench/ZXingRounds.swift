internal import Foundation
internal import Imaging
internal import Pictures

/// A zxing-cpp process in the repository's Python environment. It runs one round on each request.
final class ZXingRounds {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()

  struct Result: Decodable {
    /// The processor time of its thread in milliseconds.
    let ms: Double
    let found: Int
  }

  private struct Ready: Decodable { let ready: Int }

  /// Starts the process; nil if the environment or its zxing-cpp is missing.
  ///
  /// - Parameters:
  ///   - frames: the frames to decode, passed as files.
  ///   - folder: the folder for these files.
  /// - Throws: the error of the file system.
  init?(_ frames: [LumaFrame], folder: String) throws {
    let python = ".venv/bin/python"
    guard FileManager.default.isExecutableFile(atPath: python) else { return nil }
    var files: [String] = []
    for (index, frame) in frames.enumerated() {
      let file = "\(folder)/frame-\(index).pgm"
      try PictureFile.write(PGMPicture.encode(frame), to: file)
      files.append(file)
    }
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["Tests/python/zxing_rounds.py"] + files
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    guard let line = line(), let ready = try? JSONDecoder().decode(Ready.self, from: line), ready.ready == frames.count
    else {
      process.terminate()
      return nil
    }
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Runs one round over all frames.
  func round() throws -> [Result] {
    try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    guard let line = line() else { throw BenchFailure("zxing-cpp ended in the middle") }
    return try JSONDecoder().decode([Result].self, from: line)
  }

  private func line() -> Data? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = Data(rest[rest.index(after: end)...]) }
        return Data(rest[..<end])
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      rest += more
    }
  }
}
