internal import Foundation

/// The paths of the repository and its built programs.
package enum Repository {
  /// The folder of Package.swift, without a trailing slash.
  package static let root: String = {
    // This file is Tests/Support/Repository.swift, three levels below the root.
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    precondition(
      FileManager.default.fileExists(atPath: root + "/Package.swift"),
      "no Package.swift in \(root): the repository was moved after the tests were built")
    return root
  }()

  /// Returns the path of a file or folder that is given relative to the root, such as `docs/openapi.json`.
  package static func path(_ relative: String) -> String { root + "/" + relative }

  /// Finds a program of this package from the same build as the running tests.
  ///
  /// - Parameter name: the name of the executable product, such as `deadwaxd`.
  /// - Returns: its absolute path: in the folder named by `DEADWAX_PROGRAMS`, for example that of a release build, if
  ///   it exists there; otherwise next to the tests.
  /// - Throws: `TestFailure` if it was not built.
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

  /// The folder of the test executable, where SwiftPM puts all products of the same build.
  private static let builtFolder: String = {
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: executable).deletingLastPathComponent().path
  }()
}
