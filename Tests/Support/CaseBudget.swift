internal import Foundation

/// The number of generated cases that a property test checks.
///
/// A whole run checks all of them. With `DEADWAX_BUDGET=small`, which `./dev test --changed` sets and says, it checks a
/// tenth.
package enum CaseBudget {
  /// Returns the number of cases that this run checks, and prints it if it is not all of them.
  ///
  /// - Parameters:
  ///   - all: the number of cases of a whole run, at least 10.
  ///   - fileID: the caller's file; printed.
  ///   - line: the caller's line; printed.
  /// - Returns: `all`, or a tenth of it.
  package static func cases(of all: Int, fileID: String = #fileID, line: Int = #line) -> Int {
    let cases = cases(of: all, with: ProcessInfo.processInfo.environment["DEADWAX_BUDGET"])
    if cases < all { print("small budget: \(cases) of \(all) cases at \(fileID):\(line)") }
    return cases
  }

  /// Returns the number of cases of a fuzzer: `DEADWAX_CASES` of the environment, for long runs by hand, or else
  /// `cases(of:)`.
  package static func fuzz(_ all: Int, fileID: String = #fileID, line: Int = #line) -> Int {
    ProcessInfo.processInfo.environment["DEADWAX_CASES"].flatMap(Int.init) ?? cases(of: all, fileID: fileID, line: line)
  }

  /// Returns the number of cases with a budget; nil for that of a whole run.
  package static func cases(of all: Int, with budget: String?) -> Int {
    precondition(all >= 10, "a tenth of fewer cases is none")
    return budget == "small" ? all / 10 : all
  }
}
