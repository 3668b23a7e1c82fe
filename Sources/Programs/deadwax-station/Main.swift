internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import HubClient

/// The station program: the readers of this machine, for a hub on another one.
@main
struct Main {
  private static let program = ProgramDefinition(
    "deadwax-station", version: ProgramVersion.current, commands: [StationCommand.definition],
    commonOptions: Option.everywhere, details: ExitCode.help)

  static func main() {
    let arguments = program.parseOrExit().arguments
    do throws(Failure) {
      let invocation = Invocation(arguments: arguments, environment: ProcessInfo.processInfo.environment)
      exit(try StationRun(invocation).run().rawValue)
    } catch {
      error.print(by: program.name)
      exit(error.code.rawValue)
    }
  }
}
