internal import Foundation
internal import Glibc

/// The other programs of Deadwax, which stand beside this one.
enum Programs {
  /// The path of a program; nil where it is not there or cannot be run.
  static func path(of name: String) -> String? {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let path = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name).path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  /// Puts another program in the place of this one (execv): it has our standard streams, and its exit code is ours.
  ///
  /// - Throws: `Failure` when that cannot be.
  static func become(_ name: String, _ words: [String]) throws(Failure) -> Never {
    guard let path = path(of: name) else {
      throw Failure(
        .unavailable, "The program \(name) is not beside this one.",
        advice: "It belongs to the same package: install or build that again.")
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = ([name] + words).map { strdup($0) }
    arguments.append(nil)
    execv(path, arguments)
    throw Failure(.unavailable, "\(path) cannot be run: \(String(cString: strerror(errno))).")
  }
}
