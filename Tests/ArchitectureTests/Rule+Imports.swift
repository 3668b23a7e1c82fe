extension Rule {
  static let imports = [
    arrowsGoDown, importsAreKnown, manifestArrowsGoDown, everyTargetHasALevel, oneOwnerPerLibrary,
    librariesStayWithTheirOwner, hubReachesNoDevice, hubReachesNoServer, noFoundation,
    surfaceReadsNoTables,
  ]

  private static let arrowsGoDown = perFile(
    "an import goes down the levels, and no adapter imports another",
    broken: [
      ("Sources/Storage/Loan.swift", "internal import Execution\n"),
      ("Sources/Scanning/Scan.swift", "internal import Staff\n"),
      ("Sources/Execution/Lend.swift", "internal import Scanning\n"),
      ("Sources/Deadwax/Lending/Loan.swift", "package import Storage\n"),
      ("Sources/Storage/Loan.swift", "internal import HTTPServer\n"),
      ("Sources/API/Route.swift", "import struct Hub.Settings\n"),
      ("Sources/Hub/Hub.swift", "internal import VirtualHardware\n"),
      ("Sources/Log/Line.swift", "@preconcurrency internal import Storage\n"),
    ],
    kept: [
      ("Sources/Storage/Loan.swift", "internal import Deadwax\npackage import Threads\n"),
      ("Sources/Execution/Lend.swift", "internal import Catalogue\n"),
      ("Sources/Scanning/Scan.swift", "internal import TagJobs\n"),
      ("Sources/Storage/Loan.swift", "// import Execution is what this must not do\nlet text = \"import Hub\"\n"),
      ("Tests/StorageTests/LoanTests.swift", "import Execution\n"),
    ]
  ) { file in
    guard let here = Levels.level(of: file.module), !file.isTest else { return [] }
    return file.imports.compactMap { module, line in
      guard let there = Levels.level(of: module), module != file.module else { return nil }
      return arrow(from: file.module, here, to: module, there).map { file.violation(line, $0) }
    }
  }

  /// Returns the problem of an import between levels; nil if it is allowed.
  private static func arrow(from module: String, _ here: Int, to other: String, _ there: Int) -> String? {
    let (level, target) = (Levels.all[here], Levels.all[there])
    if there > here { return "\(module) (\(level.name)) must not look up to \(other) (\(target.name))" }
    if there == here, !level.looksSideways {
      return "\(module) and \(other) are both \(level.name): neither may know the other"
    }
    return nil
  }

  private static let importsAreKnown = Rule(
    name: "an import names a module of this package, or of the short list of the system's",
    broken: [
      ["Sources/Storage/A.swift": "internal import SQLite3\n"],
      ["Tests/StorageTests/A.swift": "import XCTest\n"],
    ],
    kept: [
      [
        "Package.swift": "targets: [\n  module(\"Storage\", []),\n]",
        "Sources/API/A.swift": "internal import Foundation\ninternal import Storage\n",
      ],
      [
        "Package.swift": "targets: [\n  program(\"deadwax-a\", []),\n]",
        "Tests/ATests/A.swift": "@testable import deadwax_a\n",
      ],
    ]
  ) { tree in
    // The module of a program has underscores in place of the dashes of its name.
    let own = Set(tree.manifest.targets.map { $0.name.replacing("-", with: "_") })
    return tree.sources.flatMap { file in
      file.imports.filter { !own.contains($0.module) && !Levels.system.contains($0.module) }
        .map { file.violation($0.line, "\($0.module) is neither ours nor in Levels.system") }
    }
  }

  private static let manifestArrowsGoDown = Rule(
    name: "a dependency in Package.swift goes down the levels",
    broken: [
      ["Package.swift": "targets: [\n  module(\"Storage\", [\"CSQLite\", \"API\"]),\n]"],
      ["Package.swift": "targets: [\n  module(\n    \"Readers\",\n    [\n      \"Storage\",\n    ]),\n]"],
      ["Package.swift": "targets: [\n  .target(name: \"StationLogic\", dependencies: [\"Hub\"]),\n]"],
      ["Package.swift": "targets: [\n  module(\"Threads\", [\"TestSupport\"]),\n]"],
      ["Package.swift": "targets: [\n  module(\"Hub\", [\"BareInsert\"]),\n]"],
    ],
    kept: [
      [
        "Package.swift":
          "targets: [\n  module(\"Storage\", [\"CSQLite\", \"Deadwax\"]),\n  tests(\"StationLogic\", [\"Hub\"]),\n]"
      ]
    ]
  ) { tree in
    tree.manifest.targets.filter { $0.kind == .module || $0.kind == .program }.flatMap { target in
      target.dependencies.compactMap { dependency -> Violation? in
        let sentence: String? =
          if let here = Levels.level(of: target.name), let there = Levels.level(of: dependency) {
            arrow(from: target.name, here, to: dependency, there)
          } else if Levels.testSupport.contains(dependency) {
            "\(target.name) must not need what is for tests"
          } else if Levels.yardsticks.contains(dependency), target.name != "deadwax-bench" {
            "\(dependency) is there to be measured against, by deadwax-bench"
          } else {
            nil
          }
        return sentence.map { Violation(path: "Package.swift", line: target.line, sentence: $0) }
      }
    }
  }

  private static let everyTargetHasALevel = Rule(
    name: "every module has its place in the table of levels, and every place its module",
    broken: [
      ["Package.swift": "targets: [\n  module(\"Newcomer\", []),\n]"],
      ["Package.swift": "targets: [\n]", "Tests/ArchitectureTests/Levels.swift": ""],
    ],
    kept: [["Package.swift": "targets: [\n  module(\"Storage\", []),\n  program(\"deadwaxd\", []),\n]"]]
  ) { tree in
    let outside = Levels.yardsticks.union(Levels.testSupport)
    let targets = tree.manifest.targets.filter {
      ($0.kind == .module || $0.kind == .program) && !outside.contains($0.name)
    }
    let missing = targets.filter { Levels.level(of: $0.name) == nil }.map {
      Violation(path: "Package.swift", line: $0.line, sentence: "\($0.name) has no place in Levels.swift")
    }
    let table = "Tests/ArchitectureTests/Levels.swift"
    guard tree.paths.contains(table) else { return missing }
    return missing
      + Levels.all.flatMap(\.modules).filter { name in !targets.contains { $0.name == name } }.map {
        Violation(path: table, line: 1, sentence: "Package.swift has no module \($0)")
      }
  }

  private static let oneOwnerPerLibrary = Rule(
    name: "a C library belongs to exactly one Swift module",
    broken: [
      [
        "Package.swift":
          "targets: [\n module(\"Storage\", [\"CSQLite\"]),\n module(\"Lookup\", [\"CSQLite\"]),\n library(\"CSQLite\"),\n]"
      ],
      ["Package.swift": "targets: [\n  module(\"Storage\", []),\n  library(\"CSQLite\", pkgConfig: nil),\n]"],
      [
        "Package.swift":
          "targets: [\n module(\"Storage\", [\"CSQLite\"]),\n tests(\"Storage\", [\"CSQLite\"]),\n library(\"CSQLite\"),\n]"
      ],
    ],
    kept: [["Package.swift": "targets: [\n module(\"Storage\", [\"CSQLite\"]),\n library(\"CSQLite\", apt: \"x\"),\n]"]]
  ) { tree in
    tree.manifest.targets.filter { $0.kind == .library }.compactMap { library in
      let owners = tree.manifest.targets.map(\.name).filter { name in
        tree.manifest.target(name)?.dependencies.contains(library.name) == true && !Levels.yardsticks.contains(name)
      }
      guard owners.count != 1 else { return nil }
      let sentence = "\(library.name) has \(owners.count) owners: \(owners.joined(separator: ", "))"
      return Violation(path: "Package.swift", line: library.line, sentence: sentence)
    }
  }

  private static let librariesStayWithTheirOwner = Rule(
    name: "a C library is imported by its owner alone, and never leaves it",
    broken: [
      [
        "Package.swift": "targets: [\n module(\"Storage\", [\"CSQLite\"]),\n library(\"CSQLite\"),\n]",
        "Sources/Lookup/A.swift": "internal import CSQLite\n",
      ],
      [
        "Package.swift": "targets: [\n module(\"Storage\", [\"CSQLite\"]),\n library(\"CSQLite\"),\n]",
        "Tests/StorageTests/A.swift": "internal import CSQLite\n",
      ],
      [
        "Package.swift": "targets: [\n module(\"Storage\", [\"CSQLite\"]),\n library(\"CSQLite\"),\n]",
        "Sources/Storage/A.swift": "package import CSQLite\n",
      ],
    ],
    kept: [
      [
        "Package.swift": "targets: [\n module(\"Storage\", [\"CSQLite\"]),\n library(\"CSQLite\"),\n]",
        "Sources/Storage/A.swift": "internal import CSQLite\n",
      ]
    ]
  ) { tree in
    let libraries = tree.manifest.targets.filter { $0.kind == .library }.map(\.name)
    return tree.sources.flatMap { file in
      file.imports.filter { libraries.contains($0.module) }.compactMap { module, line in
        guard tree.manifest.target(file.module)?.dependencies.contains(module) == true else {
          return file.violation(line, "\(module) does not belong to \(file.module)")
        }
        guard !file.text.code[line - 1].contains(/\b(package|public)\s+import\b/) else {
          return file.violation(line, "\(module) must not show in what \(file.module) offers: import it internally")
        }
        return nil
      }
    }
  }

  private static let hubReachesNoDevice = Rule(
    name: "the hub's program does not link what talks to devices",
    broken: [
      [
        "Package.swift":
          "targets: [\n program(\"deadwaxd\", [\"Hub\"]),\n module(\"Hub\", [\"Tags\"]),\n module(\"Tags\"),\n]"
      ]
    ],
    kept: [
      [
        "Package.swift":
          "targets: [\n program(\"deadwaxd\", [\"Hub\"]),\n module(\"Hub\", []),\n program(\"deadwax-reader\", [\"Tags\"]),\n]"
      ]
    ]
  ) { tree in
    tree.manifest.reach(of: "deadwaxd").intersection(Levels.ownedByReaders).sorted().map {
      Violation(path: "Package.swift", line: 1, sentence: "deadwaxd reaches \($0), which belongs to the reader process")
    }
  }

  private static let hubReachesNoServer = Rule(
    name: "the hub's program does not link an engine that it cannot open",
    broken: [
      [
        "Package.swift":
          "targets: [\n program(\"deadwaxd\", [\"Hub\"]),\n module(\"Hub\", [\"StoragePostgreSQL\"]),\n module(\"StoragePostgreSQL\"),\n]"
      ]
    ],
    kept: [
      [
        "Package.swift":
          "targets: [\n program(\"deadwaxd\", [\"Hub\"]),\n module(\"Hub\", [\"Storage\"]),\n module(\"Storage\"),\n tests(\"Storage\", [\"StoragePostgreSQL\"]),\n]"
      ]
    ]
  ) { tree in
    tree.manifest.reach(of: "deadwaxd").intersection(Levels.engines).sorted().map {
      Violation(path: "Package.swift", line: 1, sentence: "deadwaxd reaches \($0), but no setting selects it")
    }
  }

  private static let surfaceReadsNoTables = perFile(
    "the surface does not read tables: it asks the modules of the application",
    broken: [
      ("Sources/API/A.swift", "internal import Storage\n"),
      ("Sources/API/Routes/A.swift", "package import struct Storage.Database\n"),
      ("Sources/API/A.swift", "internal import StoragePostgreSQL\n"),
    ],
    kept: [
      ("Sources/API/A.swift", "internal import Scanning\n"),
      ("Sources/Hub/A.swift", "internal import Storage\n"),
      ("Tests/APITests/A.swift", "import Storage\n"),
    ]
  ) { file in
    guard Levels.withoutStorage.contains(file.module) else { return [] }
    return file.imports.filter { $0.module == "Storage" || Levels.engines.contains($0.module) }
      .map { file.violation($0.line, "\(file.module) does not read tables; move this into a use case") }
  }

  private static let noFoundation = perFile(
    "pure modules and those on the way of every scan do without Foundation",
    broken: [
      ("Sources/Storage/A.swift", "internal import Foundation\n"),
      ("Sources/Deadwax/A.swift", "internal import struct Foundation.Date\n"),
      ("Sources/HTTPServer/A.swift", "#if os(Linux)\nimport FoundationNetworking\n#endif\n"),
    ],
    kept: [
      ("Sources/Storage/A.swift", "internal import FoundationEssentials\n"),
      ("Sources/API/A.swift", "internal import Foundation\n"),
      ("Tests/StorageTests/A.swift", "import Foundation\n"),
    ]
  ) { file in
    guard Levels.withoutFoundation.contains(file.module) else { return [] }
    return file.imports.filter { $0.module.hasPrefix("Foundation") && $0.module != "FoundationEssentials" }
      .map { file.violation($0.line, "\(file.module) does without \($0.module)") }
  }
}
