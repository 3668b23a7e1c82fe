/// A request while it comes in.
struct Incoming {
  enum Stage {
    /// The request line is there.
    case target
    /// The header is there and was accepted.
    case body
    /// The handler was called.
    case handled
    /// A response was queued.
    case queued
  }

  var stage = Stage.target
  var target: [UInt8] = []
  private(set) var targetEnd: UnsafePointer<CChar>?
  var fields = HeaderFields()
  var request: Accepted?

  /// What the header is answered with instead, once the request is over.
  var refusal: HTTPResponse?
  var body: [UInt8] = []

  /// Bytes of the body so far, kept or not.
  var count = 0

  init() {}

  /// - Parameter target: as the library keeps it, until the header is whole.
  init(target: UnsafeBufferPointer<CChar>) {
    self.target = target.withMemoryRebound(to: UInt8.self) { Array($0) }
    targetEnd = target.baseAddress.map { $0 + target.count }
  }

  /// What the header said, once it was found good.
  struct Accepted {
    let method: Method
    let target: RequestTarget
    let route: Route
    let parameters: PathParameters
    let isForwarded: Bool
  }

  /// Keeps a part of the body while it is within the limit of its route; beyond it only counts.
  mutating func keep(_ part: UnsafeRawBufferPointer) {
    count += part.count
    guard let limit = request?.route.bodyLimit else { return }
    if count <= limit {
      body.append(contentsOf: part)
    } else {
      body = []
    }
  }

  var isTooLarge: Bool { count > request?.route.bodyLimit ?? 0 }
}
