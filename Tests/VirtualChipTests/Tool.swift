import Foundation

/// Runs one of Debian's libnfc programs against a chip.
struct Tool {
  let status: Int32
  /// Standard output and error together.
  let output: String

  /// - Throws: when the program is not installed; that is a failure, not a reason to skip.
  static func run(_ name: String, _ arguments: [String] = [], chip path: String, seconds: Double = 30) throws -> Tool {
    try start(name, arguments, chip: path).finish(within: seconds)
  }

  static func start(_ name: String, _ arguments: [String] = [], chip path: String) throws -> Running {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(name)")
    process.arguments = arguments
    process.environment = ["LIBNFC_DEVICE": "pn532_uart:\(path)", "LIBNFC_AUTO_SCAN": "false", "LC_ALL": "C"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    return Running(process: process, output: pipe)
  }

  struct Running {
    let process: Process
    let output: Pipe

    func finish(within seconds: Double) -> Tool {
      let process = process
      let watch = DispatchSource.makeTimerSource()
      watch.schedule(deadline: .now() + seconds)
      watch.setEventHandler { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
      watch.resume()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      watch.cancel()
      return Tool(status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
    }
  }
}
