internal import Catalogue
internal import Deadwax
internal import Execution
internal import StationLogic
internal import Storage

extension FactsLoader {
  /// Adds the next question about the record that describes a release, and whether a chosen one is still an alternative.
  func addSource(
    _ facts: inout StationInput.AddingFacts, _ named: StationFacts.Resolution, _ event: StationEvent
  ) throws {
    if case .lookedUp(let release) = event {
      facts.source = try transaction.sourceQuestion(of: release)
      return
    }
    if case .command(let command) = named, let number = command.choice,
      let open = state.stage.choosing, let question = open.source
    {
      switch open[number] {
      case .answer(let position)?:
        if let source = question.choices[position].source {
          let listed = try transaction.alternatives(of: question.release)?.all.contains { $0.id == source }
          facts.isSourceListed = listed ?? false ? true : nil
        } else {
          facts.source = try transaction.sourceQuestion(
            of: question.release, after: question.answers + [position + 1])
        }
      case .act(.unknown)? where question.feature != nil:
        facts.source = try transaction.sourceQuestion(
          of: question.release, after: question.answers + [AlternativeQuestion.unknown])
      case .act, .thing, nil: break
      }
    } else if state.mode == .lookup, case .release(let release, _) = named {
      facts.source = try transaction.sourceQuestion(of: release)
    }
  }
}

extension Queryable {
  /// Returns the question that splits the alternatives of a release best, before any answer. Nil if there is at most one,
  /// or a person has chosen one for the barcode.
  func sourceQuestion(of release: Release.ID) throws -> SourceQuestion? {
    try SourceQuestion(after: [], of: release, about: try openAlternatives(of: release))
  }

  /// Returns the question after some answers; nil if the alternatives are others by now.
  fileprivate func sourceQuestion(of release: Release.ID, after answers: [Int]) throws -> SourceQuestion? {
    guard let found = try alternatives(of: release) else { return nil }
    do throws(CatalogueError) {
      return try SourceQuestion(after: answers, of: release, about: found.all)
    } catch {
      return nil
    }
  }
}

extension SourceQuestion {
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
    [title, country, year.map(String.init), catalogNumber, formats, id].compactMap(\.self)
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }
}
