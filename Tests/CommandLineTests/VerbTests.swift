import CommandLineArguments
import Foundation
import HubClient
import TestSupport
import Testing

@testable import deadwax

/// Tests of the table of commands: every command has its help, and every example is a command.
@Suite(.timeLimit(.minutes(5)))
struct VerbTests {
  private func help(_ words: [String]) throws -> String {
    guard case .help(let text) = try Main.program.parse(words) else {
      Issue.record("no help")
      return ""
    }
    return text
  }

  @Test(arguments: [["--help"], ["-h"], ["help"], ["--json", "--help"]])
  func `the help lists every command`(_ words: [String]) throws {
    let text = try help(words)
    for verb in Verb.all {
      #expect(text.contains("\n  \(verb.definition.synopsis)"))
      #expect(text.split(separator: "\n").joined(separator: " ").contains(verb.definition.summary.prefix(20)))
    }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 110 })
  }

  @Test func `each option whose number a command needs has a default`() throws {
    let folder = Repository.path("Sources/Programs/deadwax")
    let files = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
    var numbers = 0
    for file in files where file.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      for needed in Set(text.matches(of: /invocation\.number\("([^"]+)"\)/).map { $0.1 }) {
        numbers += 1
        for option in text.matches(of: /Option\(\s*"([^"]+)",\s*\.number\([^)]*\),\s*(?:"[^"]*",\s*)?(\w+:)?/)
        where option.1 == needed {
          #expect(option.2 == "standard:", "\(file): --\(needed)")
        }
      }
    }
    #expect(numbers > 10)
  }

  // A command that passes its arguments on prints the help of that program.
  @Test(arguments: Verb.all.map(\.definition).filter { !$0.passesOn }.map(\.name))
  func `each command has its help`(_ name: String) throws {
    for words in [[name, "--help"], ["help", name], [name, "--json", "-h"]] {
      let text = try help(words)
      #expect(text.hasPrefix("usage: deadwax \(name)"))
      for option in Option.everywhere + (Verb.all.first { $0.definition.name == name }?.definition.options ?? []) {
        #expect(text.contains("--\(option.name)"))
      }
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }
  }

  @Test func `the help of a noun lists what can be done with it, and nothing else`() throws {
    let text = try help(["tag", "--help"])
    for verb in Verb.all {
      let name = verb.definition.name
      #expect(text.contains("\n  \(name)") == name.hasPrefix("tag "))
    }
  }

  @Test func `the examples of a command are commands`() throws {
    for verb in Verb.all {
      for example in verb.definition.examples {
        let words = try #require(shellWords(example.line), "\(example.line)")
        guard case .command(let command, _) = try Main.program.parse(words) else {
          Issue.record("\(example.line)")
          continue
        }
        #expect(command.name == verb.definition.name)
        #expect(Main.program.help(of: verb.definition).contains("  deadwax \(example.line) "))
      }
    }
  }

  /// Returns the words of a line as a shell separates them, with quotation marks of one kind.
  private func shellWords(_ line: String) -> [String]? {
    let parts = line.split(separator: line.contains("'") ? "'" : "\"", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return nil }
    return parts.enumerated().flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }
}
