/// Reactive, its Foundation parts and Dispatch under Combine's name, for sources that `import
/// Combine` or test `#if canImport(Combine)` on systems without Apple's. It declares nothing
/// itself, and is absent if the system has a module of this name.
@_exported import Dispatch
@_exported import Reactive
@_exported import ReactiveFoundation

// The trait URLSession of this package; on unless a dependent package disables it.
#if URLSession
  @_exported import ReactiveNetworking
#endif
