/// The table of routes. Words take precedence over names. The table is checked when it is created.
package struct Router: Sendable {
  enum Match {
    case route(Route, PathParameters)
    /// The path exists, with these methods.
    case otherMethods([Method])
    case nothing
  }

  private struct Entry {
    let route: Route
    let names: [String]
  }

  private struct Node {
    var words: [String: Int] = [:]
    var name: Int?
    var entries: [Entry] = []
  }

  private var nodes = [Node()]

  /// - Parameter routes: the routes in any order. An invalid or duplicate pattern is a bug and traps.
  package init(_ routes: [Route]) {
    for route in routes { add(route) }
  }

  /// Finds the route of a request.
  ///
  /// - Parameters:
  ///   - method: the request method; HEAD finds the GET route.
  ///   - segments: the decoded path.
  /// - Returns: the route, or the reason why there is none.
  func match(_ method: Method, _ segments: [String]) -> Match {
    var values: [String] = []
    guard let found = find(segments[...], from: 0, &values) else { return .nothing }
    let entries = nodes[found].entries
    let wanted = method == .head ? .get : method
    guard let entry = entries.first(where: { $0.route.method == wanted }) else {
      var methods = entries.map(\.route.method)
      if methods.contains(.get) { methods.append(.head) }
      methods.append(.options)
      return .otherMethods(methods)
    }
    return .route(entry.route, PathParameters(names: entry.names, values: values))
  }

  private func find(_ segments: ArraySlice<String>, from node: Int, _ values: inout [String]) -> Int? {
    guard let segment = segments.first else { return nodes[node].entries.isEmpty ? nil : node }
    if let next = nodes[node].words[segment], let found = find(segments.dropFirst(), from: next, &values) {
      return found
    }
    guard let next = nodes[node].name, !segment.isEmpty else { return nil }
    values.append(segment)
    if let found = find(segments.dropFirst(), from: next, &values) { return found }
    values.removeLast()
    return nil
  }

  private mutating func add(_ route: Route) {
    let pattern = route.pattern
    precondition(pattern.hasPrefix("/"), "The pattern \(pattern) does not begin with a slash.")
    precondition(route.method != .head, "\(pattern): HEAD is answered by the GET route.")
    precondition(route.bodyLimit >= 0, "\(pattern): the limit of the body is negative.")
    var names: [String] = []
    var node = 0
    let segments = pattern == "/" ? [] : pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for segment in segments {
      precondition(!segment.isEmpty, "The pattern \(pattern) has an empty segment.")
      if segment.first == "{", segment.last == "}" {
        let name = String(segment.dropFirst().dropLast())
        precondition(!name.isEmpty, "The pattern \(pattern) has braces without a name.")
        precondition(!names.contains(name), "The pattern \(pattern) has {\(name)} twice.")
        names.append(name)
        node = nodes[node].name ?? grow { $0.nodes[node].name = $1 }
      } else {
        precondition(!segment.contains { $0 == "{" || $0 == "}" }, "The pattern \(pattern) has a stray brace.")
        let word = String(segment)
        node = nodes[node].words[word] ?? grow { $0.nodes[node].words[word] = $1 }
      }
    }
    precondition(
      !nodes[node].entries.contains { $0.route.method == route.method },
      "\(route.method.rawValue) \(pattern) is twice in the table of routes.")
    nodes[node].entries.append(Entry(route: route, names: names))
  }

  private mutating func grow(_ link: (inout Router, Int) -> Void) -> Int {
    nodes.append(Node())
    let new = nodes.count - 1
    link(&self, new)
    return new
  }
}
