extension Rule {
  static let modules = [dependenciesAreImported]

  private static let dependenciesAreImported = Rule(
    name: "the dependencies of a target in Package.swift are the modules that its files import",
    broken: [
      [
        "Package.swift": "targets: [\n  module(\"Events\", [\"Deadwax\"]),\n  module(\"Deadwax\"),\n]",
        "Sources/Events/A.swift": "internal import Foundation\n",
      ],
      [
        "Package.swift": "targets: [\n  module(\"Events\", []),\n  module(\"Deadwax\"),\n]",
        "Sources/Events/A.swift": "internal import Deadwax\n",
      ],
      [
        "Package.swift": "targets: [\n  tests(\"Events\", [\"Deadwax\"]),\n  module(\"Deadwax\"),\n]",
        "Tests/EventsTests/A.swift": "import Testing\n",
      ],
    ],
    kept: [
      [
        "Package.swift": "targets: [\n  module(\"Events\", [\"Deadwax\"]),\n  module(\"Deadwax\"),\n]",
        "Sources/Events/A.swift": "internal import Deadwax\n",
        "Sources/Events/B.swift": "let text = \"import nothing\"\n",
      ],
      [
        "Package.swift":
          "targets: [\n  tests(\"Reader\", [\"deadwax-reader\", \"deadwaxd\"]),\n  program(\"deadwax-reader\", []),\n  program(\"deadwaxd\", []),\n  module(\"TestSupport\"),\n]",
        "Tests/ReaderTests/A.swift": "import TestSupport\n@testable import deadwax_reader\n",
      ],
    ]
  ) { tree in
    let own = Set(tree.manifest.targets.map(\.name))
    let files = Dictionary(grouping: tree.sources, by: \.module)
    return tree.manifest.targets.flatMap { target -> [Violation] in
      // A target without a Swift file is C code, which has no imports.
      guard let files = files[target.name] else { return [] }
      let imported = Set(files.flatMap(\.imports).map(\.module))
      let declared = Set(target.dependencies)
      // The function `tests` adds TestSupport to every test target.
      let isImplicit = { (name: String) in target.kind == .tests && name == "TestSupport" }
      // Tests depend on programs that they start.
      let isStarted = { (name: String) in target.kind == .tests && tree.manifest.target(name)?.kind == .program }
      let unused = declared.filter { !imported.contains($0.replacing("-", with: "_")) && !isStarted($0) }
      let missing = imported.intersection(own).subtracting(declared).filter { $0 != target.name && !isImplicit($0) }
      return unused.sorted().map {
        Violation(path: "Package.swift", line: target.line, sentence: "no file of \(target.name) imports \($0)")
      }
        + missing.sorted().map {
          Violation(
            path: "Package.swift", line: target.line, sentence: "\(target.name) imports \($0) without a dependency")
        }
    }
  }
}
