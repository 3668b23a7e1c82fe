package import Readers

/// A reader with its status, as the API reports it.
package struct ReaderView: Sendable {
  package var status: ReaderStatus
  /// The number of things in front of the reader.
  package var present: Int

  package init(status: ReaderStatus, present: Int) {
    self.status = status
    self.present = present
  }
}
