internal import Glibc

/// Search for a folder of data files that come with the program, such as `hardware/labels`.
package enum DataFolder {
  /// Returns the folder: below the working folder like the other data, else next to the program, else where the program
  /// was built or installed.
  ///
  /// - Parameters:
  ///   - name: the path of the folder in the repository.
  ///   - file: the name of a file that the folder has.
  /// - Returns: the first folder that has the file; nil if there is none.
  package static func find(_ name: String, with file: String) -> String? {
    var program = ""
    if let path = realpath("/proc/self/exe", nil) {
      program = String(cString: path)
      free(path)
    }
    return places(of: name, near: program).first { access("\($0)/\(file)", R_OK) == 0 }
  }

  /// Lists the paths that the folder may have.
  ///
  /// - Parameters:
  ///   - name: the path of the folder in the repository.
  ///   - program: the path of the running program; empty if it is unknown.
  /// - Returns: the paths, the first choice first.
  static func places(of name: String, near program: String) -> [String] {
    var places = [name]
    var folder = program
    while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      folder = String(folder[..<slash])
      places += ["\(folder)/\(name)", "\(folder)/share/deadwax/\(name)"]
    }
    return places
  }
}
