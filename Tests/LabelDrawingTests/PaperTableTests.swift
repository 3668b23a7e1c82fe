import Foundation
import LabelDrawing
import TestSupport
import Testing

/// Reads the documents with Poppler, as a viewer does.
@Suite(.timeLimit(.minutes(15))) struct PaperTableTests {
  private func table(_ sections: [(String, Int)], title: String = "Report") -> PaperTable {
    PaperTable(
      title: title, lines: ["Started today", "Seen: 3"],
      columns: [PaperTable.Column("Number", share: 20), PaperTable.Column("Record", share: 80)],
      sections: sections.map { name, count in
        let rows = (0..<count).map { row in
          [PaperTable.Cell("№\(row)"), PaperTable.Cell("\(name) title \(row)", detail: "Artist")]
        }
        return PaperTable.Section(name, rows: rows)
      }, foot: { "Page \($0) of \($1)" })
  }

  /// Returns the text of each page (`pdftotext -layout`).
  private func pages(_ pdf: [UInt8]) async throws -> [String] {
    let folder = try TemporaryFolder("deadwax-paper")
    try Data(pdf).write(to: URL(fileURLWithPath: folder.path("table.pdf")))
    let poppler = try ChildProgram(
      path: "/usr/bin/pdftotext", ["-layout", folder.path("table.pdf"), folder.path("table.txt")])
    #expect(try await poppler.exit() == .code(0), "\(poppler.transcript); it is Debian's poppler-utils")
    let text = try String(contentsOfFile: folder.path("table.txt"), encoding: .utf8)
    return text.split(separator: "\u{0C}", omittingEmptySubsequences: true).map(String.init)
  }

  @Test func `every row is on a page, in order, below the heading of its section`() async throws {
    let table = table([("Found", 70), ("Misplaced", 1), ("Empty", 0), ("Unknown", 45)])
    let pages = try await pages(try table.pdf())
    #expect(pages.count == table.pageCount && pages.count > 3)
    let text = pages.joined()
    for row in 0..<70 { #expect(text.contains("Found title \(row)\n") || text.contains("Found title \(row) ")) }
    #expect(text.contains("Misplaced title 0") && text.contains("Unknown title 44") && !text.contains("Empty"))
    #expect(pages[0].contains("Report") && pages[0].contains("Started today") && !pages[1].contains("Started today"))
    for (index, page) in pages.enumerated() {
      let lines = page.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      // A page can be read alone: it has the names of the columns, and the section of its first row.
      #expect(lines.contains { $0.hasPrefix("Number") && $0.hasSuffix("Record") }, "\(page)")
      let first = try #require(lines.first { $0.hasPrefix("№") })
      let above = lines.prefix { $0 != first }
      #expect(above.contains { first.contains("\($0) title") }, "\(page)")
      #expect(lines.last == "Page \(index + 1) of \(pages.count)")
      // No heading is the last line of a page.
      let last = try #require(lines.dropLast().last)
      #expect(last.hasPrefix("№") || last == "Artist", "\(last)")
    }
  }

  @Test func `a table without rows is one page, and long or strange texts stay in their lines`() async throws {
    let empty = try await pages(try table([]).pdf())
    #expect(empty.count == 1 && empty[0].contains("Page 1 of 1"))
    var strange = table([("Found", 1)], title: String(repeating: "long ", count: 300))
    strange.sections[0].rows = [
      [PaperTable.Cell("7\u{0}8\n9"), PaperTable.Cell(String(repeating: "Ω中א", count: 400), detail: "\u{202E}abc")]
    ]
    #expect(try await pages(try strange.pdf()).count == 1)
  }

  @Test func `ten thousand rows are drawn, and the time is printed`() throws {
    let table = table([("Found", CaseBudget.cases(of: 10_000))])
    let start = ContinuousClock.now
    let pdf = try table.pdf()
    let duration = ContinuousClock.now - start
    print("paper table: \(table.sections[0].rows.count) rows on \(table.pageCount) pages in \(duration)")
    #expect(String(decoding: pdf, as: UTF8.self).contains("/Count \(table.pageCount)"))
  }
}
