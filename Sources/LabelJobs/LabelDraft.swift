internal import Deadwax
internal import Storage

/// A label before it has its position in a job.
struct LabelDraft {
  /// The record that has to be stored so that the code resolves when it is scanned.
  enum Binding {
    /// The code resolves already.
    case none
    case bind(Code.Key, CodeTarget)
    /// The number of a blank is recorded as printed.
    case issue(OwnCode)
  }

  /// The text of the symbol; nil on a label without one.
  var code: String?
  var heading: String
  var details: [String] = []
  var caption: String
  var binding = Binding.none
  /// The name in the order.
  var subject: String
}
