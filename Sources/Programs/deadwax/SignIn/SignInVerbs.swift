internal import CommandLineArguments
internal import Glibc
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands to sign in and out.
  static let signIn = [login, logout]

  /// `deadwax login`: signs a person in.
  private static let login = Verb(
    "login", operands: [.one("NAME")], summary: "sign in with the name of your account",
    details: """
      Reads the passphrase from the terminal without displaying it, or from standard input. Stores the token of the
      sign-in in a file that only you can read. The other commands use it for this hub, unless --token-file is given.
      """,
    examples: [("login ada", "signs in as ada")]
  ) { invocation in
    let address = try HubAddress.chosen(by: invocation)
    guard let file = SignInFile(of: address, environment: invocation.environment) else {
      throw Failure(.configuration, "There is no folder for the sign-in: neither XDG_STATE_HOME nor HOME is set.")
    }
    guard let passphrase = readSecret("Passphrase: "), !passphrase.isEmpty else {
      throw Failure(.usage, "A passphrase is required.")
    }
    // A sign-in that has ended would be refused before the name is checked.
    let hub = try HubClient(invocation, isAnonymous: true)
    let answer = try hub.post(
      "/api/v1/sign-in",
      SignInRequest {
        $0.name = invocation.operand
        $0.passphrase = passphrase
        $0.returnsToken = true
      })
    let result: SignInResult = try JSONCoding.decode(answer.body)
    guard let token = result.token else { throw Failure(.unavailable, "The hub sent no token.") }
    try file.store(token)
    StandardOutput.line(
      invocation.isJSON
        ? JSONCoding.line(JSONCoding.encode(SignInResult(role: result.role, name: result.name)))
        : "Signed in as \(printable(result.name ?? invocation.operand)) (\(result.role.rawValue)).")
    return .done
  }

  /// `deadwax logout`: ends the sign-in.
  private static let logout = Verb(
    "logout", summary: "sign out", details: "Ends the sign-in of `deadwax login`, and removes its file.",
    examples: [("logout", "signs out")]
  ) { invocation in
    let address = try HubAddress.chosen(by: invocation)
    guard let file = SignInFile(of: address, environment: invocation.environment), try file.token() != nil else {
      throw Failure(.notFound, "You are not signed in.")
    }
    let hub = try HubClient(invocation)
    // The file goes first: without it no one can use the token, even if the hub does not answer.
    _ = file.remove()
    _ = try hub.change(.delete, "/api/v1/sign-in")
    StandardOutput.line("Signed out.")
    return .done
  }

  /// Reads a line from standard input. A terminal does not display it.
  static func readSecret(_ prompt: String) -> String? {
    var settings = termios()
    guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else { return readLine() }
    var silent = settings
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) }
    StandardError.line(prompt)
    return readLine()
  }
}
