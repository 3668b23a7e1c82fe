extension Rule {
  static let facts = [modesReadTheirOwnFacts]

  /// The families of facts that each file of the station's machine reads. A file that is not listed reads none.
  private static let families: [String: Set<String>] = [
    "StationMachine+Auto": ["tagging"],
    "StationMachine+Choosing": ["prompted"],
    "StationMachine+Commands": ["tagging"],
    "StationMachine+Confirming": ["prompted"],
    "StationMachine+Inbox": ["code"],
    "StationMachine+LookUp": ["code", "lending", "shelving"],
    "StationMachine+PIN": ["pin"],
    "StationMachine+Renew": ["lending"],
    "StationMachine+Return": ["lending"],
    "StationMachine+Session": ["pin"],
    "StationMachine+Shelve": ["shelving"],
    "StationMachine+Unknown": ["code", "tagging"],
    "StationMachine+Wishlist": ["code"],
    "StationMachine+Write": ["tagging"],
    "StationMachine": ["tagging"],
  ]

  private static let modesReadTheirOwnFacts = perFile(
    "a mode reads only the facts of its own family",
    broken: [
      ("Sources/StationLogic/StationMachine+Shelve.swift", "let holds = facts.lending.holds\n"),
      ("Sources/StationLogic/StationMachine+Return.swift", "if facts?.tagging.hasQueue ?? false { return }\n"),
      ("Sources/StationLogic/StationMachine+Played.swift", "guard facts.pin.failures == 0 else { return }\n"),
    ],
    kept: [
      ("Sources/StationLogic/StationMachine+Shelve.swift", "let slot = facts.shelving.slot\n"),
      (
        "Sources/StationLogic/StationMachine+Shelve.swift",
        "// facts.lending is for other modes\nlet copy = facts.inHand\n"
      ),
      ("Sources/Scanning/FactsLoader.swift", "facts.lending.holds = []\n"),
    ]
  ) { file in
    guard file.path.hasPrefix("Sources/StationLogic/StationMachine") else { return [] }
    let name = String(file.path.dropFirst("Sources/StationLogic/".utf8.count).dropLast(".swift".utf8.count))
    let own = families[name] ?? []
    return file.lines(
      of: /(?:^|[^.\w])facts\??\.(code|lending|pin|prompted|shelving|tagging)(?!\w)/, with: ["facts"]
    ).filter { !own.contains(String($0.match.1)) }.map {
      file.violation($0.line, "facts.\($0.match.1) is for other modes than those of \(name)")
    }
  }
}
