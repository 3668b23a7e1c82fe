internal import Foundation
internal import Glibc

/// The other programs of Deadwax, which are in the same folder as this one.
package enum Programs {
  /// Returns the path of a program; nil if it does not exist or is not executable.
  package static func path(of name: String) -> String? {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let path = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name).path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  /// Replaces this process with another program (execv). That program uses the same standard streams, and its exit code
  /// becomes the exit code of this command.
  ///
  /// - Throws: `Failure` if the program cannot be run.
  package static func become(_ name: String, _ words: [String]) throws(Failure) -> Never {
    guard let path = path(of: name) else {
      throw Failure(
        .unavailable, "The program \(name) is not installed beside this one.",
        advice: "It belongs to the same package: reinstall or rebuild the package.")
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = ([name] + words).map { strdup($0) }
    arguments.append(nil)
    execv(path, arguments)
    throw Failure(.unavailable, "Cannot run \(path): \(String(cString: strerror(errno))).")
  }
}
