internal import Catalogue
internal import Circulation
internal import Deadwax
package import HTTPServer
internal import Labelling
internal import Log
internal import Storage

extension Surface {
  /// What an error of the layers below means to a client. Whatever is not meant for clients becomes `internal`, and is
  /// told to the log alone.
  static func problem(_ error: any Error, _ logger: Logger) -> Problem {
    switch error {
    case let problem as Problem: return problem
    case CatalogueError.badCursor: return Problem(.badRequest, "'cursor' is not one that a page gave.")
    case ScanError.idReused:
      return Problem(.idReused, "There is a scan with this id already, and it is of another code.")
    case let fault as LabelFault:
      let reasons = fault.skipped.prefix(50).map { Problem.Reason("skipped", "\($0.subject): \($0.reason)") }
      return Problem(Problem.Code(rawValue: fault.kind.rawValue) ?? .internal, fault.description, reasons: reasons)
    case let error as StorageError:
      logger.error("\(error)")
      switch error.code {
      case .busy: return Problem(.notReady, "Too many changes are waiting.")
      case .full: return Problem(.notReady, "The disk is full: nothing can be recorded until there is room.")
      case .readOnly, .inputOutput, .corrupt:
        return Problem(.notReady, "The database cannot be written: see the log of the hub.")
      default: return Problem(.internal, "The log of the hub tells more.")
      }
    default:
      logger.error("\(error)")
      return Problem(.internal, "The log of the hub tells more.")
    }
  }

  /// How the server's own refusals look.
  package static func response(to problem: HTTPProblem) -> HTTPResponse {
    Problem(Problem.Code(rawValue: problem.code) ?? .internal, problem.detail).response
  }
}
