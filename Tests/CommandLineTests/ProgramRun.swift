import TestSupport

/// The output and the exit status of a command.
struct ProgramRun {
  let code: Int32
  let output: [String]
  let errors: [String]

  /// Runs `deadwax` to its end.
  ///
  /// - Parameters:
  ///   - words: the command line.
  ///   - input: the content of its standard input.
  ///   - environment: environment variables.
  /// - Throws: `TestFailure` if it does not end.
  init(_ words: [String], input: String = "", environment: [String: String] = [:]) async throws {
    // Times are displayed in the zone of the machine.
    let zone = ["TZ": "UTC"]
    let child = try ChildProgram("deadwax", words, environment: zone.merging(environment) { $1 })
    try child.write(input)
    child.closeInput()
    guard case .code(let code) = try await child.exit() else { throw TestFailure(child.transcript) }
    self.code = code
    output = child.lines()
    errors = child.lines(on: .error)
  }
}
