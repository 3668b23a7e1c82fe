internal import Glibc

/// A Video4Linux device file with all its names, not yet opened.
package struct VideoNode: Sendable, Hashable {
  /// The kernel's name, such as `/dev/video0`. It may change each time the camera is plugged in.
  package let path: String
  /// The persistent links to it, below `/dev/v4l/by-id` and `/dev/v4l/by-path`.
  package let links: [String]
  /// The USB id, such as `046d:082d`; nil if it is not on USB or the id is unknown.
  package let usbID: String?

  package init(path: String, links: [String] = [], usbID: String? = nil) {
    self.path = path
    self.links = links.sorted()
    self.usbID = usbID
  }

  /// Returns the name to write into a configuration.
  ///
  /// The name is by maker and serial number, or by port where the former is ambiguous. Cameras of one model without
  /// serial numbers share a link, which then leads to the one that was plugged in last.
  ///
  /// - Parameter all: every node of the machine.
  /// - Returns: a persistent link; its own path if it has none.
  package func stableName(among all: [VideoNode]) -> String {
    let byID = links.first { $0.contains("/by-id/") }
    let byPath = links.first { $0.contains("/by-path/") }
    // A twin has the same ids. It lost the link to this node, or takes it over when it is plugged in again.
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

  /// Returns the USB port in the by-path name. A camera's nodes share it and differ in the part after `-video-index`.
  private static func port(of node: VideoNode) -> Substring? {
    guard let name = node.links.first(where: { $0.contains("/by-path/") }) else { return nil }
    return name.firstRange(of: "-video-index").map { name[..<$0.lowerBound] } ?? name[...]
  }

  /// Returns the name of the first node of the same camera, which carries its pictures.
  ///
  /// - Parameter all: every node of the machine.
  /// - Returns: nil if there is no other node, or the port is unknown.
  package func firstSibling(among all: [VideoNode]) -> String? {
    guard let port = Self.port(of: self) else { return nil }
    let siblings = all.filter { $0.path != path && Self.port(of: $0) == port }
    return siblings.map { $0.stableName(among: all) }.filter { $0.hasSuffix("-video-index0") }.min()
  }

  /// Returns the first node from a persistent name alone, if such a link exists.
  static func firstSibling(ofLink link: String) -> String? {
    guard let index = link.firstRange(of: "-video-index") else { return nil }
    let first = link[..<index.upperBound] + "0"
    return first != link && resolved(String(first)) != nil ? String(first) : nil
  }

  /// Returns the nodes below a folder, with the links that udev created there.
  ///
  /// - Parameter folder: a folder such as `/dev`.
  /// - Returns: the nodes in order of their numbers.
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

  /// Returns the nodes in the order of preference: persistent names first, by name; then the rest by number.
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
