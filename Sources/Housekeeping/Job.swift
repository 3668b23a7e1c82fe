/// A piece of work that runs repeatedly in the background.
package struct Job: Sendable {
  /// The name in metrics and in the table of jobs.
  package let name: String
  /// The time between the starts of two runs.
  package let pause: Duration
  package let care: Care
  let run: @Sendable () throws -> Int

  /// The precondition for a job to run by itself.
  package enum Care: Hashable, Sendable {
    /// The job finishes an order of a person: the hub has to have run for the settling time.
    case ordered
    /// The clock decides about irreversible work: the hub has to have run for the settling time, and the clock has to
    /// be trusted.
    case byClock
  }

  /// - Parameters:
  ///   - name: the name in lower-case letters and hyphens; never changed once released.
  ///   - pause: the time between the starts of two runs.
  ///   - care: the precondition.
  ///   - run: does all work that is due, and returns its amount; may block.
  package init(_ name: String, every pause: Duration, care: Care, run: @escaping @Sendable () throws -> Int) {
    self.name = name
    self.pause = pause
    self.care = care
    self.run = run
  }
}
