package import Deadwax
package import ReaderProtocol
package struct ReaderStatus: Sendable, Hashable {
  package var name: String
  package var kind: ReaderMessage.Kind
  package var device: String
  package var station: String
  package var state: ReaderState
  package var since: Timestamp
  package var restarts: Int
  package var linesSkipped: Int
}
