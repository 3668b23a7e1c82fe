internal import Glibc

/// A device file of Video4Linux with all its names, before anybody has opened it.
package struct VideoNode: Sendable, Hashable {
  /// As the kernel numbers it, as `/dev/video0`; another one after each plugging in.
  package let path: String
  /// The links to it that stay the same, below `/dev/v4l/by-id` and `/dev/v4l/by-path`.
  package let links: [String]
  /// As `046d:082d`; nil when it is on no USB, or nobody knows.
  package let usbID: String?

  package init(path: String, links: [String] = [], usbID: String? = nil) {
    self.path = path
    self.links = links.sorted()
    self.usbID = usbID
  }

  /// The name to write into a configuration.
  ///
  /// By its maker and serial number; by its port where that name means more than one: cameras of one model without
  /// serial numbers share a link, which then leads to whichever was plugged in last.
  ///
  /// - Parameter all: every node of the machine.
  /// - Returns: its own path where it has no lasting name.
  package func stableName(among all: [VideoNode]) -> String {
    let byID = links.first { $0.contains("/by-id/") }
    let byPath = links.first { $0.contains("/by-path/") }
    // A twin has the same ids, and lost the link to this one, or will take it when it is plugged in anew.
    let hasTwin =
      usbID != nil
      && all.contains { twin in
        twin.path != path && twin.usbID == usbID && twin.links.contains { $0.contains("/by-path/") }
          && Self.port(of: twin) != Self.port(of: self)
          && (!twin.links.contains { $0.contains("/by-id/") } || twin.links.contains { $0 == byID })
      }
    if let byID, !hasTwin { return byID }
    return byPath ?? byID ?? path
  }

  /// The USB port, as by-path names it: a camera's nodes share it, and differ in what follows `-video-index`.
  private static func port(of node: VideoNode) -> Substring? {
    guard let name = node.links.first(where: { $0.contains("/by-path/") }) else { return nil }
    return name.firstRange(of: "-video-index").map { name[..<$0.lowerBound] } ?? name[...]
  }

  /// The name of the first node of the camera that a node belongs to, which carries its pictures.
  ///
  /// - Parameter all: every node of the machine.
  /// - Returns: nil when there is no other, or nobody knows.
  package func firstSibling(among all: [VideoNode]) -> String? {
    guard let port = Self.port(of: self) else { return nil }
    let siblings = all.filter { $0.path != path && Self.port(of: $0) == port }
    return siblings.map { $0.stableName(among: all) }.filter { $0.hasSuffix("-video-index0") }.min()
  }

  /// The same from a lasting name alone, where such a link is there.
  static func firstSibling(ofLink link: String) -> String? {
    guard let index = link.firstRange(of: "-video-index") else { return nil }
    let first = link[..<index.upperBound] + "0"
    return first != link && resolved(String(first)) != nil ? String(first) : nil
  }

  /// The nodes below a folder, with the links udev has made there.
  ///
  /// - Parameter folder: as `/dev`.
  /// - Returns: in order of their numbers.
  package static func all(in folder: String) -> [VideoNode] {
    var links: [String: [String]] = [:]
    for place in ["by-id", "by-path"] {
      for name in entries(of: "\(folder)/v4l/\(place)") {
        let link = "\(folder)/v4l/\(place)/\(name)"
        if let node = resolved(link) { links[node, default: []].append(link) }
      }
    }
    let numbers = entries(of: folder).compactMap { name -> Int? in
      guard name.hasPrefix("video"), let number = UInt16(name.dropFirst(5)), name == "video\(number)" else {
        return nil
      }
      return Int(number)
    }
    return numbers.sorted().map { number in
      let path = "\(folder)/video\(number)"
      return VideoNode(path: path, links: links[resolved(path) ?? path] ?? [])
    }
  }

  /// In the order in which a camera is chosen from them: lasting names first, by name; then the rest by number.
  package static func inOrder(_ nodes: [VideoNode]) -> [(node: VideoNode, name: String)] {
    let named = nodes.enumerated().map {
      (offset: $0.offset, node: $0.element, name: $0.element.stableName(among: nodes))
    }
    return named.sorted { left, right in
      let (a, b) = (left.name != left.node.path, right.name != right.node.path)
      if a != b { return a }
      return a && left.name != right.name ? left.name < right.name : left.offset < right.offset
    }.map { ($0.node, $0.name) }
  }
}
