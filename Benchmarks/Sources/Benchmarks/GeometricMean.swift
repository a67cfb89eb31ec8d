#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The mean that suits ratios: twice as fast and half as fast make one.
func geometricMean(_ ratios: [Double]) -> Double {
  exp(ratios.reduce(0) { $0 + log($1) } / Double(ratios.count))
}
