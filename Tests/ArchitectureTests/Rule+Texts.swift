internal import Foundation

extension Rule {
  static let texts = [
    sqlStaysInStorage, codesStayInTheEngine, dialectStaysInTheEngine, columnsHaveNames, placesAreOurs,
    nothingIsBuiltOrFetched, jsonParses,
  ]

  private static let sqlStaysInStorage = perFile(
    "SQL stands in Storage and its engines alone",
    broken: [
      ("Sources/Scanning/A.swift", "let a = \"SELECT id FROM loan\"\n"),
      ("Sources/Lookup/A.swift", "let a = \"\"\"\n  INSERT OR IGNORE INTO loan VALUES (1)\n  \"\"\"\n"),
      ("Sources/API/A.swift", "let a = #\"UPDATE loan SET due_at = 1\"#\n"),
      ("Sources/Hub/A.swift", "run(\"DELETE FROM loan\")\n"),
      ("Sources/Hub/A.swift", "run(\"PRAGMA journal_mode = WAL\")\n"),
      ("Sources/Hub/A.swift", "run(\"BEGIN IMMEDIATE\")\n"),
      ("Sources/Hub/A.swift", "run(\"a \\(f(\"COMMIT\"))\")\n"),
      ("Sources/Programs/deadwax-bench/A.swift", "let a = \"CREATE UNIQUE INDEX x ON y(z)\"\n"),
      ("Sources/Hub/A.swift", "let a = \"WITH recent AS (SELECT 1) SELECT 2\"\n"),
      ("Sources/Scanning/A.swift", "run(\"SAVEPOINT effects\")\n"),
      ("Sources/Scanning/A.swift", "run(\"ROLLBACK TO effects\")\n"),
    ],
    kept: [
      ("Sources/Storage/A.swift", "let a = \"SELECT id FROM loan\"\n"),
      ("Sources/StoragePostgreSQL/A.swift", "run(\"COMMIT\")\n"),
      ("Tests/StorageTests/A.swift", "let a = \"SELECT id FROM loan\"\n"),
      (
        "Sources/API/A.swift",
        "// SELECT id FROM loan\nlet a = \"Select a copy\"\nlet b = \"SELECTED\"\nlet c = \"UPDATE\"\n"
      ),
    ]
  ) { file in
    guard !file.isTest, !["Storage", "StoragePostgreSQL"].contains(file.module) else { return [] }
    let statement =
      /^\s*(SELECT\s|INSERT\s+(OR\s+\w+\s+)?INTO\s|REPLACE\s+INTO\s|UPDATE\s+(OR\s+\w+\s+)?\w+\s+SET\s|DELETE\s+FROM\s|(CREATE|DROP|ALTER)\s+(TEMP\w*\s+|UNIQUE\s+|VIRTUAL\s+)*(TABLE|INDEX|TRIGGER|VIEW)\s|PRAGMA\s|(SAVEPOINT|RELEASE|ROLLBACK\s+TO)\s+\w+\s*(;|$)|(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|VACUUM|ATTACH)(\s+[A-Z]+)*\s*(;|$)|WITH\s+(RECURSIVE\s+)?\w+\s*(\([^)]*\))?\s*AS\s)/
    let words = [
      "SELECT", "INSERT", "REPLACE", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "PRAGMA", "SAVEPOINT", "RELEASE",
      "ROLLBACK", "BEGIN", "COMMIT", "VACUUM", "ATTACH", "WITH",
    ]
    let literals = file.text.literals.filter { literal in words.contains { literal.text.has($0) } }
    return literals.filter { $0.text.contains(statement) }.map {
      file.violation($0.line, "SQL outside Storage: \($0.text.prefix(40))")
    }
  }

  private static let codeOwners = ["Sources/Storage/Engine/", "Sources/StoragePostgreSQL/", "Tests/StorageTests/"]

  private static let codesStayInTheEngine = perFile(
    "a database's error codes are named in its engine alone",
    broken: [
      ("Sources/Scanning/A.swift", "let a: ResultCode = .full\n"),
      ("Sources/Storage/Schema/A.swift", "catch let error as StorageError where error.code == .constraintUnique {}\n"),
      ("Sources/Storage/History/A.swift", "guard code == SQLITE_FULL else { return }\n"),
      ("Sources/API/A.swift", "if error.engineCode == \"2067\" {}\n"),
      ("Tests/HubTests/A.swift", "let a = ResultCode.busy\n"),
    ],
    kept: [
      ("Sources/Storage/Engine/SQLite/A.swift", "let a = ResultCode(rawValue: SQLITE_FULL)\n"),
      ("Sources/Scanning/A.swift", "catch let error as StorageError where error.kind == .conflict {}\n"),
      ("Sources/Scanning/A.swift", "// SQLITE_FULL is not named here\nlet a = Outcome.ResultCodes.all\n"),
      ("Tests/StorageTests/A.swift", "let a = ResultCode.busy\n"),
    ]
  ) { file in
    guard !codeOwners.contains(where: file.path.hasPrefix) else { return [] }
    let name = /\b(?:ResultCode|engineCode|SQLITE_[A-Z_]+)\b|\.constraint[A-Z][A-Za-z]+/.wordBoundaryKind(.simple)
    return file.lines(of: name, with: ["ResultCode", "engineCode", "SQLITE_", ".constraint"]).map { match, line in
      file.violation(line, "'\(match.output)' is a code of one engine; use the kind of the error")
    }
  }

  private static let dialectStaysInTheEngine = perFile(
    "SQL that only SQLite has stands in its engine and in the migrations",
    broken: [
      ("Sources/Storage/Schema/A.swift", "run(\"PRAGMA cache_size = 1\")\n"),
      ("Sources/Storage/History/A.swift", "let a = \"SELECT seq FROM sqlite_sequence\"\n"),
      ("Sources/Storage/Privacy/A.swift", "let a = \"UPDATE a SET b = json_set(b, '$.c', NULL)\"\n"),
      ("Sources/Storage/Schema/A.swift", "let a = \"SELECT name FROM pragma_table_info('a')\"\n"),
      ("Sources/Storage/Schema/A.swift", "let a = \"INSERT OR IGNORE INTO a VALUES (1)\"\n"),
      ("Sources/Storage/Engine/A.swift", "let a = \"SELECT rowid FROM a WHERE a MATCH ?1\"\n"),
    ],
    kept: [
      ("Sources/Storage/Engine/SQLite/A.swift", "run(\"PRAGMA cache_size = 1\")\n"),
      ("Sources/Storage/Schema/Migrations/A.swift", "let a = \"CREATE TRIGGER a BEFORE DELETE ON b\"\n"),
      ("Sources/Storage/Schema/A.swift", "// PRAGMA\nlet a = \"SELECT a ->> 'b' FROM c ON CONFLICT DO NOTHING\"\n"),
    ]
  ) { file in
    let own = ["Sources/Storage/Engine/SQLite/", "Sources/Storage/Schema/Migrations/"]
    guard file.module == "Storage", !file.isTest, !own.contains(where: file.path.hasPrefix) else { return [] }
    let word =
      /\b(?:PRAGMA|VACUUM|ATTACH|MATCH|RAISE|TRIGGER|AUTOINCREMENT|WITHOUT ROWID|INSERT OR|rowid)\b|\b(?:pragma|sqlite|json)_\w+/
      .wordBoundaryKind(.simple)
    return file.text.literals.compactMap { literal in
      literal.text.firstMatch(of: word).map {
        file.violation(literal.line, "'\($0.output)' is SQL of SQLite alone; put it into Engine/SQLite")
      }
    }
  }

  private static let columnsHaveNames = perFile(
    "a column after the first is read by its name",
    broken: [
      ("Sources/Storage/Schema/A.swift", "let a = try row.text(1)\n"),
      ("Sources/Storage/History/A.swift", "let a = try $0.optionalInteger(12)\n"),
    ],
    kept: [
      ("Sources/Storage/Schema/A.swift", "let a = try row.text(\"name\")\nlet b = try row.integer(0)\n"),
      ("Sources/Storage/Engine/SQLite/A.swift", "let a = try row.text(1)\n"),
      ("Tests/StorageTests/A.swift", "let a = try row.text(1)\n"),
    ]
  ) { file in
    let places = ["Schema", "History", "Privacy"].map { "Sources/Storage/\($0)/" }
    guard places.contains(where: file.path.hasPrefix) else { return [] }
    let number =
      /\.(?:text|integer|real|flag|blob|time|id|isNull|optional(?:Text|Integer|Real|Flag|Blob|Time|ID))\([1-9][0-9]*\)/
    return file.text.code.enumerated().compactMap { index, line in
      line.firstMatch(of: number).map { file.violation(index + 1, "'\($0.output)': name the column") }
    }
  }

  // Assembled here, so that this file does not violate its own rule.
  private static let foreignPlaces = ["home", "Users", "root", "work", "tmp/brief"].map { "/\($0)/" }

  private static let placesAreOurs = Rule(
    name: "no file names a place of one machine, or keeps the marks of a merge",
    broken: foreignPlaces.map { ["docs/a.md": "see \($0)ada/x\n"] } + [
      ["README.md": String(repeating: "<", count: 7) + " HEAD\n"],
      ["www/app.js": "let a = \"file://\(foreignPlaces[0])ada\"\n"],
    ],
    kept: [
      ["docs/a.md": "ProtectHome=yes, ~/.local/share, http://127.0.0.1:8740/work, its homework/page, ./root/x\n"]
    ]
  ) { tree in
    let merge = String(repeating: "<", count: 7)
    return tree.texts.keys.sorted().flatMap { path -> [Violation] in
      let text = tree.texts[path] ?? ""
      guard (foreignPlaces + [merge]).contains(where: { text.has($0) }) else { return [] }
      return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .compactMap { index, line -> Violation? in
          for place in foreignPlaces where line.has(place) {
            guard let found = line.range(of: place) else { continue }
            // Inside a longer path or a URL it is not a local path, unless it follows `file://`.
            let before = line[..<found.lowerBound]
            guard before.hasSuffix("file://") || !(before.last.map(isWithinPath) ?? false) else { continue }
            return Violation(path: path, line: index + 1, sentence: "'\(place)' is a place of one machine")
          }
          guard line.hasPrefix(merge) else { return nil }
          return Violation(path: path, line: index + 1, sentence: "the mark of a merge")
        }
    }
  }

  private static func isWithinPath(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "._-%/~".contains(character)
  }

  private static let nothingIsBuiltOrFetched = Rule(
    name: "nothing that was built, fetched or recorded lies in the repository",
    broken: [
      ["tool-1.0-py3-none-any.whl": ""], ["Sources/StationLogic/a.o": ""], ["demo/deadwax.sqlite-wal": ""],
      ["x.tar.gz": ""],
    ],
    kept: [["docs/pictures/desk.png": "", "demo/covers/a.jpg": "", "www/font.woff2": "", "Tests/a/page.html": ""]]
  ) { tree in
    let endings = [
      ".whl", ".o", ".a", ".so", ".deb", ".zip", ".gz", ".xz", ".tar", ".pyc", ".sqlite", ".sqlite-wal", ".sqlite-shm",
      ".db", ".log", ".orig", ".rej", ".swp", ".core",
    ]
    return tree.paths.sorted().filter { path in endings.contains { path.hasSuffix($0) } }
      .map { Violation(path: $0, line: 1, sentence: "does not belong here") }
  }

  private static let jsonParses = Rule(
    name: "every JSON file parses",
    broken: [
      ["docs/a.json": "{\"a\": 1,}\n"], ["demo/a.jsonl": "{\"a\": 1}\n{\"a\": \n"], ["docs/a.json": ""],
      [".swift-format": "{"],
    ],
    kept: [["docs/a.json": "{\"a\": \",]\\\",}\"}\n"], ["demo/a.jsonl": "{\"a\": 1}\n[2]\n\n"], ["docs/a.md": "{"]]
  ) { tree in
    tree.texts.keys.sorted().flatMap { path -> [Violation] in
      let text = tree.texts[path] ?? ""
      if path.hasSuffix(".jsonl") {
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
          .filter { !$0.element.isEmpty && !isJSON(String($0.element)) }
          .map { Violation(path: path, line: $0.offset + 1, sentence: "this line is not JSON") }
      }
      guard path.hasSuffix(".json") || path == ".swift-format", !isJSON(text) else { return [] }
      return [Violation(path: path, line: 1, sentence: "not JSON")]
    }
  }

  private static func isJSON(_ text: String) -> Bool {
    guard (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil else {
      return false
    }
    // Foundation accepts a comma before a closing bracket, unlike other parsers.
    return !text.replacing(/"(?:[^"\\]|\\.)*"/, with: "\"\"").contains(/,\s*[}\]]/)
  }
}
