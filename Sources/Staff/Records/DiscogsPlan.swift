internal import Deadwax
internal import Storage

/// The rules that turn the comparison into the steps of a push.
struct DiscogsPlan: Sendable {
  /// The rows of the comparison, in the order of their numbers.
  let rows: [DiscogsRow]
  /// The items of the lists at Discogs.
  let items: [DiscogsItem]
  /// The instances that copies in the library are.
  let kept: Set<Int64>

  /// Returns the steps that an order needs, in the order of the numbers of the releases.
  ///
  /// A step adds one instance, or removes one that is named. Those that no copy is go first, the newest before the
  /// oldest. So the list has as many as the library afterwards, and never fewer.
  ///
  /// - Parameters:
  ///   - order: the order for the plan.
  ///   - push: the number of the plan.
  /// - Returns: the steps; empty if there is nothing to do.
  func steps(_ order: DiscogsPushes.Order, push: Int) -> [DiscogsStep] {
    let chosen = rows.filter { $0.list == order.list && order.numbers?.contains($0.number) ?? true }
    let parts =
      switch order.act {
      case .add: chosen.flatMap { additions(of: $0, order) }
      case .remove: removals(of: chosen, order.list)
      }
    return parts.enumerated().map { index, part in
      DiscogsStep(
        push: push, position: index + 1, number: part.row.number, title: part.row.title, artist: part.row.artist,
        instance: part.instance, folder: part.folder)
    }
  }

  private typealias Part = (row: DiscogsRow, instance: Int64?, folder: Int64?)

  private func additions(of row: DiscogsRow, _ order: DiscogsPushes.Order) -> [Part] {
    Array(
      repeating: (row, nil, order.list == .collection ? order.folder : nil), count: max(0, row.here - row.there))
  }

  /// The rank of an instance: the first one goes first.
  private func rank(_ item: DiscogsItem) -> (Int, Int64) { (kept.contains(item.instance) ? 1 : 0, -item.instance) }

  private func removals(of rows: [DiscogsRow], _ list: DiscogsList) -> [Part] {
    guard list == .collection else { return rows.filter { $0.there > $0.here }.map { ($0, nil, nil) } }
    let instances = Dictionary(grouping: items.filter { $0.list == .collection }, by: \.number)
    return rows.flatMap { row in
      (instances[row.number] ?? [])
        .sorted { rank($0) < rank($1) }
        .prefix(max(0, row.there - row.here)).map { (row, $0.instance, $0.folder) }
    }
  }
}
