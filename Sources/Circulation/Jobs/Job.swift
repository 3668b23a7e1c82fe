/// A piece of work that is done again and again by itself.
package struct Job: Sendable {
  /// As metrics and the table of jobs name it.
  package let name: String
  /// Between two beginnings.
  package let pause: Duration
  let run: @Sendable () throws -> Int

  /// - Parameters:
  ///   - name: small letters and hyphens; never changed once released.
  ///   - pause: between two beginnings.
  ///   - run: does all that is to be done now, and returns how much that was; may block.
  package init(_ name: String, every pause: Duration, run: @escaping @Sendable () throws -> Int) {
    self.name = name
    self.pause = pause
    self.run = run
  }
}
