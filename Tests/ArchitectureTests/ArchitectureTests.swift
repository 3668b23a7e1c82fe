import Testing

@Suite(.timeLimit(.minutes(10)))
struct ArchitectureTests {
  @Test(arguments: Rule.all)
  func `the repository keeps the rule`(_ rule: Rule) {
    let violations = rule.violations(Tree.repository)
    for violation in violations { Issue.record("\(violation)") }
  }

  @Test(arguments: Rule.all)
  func `a broken rule is noticed`(_ rule: Rule) {
    #expect(!rule.broken.isEmpty, "a rule without a counter-example could always pass")
    for example in rule.broken {
      #expect(!rule.violations(Tree(example)).isEmpty, "not noticed in \(example)")
    }
  }

  @Test(arguments: Rule.all)
  func `a case that only resembles a violation passes`(_ rule: Rule) {
    for example in rule.kept {
      #expect(rule.violations(Tree(example)).map(\.description) == [], "in \(example)")
    }
  }

  @Test func `the repository was really read`() {
    let tree = Tree.repository
    #expect(tree.texts["Package.swift"]?.isEmpty == false)
    #expect(tree.texts["dev"]?.isEmpty == false)
    #expect(tree.sources.contains { $0.path == "Sources/Deadwax/Codes/GTIN.swift" })
    #expect(tree.sources.contains { $0.path == "Tests/ArchitectureTests/ArchitectureTests.swift" })
    for level in Levels.all {
      for module in level.modules {
        #expect(tree.sources.contains { $0.module == module }, "\(module) has no file")
      }
    }
  }

  @Test func `the package is understood as it is written`() {
    let manifest = Tree.repository.manifest
    #expect(manifest.target("Storage")?.dependencies.contains("CSQLite") == true)
    #expect(manifest.target("Hub")?.dependencies.contains("Storage") == true)
    #expect(manifest.target("deadwaxd")?.dependencies.contains("Hub") == true)
    #expect(manifest.target("deadwaxd")?.kind == .program)
    #expect(manifest.target("CSQLite")?.kind == .library)
    #expect(manifest.target("TestSupport")?.dependencies.contains("Threads") == true)
    #expect(manifest.target("StorageTests")?.kind == .tests)
    #expect(manifest.target("Deadwax")?.dependencies == [])
    #expect(manifest.target("StoragePostgreSQL")?.dependencies.contains("CPQ") == true)
    #expect(manifest.reach(of: "deadwaxd").isSuperset(of: ["Hub", "Storage", "CSQLite", "Threads"]))
  }
}
