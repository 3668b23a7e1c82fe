internal import Foundation

/// Where the repository and its built programs are.
package enum Repository {
  /// The folder that holds Package.swift, without a slash at its end.
  package static let root: String = {
    // Tests/Support/Repository.swift, three steps below the root.
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    precondition(
      FileManager.default.fileExists(atPath: root + "/Package.swift"),
      "no Package.swift in \(root): the repository was moved after the tests were built")
    return root
  }()

  /// The path of a file or folder, given from the root as `docs/openapi.json`.
  package static func path(_ relative: String) -> String { root + "/" + relative }

  /// A program of this package, as built together with the running tests.
  ///
  /// - Parameter name: the name of the executable product, as `deadwaxd`.
  /// - Returns: its absolute path: in the folder that `DEADWAX_PROGRAMS` names, as that of a release build, when it is
  ///   there; else beside the tests.
  /// - Throws: `TestFailure` when it was not built.
  package static func program(_ name: String) throws(TestFailure) -> String {
    if let folder = ProcessInfo.processInfo.environment["DEADWAX_PROGRAMS"] {
      let path = folder + "/" + name
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    let path = builtFolder + "/" + name
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw TestFailure("\(name) is not built beside the tests, in \(builtFolder)")
    }
    return path
  }

  /// The folder of the test executable, where SwiftPM puts every product of the same build.
  private static let builtFolder: String = {
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: executable).deletingLastPathComponent().path
  }()
}
