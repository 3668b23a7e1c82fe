import TestSupport

/// What a command printed and how it ended.
struct ProgramRun {
  let code: Int32
  let output: [String]
  let errors: [String]

  /// Runs `deadwax` to its end.
  ///
  /// - Parameters:
  ///   - words: the command line.
  ///   - input: what stands on its standard input.
  ///   - environment: variables.
  /// - Throws: `TestFailure` when it does not end.
  init(_ words: [String], input: String = "", environment: [String: String] = [:]) async throws {
    let child = try ChildProgram("deadwax", words, environment: environment)
    try child.write(input)
    child.closeInput()
    guard case .code(let code) = try await child.exit() else { throw TestFailure(child.transcript) }
    self.code = code
    output = child.lines()
    errors = child.lines(on: .error)
  }
}
