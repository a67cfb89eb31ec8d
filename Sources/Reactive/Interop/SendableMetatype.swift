#if compiler(<6.2)
  /// The marker protocol of Swift 6.2 for types whose conformances any thread may use. Older
  /// compilers do not have it, and do not check conformances.
  public typealias SendableMetatype = Any
#endif
