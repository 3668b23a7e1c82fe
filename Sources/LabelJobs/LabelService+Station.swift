package import Deadwax
internal import LabelDrawing
internal import Log

extension LabelService {
  /// Makes a label that a station requested, and prints it if there is a printer. Returns at once.
  ///
  /// - Parameters:
  ///   - copy: the copy to label.
  ///   - layout: the id of the layout; nil uses the first one with one label per sheet.
  ///   - station: the station.
  ///   - by: the person or program that acted there; nil for the station itself.
  package func makeAtStation(_ copy: Copy.ID, on layout: String?, at station: Station.Name, by: String?) {
    guard let layout = layout ?? layouts.first(where: { $0.perSheet == 1 })?.id ?? layouts.first?.id else { return }
    let isTaken = perform { [self] in
      make(LabelOrder(subjects: .copies([copy.text]), layout: layout), at: station, by: by) { [self] result in
        switch result {
        case .failure(let error): logger.error("could not create a label that a station requested: \(error)")
        case .success(let job):
          do {
            _ = try print(job.id)
          } catch let fault as LabelFault where fault.kind == .noPrinter {
            // The label waits on the Labels page.
          } catch {
            logger.error("could not print a label that a station requested: \(error)")
          }
        }
      }
    }
    if !isTaken { logger.error("could not create a label that a station requested: too many jobs are waiting") }
  }
}
