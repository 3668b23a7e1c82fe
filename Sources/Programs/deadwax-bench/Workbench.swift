internal import Foundation
internal import HTTPClient
internal import Threads

/// A working folder on the disk of this repository, and the programs of this build, started as users start them.
final class Workbench {
  let folder: String
  private var children: [Process] = []

  init(_ name: String) throws {
    folder =
      FileManager.default.currentDirectoryPath + "/.build/bench/\(name)-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    for child in children where child.isRunning { kill(child.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Returns the program of this name that was built together with this one.
  func program(_ name: String) throws -> URL {
    let own = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    return own.deletingLastPathComponent().appendingPathComponent(name)
  }

  /// Starts a program and waits for the first line for which `read` returns a value.
  func start<Result>(
    _ name: String, _ arguments: [String], read: (String) -> Result?
  ) throws -> (process: Process, result: Result) {
    let process = Process()
    process.executableURL = try program(name)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    children.append(process)
    var text = ""
    while true {
      let bytes = pipe.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw BenchFailure("\(name) ended before it was ready: \(text)") }
      text += String(decoding: bytes, as: UTF8.self)
      for line in text.split(separator: "\n") {
        if let result = read(String(line)) { return (process, result) }
      }
    }
  }

  /// Starts a hub on a free port, with the demo library or with the data in its folder.
  func startHub(_ data: String, _ more: [String] = [], demo: Bool = true) throws -> (process: Process, port: Int) {
    let started = try start(
      "deadwaxd",
      [
        "--data", "\(folder)/\(data)", "--listen", "127.0.0.1:0", "--www", "www", "--docs", "docs", "--scanner", "none",
      ] + (demo ? ["--demo", "demo"] : []) + more
    ) { line in
      line.firstRange(of: "http://127.0.0.1:").flatMap { Int(line[$0.upperBound...].prefix { $0.isNumber }) }
    }
    return (started.process, started.result)
  }

  func stop(_ process: Process) {
    process.terminate()
    process.waitUntilExit()
  }

  /// Returns the resident memory of a process in kilobytes (`VmRSS` of proc(5)).
  static func residentKilobytes(of process: Int32) -> Int { kilobytes("VmRSS:", of: process) }

  /// Returns the peak of the resident memory since `forgetPeak`, in kilobytes (`VmHWM`).
  static func peakKilobytes(of process: Int32) -> Int { kilobytes("VmHWM:", of: process) }

  /// Resets the peak (`clear_refs` of proc(5)).
  static func forgetPeak(of process: Int32) {
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/\(process)/clear_refs"))
  }

  private static func kilobytes(_ name: String, of process: Int32) -> Int {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) })
    else { return 0 }
    return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
  }

  /// Returns the children of a process, with their command lines.
  static func children(of process: Int32) -> [(id: Int32, command: String)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { name in
      guard let id = Int32(name), let status = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8),
        status.contains("PPid:\t\(process)\n"),
        let command = try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8)
      else { return nil }
      return (id, command.replacingOccurrences(of: "\0", with: " "))
    }
  }
}
