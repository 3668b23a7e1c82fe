internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import HubClient

/// The command-line program: a client of the hub, with some commands that need no hub.
@main
struct Main {
  static let version = ProgramVersion.current

  static let program = ProgramDefinition(
    "deadwax", version: version, commands: Verb.all.map(\.definition), commonOptions: Option.everywhere,
    details: ExitCode.help)

  static func main() {
    let environment = ProcessInfo.processInfo.environment
    exit(run(Array(CommandLine.arguments.dropFirst()), environment: environment).rawValue)
  }

  static func run(_ words: [String], environment: [String: String]) -> ExitCode {
    do {
      switch try program.parse(words) {
      case .help(let text), .version(let text):
        StandardOutput.line(text)
        return .done
      case .command(let command, let arguments):
        guard let verb = Verb.all.first(where: { $0.definition.name == command.name }) else {
          preconditionFailure("the command \(command.name) has no code")
        }
        return try verb.run(Invocation(arguments: arguments, environment: environment))
      }
    } catch let error as UsageError {
      error.print(by: program.name)
      return .usage
    } catch let failure as Failure {
      failure.print(by: program.name)
      return failure.code
    } catch {
      StandardError.line("deadwax: \(error)")
      return .refused
    }
  }
}
