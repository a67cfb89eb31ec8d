/// How much the geometry of the satellites in use magnifies ranging errors.
///
/// The roots of the diagonal of (GᵀG)⁻¹, where G has a row (east, north, up, 1) for each
/// satellite's direction; the fourth unknown is the receiver's clock. Offsets between systems are
/// taken as known.
struct DilutionOfPrecision: Hashable, Sendable {
  /// Along the east axis.
  let east: Double
  /// Along the north axis.
  let north: Double
  /// Vertical (VDOP).
  let vertical: Double
  /// Clock (TDOP).
  let time: Double

  /// Horizontal (HDOP), √(east² + north²).
  var horizontal: Double { (east * east + north * north).squareRoot() }
  /// Position (PDOP), √(horizontal² + vertical²).
  var position: Double {
    (east * east + north * north + vertical * vertical).squareRoot()
  }

  /// Computes the dilutions for unit vectors (east, north, up) toward the satellites in use.
  ///
  /// With three satellites the height is taken as known as well as one satellite's range would give
  /// it, the usual two-dimensional fix. Nil with fewer, or when they lie so that no fix follows.
  init?(directions: [SIMD3<Double>]) {
    guard directions.count >= 3 else { return nil }
    var normal = NormalMatrix()
    for direction in directions { normal.add(SIMD4(direction, 1)) }
    if directions.count == 3 { normal.add(SIMD4(0, 0, 1, 0)) }
    guard let variances = normal.inverseDiagonal, variances.min() > 0 else { return nil }
    east = variances.x.squareRoot()
    north = variances.y.squareRoot()
    vertical = variances.z.squareRoot()
    time = variances.w.squareRoot()
  }
}

/// A symmetric matrix of four rows that grows by outer products.
struct NormalMatrix {
  private(set) var rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  /// A multiple of the identity matrix; zero by default.
  init(diagonal: Double = 0) {
    rows = (
      SIMD4(diagonal, 0, 0, 0), SIMD4(0, diagonal, 0, 0), SIMD4(0, 0, diagonal, 0),
      SIMD4(0, 0, 0, diagonal)
    )
  }

  /// Adds `factor` times v vᵀ.
  mutating func add(_ v: SIMD4<Double>, factor: Double = 1) {
    let scaled = v * factor
    rows.0 += scaled.x * v
    rows.1 += scaled.y * v
    rows.2 += scaled.z * v
    rows.3 += scaled.w * v
  }

  /// The matrix times a vector.
  func times(_ v: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(
      innerProduct(rows.0, v), innerProduct(rows.1, v), innerProduct(rows.2, v),
      innerProduct(rows.3, v))
  }

  /// The diagonal of the inverse, or nil when the matrix is singular or nearly so.
  ///
  /// Each element is the reciprocal of a pivot: eliminating the other three rows leaves 1 /
  /// (A⁻¹)ᵢᵢ.
  var inverseDiagonal: SIMD4<Double>? {
    var result = SIMD4<Double>()
    for index in 0..<4 {
      guard let pivot = pivot(ofRow: index), pivot > 1e-6 else { return nil }
      result[index] = 1 / pivot
    }
    return result
  }

  /// Returns the rest of a diagonal element after the other rows are eliminated.
  private func pivot(ofRow last: Int) -> Double? {
    var work = [rows.0, rows.1, rows.2, rows.3]
    for step in 0..<4 where step != last {
      guard work[step][step] > 1e-9 else { return nil }
      for row in 0..<4 where row != step {
        work[row] -= work[step] * (work[row][step] / work[step][step])
      }
    }
    return work[last][last]
  }
}
