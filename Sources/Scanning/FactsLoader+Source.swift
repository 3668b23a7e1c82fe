internal import Catalogue
internal import Deadwax
internal import Execution
internal import StationLogic
internal import Storage

extension FactsLoader {
  /// Adds the next question about the record that describes a release, and whether the open one is still as it was asked.
  func addSource(
    _ facts: inout StationInput.AddingFacts, _ named: StationFacts.Resolution, _ event: StationEvent
  ) throws {
    let open = state.stage.choosing?.source
    let isOpen = try open.map { try transaction.sourceQuestion(of: $0.release, after: $0.answers)?.asks($0) ?? false }
    if case .lookedUp(let release) = event {
      if open?.release == release, isOpen == true { facts.isSourceOpen = true }
      facts.source = try transaction.sourceQuestion(of: release, after: [])
    } else if case .command(let command) = named, let open {
      guard isOpen == true else { return }
      facts.isSourceOpen = true
      let answers = after(command, to: open)
      facts.source = try answers.flatMap { try transaction.sourceQuestion(of: open.release, after: $0) }
    } else if state.mode == .lookup, case .release(let release, _) = named {
      facts.source = try transaction.sourceQuestion(of: release, after: [])
    }
  }

  /// Returns the answers after a command; nil if no further question follows from it.
  private func after(_ command: Command, to open: SourceQuestion) -> [Int]? {
    if command == .undo { return open.answers.isEmpty ? nil : open.answers.dropLast() }
    switch command.choice.flatMap({ state.stage.choosing?[$0] }) {
    case .answer(let position)?: return open.choices[position].source == nil ? open.answers + [position + 1] : nil
    case .act(.unknown)? where open.feature != nil: return open.answers + [AlternativeQuestion.unknown]
    case .act, .thing, nil: return nil
    }
  }
}

extension Queryable {
  /// Returns the question about a release after some answers, which splits the alternatives best. Nil if there is at most
  /// one, if a person has chosen one for the barcode, or if the alternatives are others by now.
  func sourceQuestion(of release: Release.ID, after answers: [Int]) throws -> SourceQuestion? {
    let open = try openAlternatives(of: release)
    guard !open.isEmpty else { return nil }
    do throws(CatalogueError) {
      return try SourceQuestion(after: answers, of: release, about: open)
    } catch {
      return nil
    }
  }
}

extension SourceQuestion {
  /// True if it is the same question with the same answers, on any of its pages.
  func asks(_ other: SourceQuestion) -> Bool {
    var same = other
    same.first = first
    return self == same
  }

  /// Returns nil if at most one alternative is left.
  fileprivate init?(
    after answers: [Int], of release: Release.ID, about alternatives: [Alternative]
  ) throws(CatalogueError) {
    let dialogue = try AlternativeDialogue(after: answers, about: alternatives)
    guard dialogue.remaining.count > 1 else { return nil }
    var choices: [Choice] = []
    if let question = dialogue.question {
      for choice in question.choices {
        let left = try AlternativeDialogue(after: answers + [choice.number], about: alternatives).remaining
        choices.append(Choice(text: choice.text, source: left.count == 1 ? left.first?.id : nil))
      }
    } else {
      choices = dialogue.remaining.map { Choice(text: $0.line, source: $0.id) }
    }
    self.init(
      of: release, feature: dialogue.question?.feature.rawValue, count: dialogue.remaining.count, choices: choices,
      answers: answers)
  }
}

extension Alternative {
  /// The record in one line, for a list of those that no question splits.
  fileprivate var line: String {
    // The title is much the same in all of them, so that it comes last.
    [country, year.map(String.init), catalogNumber, formats, id, title].compactMap(\.self)
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }
}
