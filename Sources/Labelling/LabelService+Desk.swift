package import Deadwax
internal import Labels
internal import Log

extension LabelService {
  /// Has a label made that a desk asked for, and printed where there is a printer. Returns at once.
  ///
  /// - Parameters:
  ///   - copy: whose label.
  ///   - layout: on which paper; nil takes the first that has one label a sheet.
  package func makeAtDesk(_ copy: Copy.ID, on layout: String?) {
    guard let layout = layout ?? layouts.first(where: { $0.perSheet == 1 })?.id ?? layouts.first?.id else { return }
    let isTaken = perform { [self] in
      make(LabelOrder(subjects: .copies([copy.text]), layout: layout)) { [self] result in
        switch result {
        case .failure(let error): logger.error("a label that a desk asked for was not made: \(error)")
        case .success(let job):
          do {
            _ = try print(job.id)
          } catch let fault as LabelFault where fault.kind == .noPrinter {
            // It waits on the page of labels.
          } catch {
            logger.error("a label that a desk asked for was not printed: \(error)")
          }
        }
      }
    }
    if !isTaken { logger.error("a label that a desk asked for was not made: too many wait") }
  }
}
