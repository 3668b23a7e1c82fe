internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands that write to the lists at Discogs, in the order of the help.
  static let discogsPush = [discogsPushPlan, discogsSteps, discogsFolders]

  private static let path = "/api/v1/discogs/push"

  /// `deadwax discogs push`: plans what is written at Discogs, confirms it, or shows it.
  static let discogsPushPlan = Verb(
    "discogs push", operands: [.any("NUMBER")], summary: "write to your collection or wantlist at Discogs",
    details: """
      Needs the role admin, and a finished comparison. Lists every step, and writes nothing until it is repeated with
      --yes. NUMBER is a release's number at Discogs; without one, all that the list lacks is added. --remove removes
      what the library has no longer, and needs the numbers. The hub then carries out one step after the other, also
      after a restart.
      """,
    examples: [
      ("discogs push", "the plan: what the collection at Discogs lacks"), ("discogs push --yes", "carries it out"),
      ("discogs push --remove 52391", "the plan: one release leaves the collection"),
      ("discogs push --status", "how far it is"),
      ("discogs push --set paused", "pauses it; running continues it, stopped ends it"),
    ],
    options: [
      Option("list", .choice(DiscogsList.allCases.map(\.rawValue)), "LIST", standard: "collection", "the list"),
      Option.flag("remove", "remove instead of adding"),
      Option(
        "folder", .number(1...1_000_000_000), "N", standard: "1",
        "the folder that gets what is added: see discogs folders"),
      Option.flag("yes", "carry out the plan"), Option.flag("status", "show the progress, and plan nothing"),
      Option("set", .choice(DiscogsPushPatch.State.allCases.map(\.rawValue)), "STATE", "the new state"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    if let state = invocation.text("set").flatMap({ DiscogsPushPatch.State(rawValue: $0) }) {
      let known: DiscogsPushResource = try JSONCoding.decode(try hub.get(path).body)
      return try show(try set(state, known.version, hub), invocation)
    }
    if invocation.has("status") { return try show(try hub.get(path), invocation) }
    let request = try request(invocation)
    let comparison: DiscogsComparisonResource = try JSONCoding.decode(
      try hub.get("/api/v1/discogs/comparison").body)
    let answer = try hub.give(ChangeRequest(.post, path, request, version: "\"\(comparison.version)\""))
    let plan: DiscogsPushResource = try JSONCoding.decode(answer.body)
    guard plan.state == .planned else { return try show(answer, invocation) }
    guard invocation.has("yes") else {
      if !invocation.isJSON {
        _ = try ListReport.show(
          try hub.list(path + "/items", [], limit: 100_000), invocation, giving: 3, none: "There is nothing to write.",
          row)
      }
      throw Failure(.needsChoice, sentence(plan), advice: "To confirm: --yes")
    }
    return try show(try set(.running, plan.version, hub), invocation)
  }

  /// `deadwax discogs steps`: lists the steps of the push.
  static let discogsSteps = Verb(
    "discogs steps", summary: "list what is or was written at Discogs",
    details: "Needs the role staff. Data provided by Discogs.",
    examples: [("discogs steps --result failed", "what Discogs has refused, with the reason")],
    options: [
      Option("result", .choice(DiscogsStepState.allCases.map(\.rawValue)), "STATE", "only steps in this state"),
      Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of steps"),
    ]
  ) { invocation in
    let list = try HubClient(invocation).list(
      path + "/items", invocation.text("result").map { [("result", $0)] } ?? [], limit: invocation.number("limit"))
    return try ListReport.show(list, invocation, giving: 3, none: "There are no steps.", row)
  }

  /// `deadwax discogs folders`: lists the folders of the collection at Discogs.
  static let discogsFolders = Verb(
    "discogs folders", summary: "list the folders of your collection at Discogs",
    details: """
      Needs the role staff. The list comes from Discogs. "deadwax discogs push --folder 9510072" adds to a folder. Data
      provided by Discogs.
      """,
    examples: [("discogs folders", "their numbers and names")]
  ) { invocation in
    let answer = try HubClient(invocation).get("/api/v1/discogs/folders")
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let folders: DiscogsFolderList = try JSONCoding.decode(answer.body)
    for folder in folders.items {
      StandardOutput.line("\(folder.number)  \(printable(folder.name)) (\(folder.count) items)")
    }
    return .done
  }

  /// Adds the row of a step.
  private static func row(_ step: DiscogsStepResource, _ table: inout Table) {
    table.add(
      String(step.number), step.state.rawValue, step.instance.map { "instance \($0)" } ?? "",
      step.artist.isEmpty ? step.title : "\(step.artist) – \(step.title)", step.problem ?? "")
  }

  private static func request(_ invocation: Invocation) throws -> DiscogsPushRequest {
    let numbers = try discogsNumbers(invocation)
    let list = invocation.text("list").flatMap { DiscogsList(rawValue: $0) } ?? .collection
    let isRemoval = invocation.has("remove")
    guard !isRemoval || !numbers.isEmpty else {
      throw Failure(.usage, "A removal needs the numbers of the releases.", advice: "See: deadwax discogs push --help")
    }
    return DiscogsPushRequest(
      list: list, act: isRemoval ? .remove : .add, numbers: numbers.isEmpty ? nil : numbers,
      folder: list == .collection && !isRemoval ? Int64(invocation.number("folder")) : nil)
  }

  private static func set(
    _ state: DiscogsPushPatch.State, _ version: Int, _ hub: HubClient
  ) throws -> HTTPClientResponse {
    try hub.give(ChangeRequest(.patch, path, DiscogsPushPatch(state: state), version: "\"\(version)\""))
  }

  private static func sentence(_ plan: DiscogsPushResource) -> String {
    let verb = plan.act == .remove ? "removed from" : "added to"
    let list = plan.list == .wishlist ? "wantlist" : "collection"
    return "\(plan.total) items would be \(verb) the \(list) of \(plan.user ?? "") at Discogs."
  }

  private static func show(_ answer: HTTPClientResponse, _ invocation: Invocation) throws -> ExitCode {
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let push: DiscogsPushResource = try JSONCoding.decode(answer.body)
    let ended = push.done + push.already + push.failed
    StandardOutput.line("\(push.state.rawValue): \(ended) of \(push.total) steps have ended")
    if push.already > 0 { StandardOutput.line("not needed: \(push.already)") }
    if push.failed > 0 { StandardOutput.line("failed: \(push.failed); see deadwax discogs steps --result failed") }
    if let seconds = push.secondsLeft { StandardOutput.line("left: about \((seconds + 59) / 60) min") }
    if push.remaining > 0 { StandardOutput.line("\(push.remaining) more need another plan") }
    if let problem = push.problem { StandardOutput.line("problem: \(problem)") }
    return .done
  }
}
