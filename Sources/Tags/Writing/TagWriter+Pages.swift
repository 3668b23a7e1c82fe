internal import NDEF

/// The writing of pages in the order of a plan, with each step read back before the next.
extension TagWriter {
  /// Carries out a plan.
  mutating func put(_ plan: Type2Plan) throws(Stop) {
    guard !plan.isEmpty else { return }
    for write in plan.closing { try self.write(write) }
    // This must come before any other change, because a worn page may still show the old length.
    if !plan.closing.isEmpty { try verify(plan.closing) }
    for write in plan.data { try self.write(write) }
    try verify(plan.closedImage, from: plan.firstPage)
    guard let opening = plan.opening else { return }
    try write(opening)
    do throws(Stop) {
      try verify([opening])
    } catch .end(let end) {
      // The contents of a worn header page are no valid message, so it is closed again as far as possible.
      let start = (opening.page - plan.firstPage) * 4
      _ = try? link.write(opening.page, Array(plan.closedImage[start..<start + 4]))
      throw .end(end)
    }
  }

  private mutating func write(_ write: Type2Plan.Write) throws(Stop) {
    progress.hasBegun = true
    switch try reader({ link throws(TagDeviceError) in try link.write(write.page, write.bytes) }) {
    case .value: return
    case .refused: throw .end(End(.verifyFailed, "The tag refuses to write page \(write.page)."))
    case .mute, .gone: throw .gone
    }
  }

  /// Reads back pages that were written separately. For each page the last write counts.
  private mutating func verify(_ writes: [Type2Plan.Write]) throws(Stop) {
    let last = Dictionary(writes.map { ($0.page, $0.bytes) }) { $1 }
    for (page, bytes) in last.sorted(by: { $0.key < $1.key }) { try verify(bytes, from: page) }
  }

  /// Reads pages back, and writes those that differ again, up to three times. Every write was acknowledged, so a page
  /// that still differs is worn. A tag that does not answer is not worn.
  private mutating func verify(_ image: [UInt8], from page: Int) throws(Stop) {
    for attempt in 0...Self.rewrites {
      let last = page + image.count / 4 - 1
      let found: [UInt8]
      switch try reader({ link throws(TagDeviceError) in try link.pages(page...last) }) {
      case .value(let bytes): found = bytes
      case .refused, .mute, .gone: throw .gone
      }
      let wrong = stride(from: 0, to: image.count, by: 4).filter { found[$0..<$0 + 4] != image[$0..<$0 + 4] }
      if wrong.isEmpty { return }
      guard attempt < Self.rewrites else {
        let pages = wrong.map { "\(page + $0 / 4)" }.joined(separator: ", ")
        throw .end(End(.verifyFailed, "The tag is worn out: page \(pages) no longer keeps its data."))
      }
      for offset in wrong {
        try write(Type2Plan.Write(page: page + offset / 4, bytes: Array(image[offset..<offset + 4])))
      }
    }
  }

  /// The number of times a page that does not retain its bytes is written again.
  private static let rewrites = 3
}
