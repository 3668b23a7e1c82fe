/// The reason that a file is no form of a report.
struct PlayReportFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
