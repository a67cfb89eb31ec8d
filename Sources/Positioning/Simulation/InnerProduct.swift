/// The inner product of two vectors, added up from first to last.
///
/// The standard library leaves the order in which `sum()` adds open; the last bit depends on it.
@inline(__always)
func innerProduct(_ left: SIMD3<Double>, _ right: SIMD3<Double>) -> Double {
  left.x * right.x + left.y * right.y + left.z * right.z
}

/// The inner product of two vectors, added up from first to last.
@inline(__always)
func innerProduct(_ left: SIMD4<Double>, _ right: SIMD4<Double>) -> Double {
  left.x * right.x + left.y * right.y + left.z * right.z + left.w * right.w
}
