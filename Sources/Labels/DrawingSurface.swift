internal import CCairo

/// A surface of cairo and the context that draws on it, freed together.
struct DrawingSurface: ~Copyable {
  let surface: OpaquePointer
  let context: OpaquePointer

  /// Takes a surface over, also where this throws. cairo gives an object even where it fails: it carries the status, and is
  /// freed as any other.
  ///
  /// - Throws: `LabelError.undrawable`.
  init(_ surface: OpaquePointer?) throws(LabelError) {
    let context = cairo_create(surface)
    let status = cairo_status(context)
    guard let surface, let context, status == CAIRO_STATUS_SUCCESS else {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
      throw .undrawable(call: "cairo_create", reason: String(cString: cairo_status_to_string(status)))
    }
    self.surface = surface
    self.context = context
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }
}
