/// The reason the devices of this machine cannot be listed or watched. The description is one sentence.
package enum DevicesError: Error, Equatable, CustomStringConvertible {
  /// A call of libudev or of the kernel failed.
  case failed(call: String, code: Int32, reason: String)

  package var description: String {
    switch self {
    case .failed(let call, let code, let reason):
      "Cannot list the devices of this machine: \(call) failed: \(reason) (\(code))."
    }
  }
}
