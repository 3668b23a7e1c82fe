internal import Deadwax
internal import LabelDrawing
internal import Messages
internal import StockTakes

extension StockTakeReport {
  /// Returns the report for paper: what a person should look at first, then the other classes. It has no codes, so a print
  /// of it cannot be scanned as evidence.
  func paper(_ words: LanguageTexts) -> PaperTable {
    PaperTable(
      title: words.text("stock-take.paper-title", ["name": view.take.name]), lines: lines(words),
      columns: [
        PaperTable.Column(words.text("stock-take.paper-copy"), share: 12),
        PaperTable.Column(words.text("stock-take.paper-record"), share: 43),
        PaperTable.Column(words.text("stock-take.paper-place"), share: 25),
        PaperTable.Column(words.text("stock-take.paper-scan"), share: 20),
      ], sections: sections(words),
      foot: { words.text("stock-take.paper-page", ["page": "\($0)", "pages": "\($1)"]) })
  }

  private func lines(_ words: LanguageTexts) -> [String] {
    let take = view.take
    var lines = [
      words.text("stock-take.state-\(take.state.rawValue)"),
      words.text("stock-take.paper-start", ["day": words.day(take.startedAt)]),
    ]
    if let end = take.endedAt ?? take.closedAt {
      lines.append(words.text("stock-take.paper-end", ["day": words.day(end)]))
    }
    lines.append(words.text("stock-take.seen-of", ["seen": "\(view.seen)", "expected": "\(view.expected)"]))
    if view.exceptions > 0 { lines.append(words.text("stock-take.exceptions", ["count": "\(view.exceptions)"])) }
    if entries.isEmpty { lines.append(words.text("stock-take.no-entries")) }
    return lines
  }

  private func sections(_ words: LanguageTexts) -> [PaperTable.Section] {
    let groups = Dictionary(grouping: entries) { $0.entry.class }
    let classes = StockTakeClass.allCases.filter(\.isException) + StockTakeClass.allCases.filter { !$0.isException }
    return classes.compactMap { name in
      guard let entries = groups[name] else { return nil }
      let heading = words.text(
        "stock-take.class-of",
        ["class": words.text("stock-take.class-\(name.rawValue)"), "count": "\(entries.count)"])
      return PaperTable.Section(heading, rows: entries.map { row($0, words) })
    }
  }

  private func row(_ view: StockTakeEntryView, _ words: LanguageTexts) -> [PaperTable.Cell] {
    let slot = view.slotNumber.map { words.text("stock-take.slot", ["slot": "\($0)"]) }
    let seenIn = view.seenIn.map { words.text("stock-take.seen-in", ["place": $0]) }
    return [
      PaperTable.Cell(view.number.map(String.init) ?? "", detail: view.shelfMark ?? ""),
      PaperTable.Cell(
        view.title ?? view.entry.text ?? words.text("stock-take.unknown-code"), detail: view.artist ?? ""),
      PaperTable.Cell([view.placeName, slot].compactMap { $0 }.joined(separator: ", "), detail: seenIn ?? ""),
      PaperTable.Cell(view.entry.last.map { words.day($0.at) } ?? "", detail: view.entry.last?.station.text ?? ""),
    ]
  }
}
