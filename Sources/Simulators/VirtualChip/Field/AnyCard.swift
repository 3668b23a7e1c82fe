/// A card of any kind.
package typealias AnyCard = any VirtualCard
