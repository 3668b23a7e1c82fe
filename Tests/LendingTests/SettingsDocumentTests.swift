import Foundation
import Lending
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SettingsDocumentTests {
  @Test func `the settings page has the current tables`() throws {
    let path = Repository.path("docs/settings.md")
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let mark =
      "<!-- Generated from Sources/Lending/Settings; DEADWAX_WRITE=1 ./dev test Lending regenerates the tables. -->"
    let halves = page.components(separatedBy: mark)
    try #require(halves.count == 2, "the page has no mark before its tables")
    if ProcessInfo.processInfo.environment["DEADWAX_WRITE"] == "1" {
      try (halves[0] + mark + tables).write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == halves[0] + mark + tables)
  }

  @Test func `the help in the examples of the API is that of the table`() throws {
    let text = try String(contentsOfFile: Repository.path("docs/openapi.json"), encoding: .utf8)
    let helps = text.matches(of: /"help": "([^"]*)"/).map { String($0.1) }
    #expect(!helps.isEmpty && helps.allSatisfy { $0 == Setting.named("loan.days")?.help }, "\(helps)")
  }

  private var tables: String {
    Setting.Section.allCases.map { section in
      let rows = Setting.all.filter { $0.section == section }.map { setting in
        let displayed = setting.displayed(setting.default)
        let standard = displayed.isEmpty ? "nothing" : "`\(displayed)`"
        return "| `\(setting.key)` | \(standard) | \(setting.help) | \(setting.kind.sentence) |\n".protectingStars
      }
      return "\n\n## \(section.rawValue)\n\n| key | default | effect | accepted values |\n|---|---|---|---|\n"
        + rows.joined().dropLast()
    }.joined() + "\n"
  }
}

extension String {
  /// The text with escaped asterisks, so that Markdown shows them.
  fileprivate var protectingStars: String { replacingOccurrences(of: "*", with: "\\*") }
}
