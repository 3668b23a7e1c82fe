package import Deadwax

/// Labels that were requested together, with their proof and their printing.
package struct LabelJobResource: Codable, Sendable {
  package var id: LabelJob.ID
  package var layout: String
  package var symbol: LabelJob.Form
  package var dpi: Int
  /// The first free label of the first sheet.
  package var start: Int
  package var copiesOfEach: Int
  package var state: LabelJob.State
  package var sheets: Int
  package var labels: Int
  /// The number of labels that are ready.
  package var done: Int
  package var skipped: [LabelJob.Skipped]
  package var proof: LabelJob.Proof
  package var missingGlyphs: Int
  package var problem: String?
  package var detail: String?
  package var createdAt: RFC3339Time
  /// The station that ordered it; omitted for an order of no station.
  package var station: Station.Name?
  /// The person or program that ordered it; omitted for the station's own. For staff only.
  package var by: String?
  package var printState: LabelJob.PrintState?
  package var printedAt: RFC3339Time?
  package var printOutput: String?
  package var printCode: Int?

  /// - Parameters:
  ///   - job: the job.
  ///   - isStaff: true to include who ordered it.
  package init(_ job: LabelJob, isStaff: Bool) {
    id = job.id
    layout = job.layout
    symbol = job.form
    dpi = job.resolution
    start = job.start
    copiesOfEach = job.copiesOfEach
    state = job.state
    sheets = job.sheets
    labels = job.labels
    done = job.done * job.copiesOfEach
    skipped = job.skipped
    proof = job.proof
    missingGlyphs = job.missingGlyphs
    problem = job.problem
    detail = job.detail
    createdAt = RFC3339Time(job.createdAt)
    station = job.station
    by = isStaff ? job.by : nil
    printState = job.printState
    printedAt = RFC3339Time(job.printedAt)
    printOutput = job.printOutput
    printCode = job.printCode
  }
}
