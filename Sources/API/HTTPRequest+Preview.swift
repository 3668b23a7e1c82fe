internal import Catalogue
internal import Execution
internal import HTTPServer
internal import Wire

extension HTTPRequest {
  /// Returns the position of the last line of the page before, from `cursor`; nil for the first page.
  ///
  /// - Throws: `CatalogueError.badCursor`.
  func linePosition() throws(CatalogueError) -> Int? {
    guard let text = query("cursor") else { return nil }
    guard let position = Int(text) else { throw .badCursor }
    return position
  }

  /// Returns the order to carry out a preview.
  ///
  /// - Throws: a `Problem` for a wrong body, or `StaffError.badValue` for a text that is no plan.
  func previewOrder() throws -> PreviewOrder {
    let order: PreviewOrder = try decode()
    guard order.plan.unicodeScalars.count == 64 else {
      throw StaffError.badValue(field: "plan", sentence: "It must be the plan of a preview, of 64 characters.")
    }
    return order
  }
}

extension HTTPResponse {
  /// Returns a page of the lines of a preview.
  ///
  /// - Parameters:
  ///   - found: the lines of the page, the number of all lines, and whether more follow.
  ///   - request: the request for the page.
  ///   - position: the position of a line, which the cursor of the next page names.
  ///   - resource: a line as the wire has it.
  /// - Returns: the page, with the total on the first one.
  /// - Throws: `CatalogueError.badCursor`.
  static func preview<Line: Sendable, Resource: Codable & Sendable>(
    _ found: (lines: [Line], total: Int, hasMore: Bool), for request: HTTPRequest, at position: (Line) -> Int,
    _ resource: (Line) -> Resource
  ) throws -> HTTPResponse {
    let isFirst = try request.linePosition() == nil
    let page = Catalogue.Page(
      items: found.lines, next: found.hasMore ? found.lines.last.map { "\(position($0))" } : nil,
      total: isFirst ? found.total : nil)
    return .page(page, for: request, resource)
  }
}
