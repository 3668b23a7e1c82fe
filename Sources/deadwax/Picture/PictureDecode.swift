internal import Foundation
internal import Glibc

extension Verb {
  /// `deadwax decode`: barcodes in pictures, read by the program that has the libraries for it.
  static let decode = Verb(
    "decode", operands: "FILE…", summary: "the barcodes in pictures; needs no hub",
    details: "What stands behind it goes to `deadwax-reader decode`, whose help it has.",
    passesOn: true
  ) { invocation in
    var words = invocation.operands
    if invocation.isJSON, !words.contains("--json") { words.insert("--json", at: 0) }
    try Programs.become("deadwax-reader", ["decode"] + words)
  }
}

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
