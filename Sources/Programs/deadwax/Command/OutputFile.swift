internal import CommandLineArguments
internal import Foundation
internal import HubClient

/// A file that a command writes as a whole.
enum OutputFile {
  /// - Throws: `Failure` with `refused` if it cannot be written. A file that was there is still complete.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw Failure(.refused, "Cannot write \(printable(path)): \(error.localizedDescription)")
    }
  }
}
