/// Reactive, its Foundation parts and Dispatch under Combine's name, for sources that say `import
/// Combine`, or test `#if canImport(Combine)`, on systems without Apple's. It declares nothing of
/// its own, and is not declared if the system has a module of this name.
@_exported import Dispatch
@_exported import Reactive
@_exported import ReactiveFoundation

// The trait URLSession of this package, on unless a package that depends on it says otherwise.
#if URLSession
  @_exported import ReactiveNetworking
#endif
