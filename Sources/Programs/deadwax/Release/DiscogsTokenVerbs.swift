internal import CommandLineArguments
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for the token of Discogs, in the order of the help.
  static let discogsToken = [discogsTokenShow]

  private static let path = "/api/v1/discogs/token"

  /// `deadwax discogs token`: shows whose the token is, stores another one, or removes it.
  static let discogsTokenShow = Verb(
    "discogs token", summary: "show whose token for Discogs the hub has, or store another one",
    details: """
      Needs the role admin. --set reads the token from the terminal without displaying it, or from standard input. The
      hub asks Discogs whose it is, and keeps it in a file that only the hub reads. It is never shown again. A token
      that the hub was started with takes precedence.
      """,
    examples: [
      ("discogs token", "the user at Discogs"), ("discogs token --set", "stores another token"),
      ("discogs token --remove", "removes the stored token"),
    ], options: [Option.flag("set", "store another token"), Option.flag("remove", "remove the stored token")]
  ) { invocation in
    let hub = try HubClient(invocation)
    if invocation.has("remove") {
      _ = try hub.give(ChangeRequest(.delete, path))
      StandardOutput.line("the token was removed")
      return .done
    }
    var answer: HTTPClientResponse
    if invocation.has("set") {
      guard let token = readSecret("Token: "), !token.isEmpty else {
        throw Failure(.usage, "There is no token.", advice: "See: deadwax discogs token --help")
      }
      answer = try hub.give(ChangeRequest(.put, path, DiscogsTokenRequest(token: token)))
    } else {
      answer = try hub.get(path)
    }
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let token: DiscogsTokenResource = try JSONCoding.decode(answer.body)
    StandardOutput.line(token.isSet ? "set (\(token.source.rawValue))" : "not set")
    if let user = token.user { StandardOutput.line("user: \(user)") }
    if let problem = token.problem { StandardOutput.line("problem: \(problem)") }
    return .done
  }
}
