/// The targets of Package.swift, parsed from its text: `swift package` is not available while the tests run.
///
/// The parser knows the functions that Package.swift declares targets with: `module`, `simulator`, `program`, `library`, `tests`,
/// `fixture`, `support`, and SwiftPM's own `.target` and `.systemLibrary`.
struct Manifest {
  enum Kind { case module, program, library, tests, fixture }

  struct Target {
    let name: String
    let kind: Kind
    let dependencies: [String]
    let line: Int
  }

  let targets: [Target]

  init(_ text: String) {
    // The list of targets begins after `targets: [`; the text above it contains the functions themselves.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = lines.firstIndex { $0.starts(with: /\s*targets: \[/) } ?? lines.startIndex
    let list = lines[first...].joined(separator: "\n")
    let call =
      /(?<name>\bmodule|\bsimulator|\bprogram|\blibrary|\btests|\bfixture|\bsupport|\.target|\.systemLibrary)\(\s*(?:name:\s*)?"(?<target>[^"]+)"/
    let matches = list.matches(of: call)
    targets = matches.enumerated().map { index, match in
      let end = index + 1 < matches.count ? matches[index + 1].range.lowerBound : list.endIndex
      let call = String(match.output.name)
      // An argument in square brackets that contains only names is the list of dependencies.
      let arguments = list[match.range.upperBound..<end]
      let dependencies = arguments.firstMatch(of: /\[([^\[\]]*)\]/).map { match in
        match.1.matches(of: /"([^"]+)"/).map { String($0.1) }
      }
      let kind: Kind =
        switch call {
        case "library", ".systemLibrary": .library
        case "program": .program
        case "tests": .tests
        case "fixture": .fixture
        default: .module
        }
      let name = String(match.output.target)
      return Target(
        name: kind == .tests ? name + "Tests" : name, kind: kind,
        dependencies: kind == .library ? [] : dependencies ?? [],
        line: first + 1 + list[..<match.range.lowerBound].filter { $0 == "\n" }.count)
    }
  }

  func target(_ name: String) -> Target? { targets.first { $0.name == name } }

  /// Returns all direct and indirect dependencies of a target.
  func reach(of name: String) -> Set<String> {
    var reached: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      for dependency in target(next)?.dependencies ?? [] where reached.insert(dependency).inserted {
        open.append(dependency)
      }
    }
    return reached
  }
}
