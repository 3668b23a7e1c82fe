internal import Foundation

/// The command-line program: a client of the hub, with some commands that need no hub.
@main
struct Main {
  static let version = "0.1.0"

  static func main() {
    let environment = ProcessInfo.processInfo.environment
    exit(run(Array(CommandLine.arguments.dropFirst()), environment: environment).rawValue)
  }

  static func run(_ words: [String], environment: [String: String]) -> ExitCode {
    do {
      switch try ParsedCommandLine(words, verbs: Verb.all) {
      case .help(let text):
        StandardOutput.line(text)
        return .done
      case .version:
        StandardOutput.line("deadwax \(version)")
        return .done
      case .verb(let verb, let given):
        return try verb.run(Invocation(given: given, environment: environment))
      }
    } catch let failure as Failure {
      StandardError.line("deadwax: \(failure.sentence)")
      if let advice = failure.advice { StandardError.line(advice) }
      return failure.code
    } catch {
      StandardError.line("deadwax: \(error)")
      return .refused
    }
  }
}
