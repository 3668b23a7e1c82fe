internal import CommandLineArguments
internal import Configuration
internal import Foundation
internal import Hub
internal import Log
internal import Threads

/// The hub program. It starts, prints the address of its page, and runs until it receives a stop request.
@main
struct Main {
  static func main() {
    let arguments = program.parseOrExit().arguments
    do {
      let words = try Configuration(
        HubKeys.table, arguments: arguments, environment: ProcessInfo.processInfo.environment,
        standardFile: "/etc/deadwax/deadwax.conf")
      let logger = Logger.standardError(part: "hub", threshold: threshold(words.text("log")))
      for name in words.unknownVariables {
        logger.warning("the environment variable \(name) is unknown to this program")
      }
      let stop = StopRequest()
      var configuration = try HubKeys.hubConfiguration(words)
      if let name = words.text("restore") {
        say(try Hub.restore(name, configuration, logger: logger))
        return
      }
      while try run(&configuration, stop, logger) {}
    } catch let error as ConfigurationError {
      fail("\(error)", code: error.exitCode)
    } catch {
      fail("\(error)", code: 1)
    }
  }

  /// Runs a hub until it is to stop.
  ///
  /// - Parameters:
  ///   - configuration: the operator's configuration; changed to that of the next hub, on the same port.
  ///   - stop: the request to stop.
  ///   - logger: the logger for the operator.
  /// - Returns: true if another one is to start, because a backup is to be restored.
  /// - Throws: an error of a part, with a sentence that says how to solve it.
  private static func run(
    _ configuration: inout HubConfiguration, _ stop: StopRequest, _ logger: Logger
  ) throws -> Bool {
    let hub = try Hub(configuration: configuration, logger: logger)
    let isRestarting = Locked(false)
    hub.whenRestartIsNeeded {
      isRestarting.withLock { $0 = true }
      stop.request()
    }
    say("Deadwax \(Hub.version). The Desk page is at \(hub.address)")
    for address in hub.otherAddresses { say("It also listens on \(address)") }
    if let link = hub.setupLink { say("To set it up, open this link once: \(link)") }
    stop.wait()
    let restarts = isRestarting.withLock { $0 }
    logger.info(restarts ? "restarting, to restore a backup" : "stopping")
    hub.stop()
    configuration.port = hub.port
    configuration.wantsNewAdministrator = false
    configuration.acceptsLoss = false
    return restarts
  }

  private static let program = ProgramDefinition(
    "deadwaxd", version: Hub.version,
    commands: [
      CommandDefinition(
        "", summary: "run the hub until it receives a stop request",
        details: """

          Each name is also a key in /etc/deadwax/deadwax.conf (or in the file given with --config), and an environment
          variable in capitals with the prefix DEADWAX_. The environment overrides the file, and options override both.
          """,
        notes: HubKeys.table.groupHelp, options: HubKeys.table.options)
    ])

  private static func threshold(_ name: String?) -> Logger.Level {
    switch name {
    case "error": .error
    case "warning": .warning
    case "debug": .debug
    default: .info
    }
  }

  /// Writes a line without buffering, for any kind of standard output.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private static func fail(_ sentence: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data("deadwaxd: \(sentence)\n".utf8))
    exit(code)
  }
}
