/// The result of the first look at an inverse problem.
enum GeodesicStart {
  /// The line is so short that the sphere alone has answered.
  case solved(GeodesicProblem.Solution)
  /// An azimuth for Newton's method to start from.
  case guess(SineCosine)
}

extension GeodesicProblem {
  /// A first azimuth: from the sphere, or near the antipode from the astroid, section 5.
  func startingAzimuth() -> GeodesicStart {
    let (beta1, beta2) = (first.beta, last.beta)
    let apart = beta1.difference(to: beta2)
    let together = beta2.sin * beta1.cos + beta2.cos * beta1.sin
    let isShort = apart.cos >= 0 && apart.sin < 0.5 && beta2.cos * longitude < 0.5

    var omega = longitudeTurn
    var meanScale = 1.0
    if isShort {
      // On a sphere as curved as the ellipsoid at the mean latitude, eq. 48.
      let sum = (beta1.sin + beta2.sin) * (beta1.sin + beta2.sin)
      let mean = sum / (sum + (beta1.cos + beta2.cos) * (beta1.cos + beta2.cos))
      meanScale = (1 + WGS84.secondEccentricitySquared * mean).squareRoot()
      let angle = longitude / ((1 - WGS84.flattening) * meanScale)
      omega = SineCosine(sin: radiansSine(angle), cos: radiansCosine(angle))
    }

    // Each form of cos α₁ avoids cancellation on its own half of the sphere.
    var azimuth = SineCosine(
      sin: beta2.cos * omega.sin,
      cos: omega.cos >= 0
        ? apart.sin + beta2.cos * beta1.sin * omega.sin * omega.sin / (1 + omega.cos)
        : together - beta2.cos * beta1.sin * omega.sin * omega.sin / (1 - omega.cos))
    let arc = SineCosine(
      sin: hypotenuse(azimuth.sin, azimuth.cos),
      cos: beta1.sin * beta2.sin + beta1.cos * beta2.cos * omega.cos)

    if isShort && arc.sin < GeodesicTolerance.shortArc {
      let versine =
        omega.cos >= 0 ? omega.sin * omega.sin / (1 + omega.cos) : 1 - omega.cos
      let arrival = SineCosine(
        sin: beta1.cos * omega.sin, cos: apart.sin - beta1.cos * beta2.sin * versine)
      // Coincident points have no direction to normalise.
      guard arc.sin > 0 else {
        let north = SineCosine(sin: 0, cos: 1)
        return .solved((0, north, north))
      }
      return .solved((arc.radians * meanScale, azimuth.normalized, arrival.normalized))
    }

    let farFromAntipode = 6 * WGS84.thirdFlattening * .pi * beta1.cos * beta1.cos
    if arc.cos < 0 && arc.sin < farFromAntipode {
      azimuth = nearAntipode(together: together)
    }
    guard azimuth.sin > 0 else { return .guess(SineCosine(sin: 1, cos: 0)) }
    return .guess(azimuth.normalized)
  }

  /// The azimuth for points nearly opposite each other.
  ///
  /// The envelope of geodesics around the antipode is an astroid there; in coordinates scaled to it
  /// (eqs. 51–53) the azimuth follows from a root of a quartic.
  private func nearAntipode(together: Double) -> SineCosine {
    let (beta1, beta2) = (first.beta, last.beta)
    let series = GeodesicSeries(cosineOfEquatorAzimuth: -beta1.sin)
    let longitudeScale = WGS84.flattening * beta1.cos * series.a3 * .pi
    let x = -supplement / longitudeScale
    let y = together / (longitudeScale * beta1.cos)
    if y > -GeodesicTolerance.cut, x > -1 - 1000 * GeodesicTolerance.halfDigits {
      let sine = min(1, -x)
      return SineCosine(sin: sine, cos: -(1 - sine * sine).squareRoot())
    }
    let k = astroidRoot(x: x, y: y)
    let omega = longitudeScale * -x * k / (1 + k)
    let (sine, cosine) = (radiansSine(omega), -radiansCosine(omega))
    return SineCosine(
      sin: beta2.cos * sine,
      cos: together - beta2.cos * beta1.sin * sine * sine / (1 - cosine))
  }
}

/// The positive root of k⁴ + 2k³ - (x² + y² - 1) k² - 2y² k - y² = 0, eq. 55, by Ferrari's method.
func astroidRoot(x: Double, y: Double) -> Double {
  let (p, q) = (x * x, y * y)
  let r = (p + q - 1) / 6
  // On the cut inside the astroid the only root is zero.
  guard q != 0 || r > 0 else { return 0 }
  let s = p * q / 4
  let r3 = r * r * r
  let discriminant = s * (s + 2 * r3)
  var u = r
  if discriminant >= 0 {
    let root = discriminant.squareRoot()
    let sum = s + r3
    // The sign is chosen against cancellation.
    let t = cubeRoot(sum < 0 ? sum - root : sum + root)
    u += t + (t != 0 ? r * r / t : 0)
  } else {
    let angle = arcTangent((-discriminant).squareRoot(), -(s + r3))
    u += 2 * r * radiansCosine(angle / 3)
  }
  let v = (u * u + q).squareRoot()
  let uv = u < 0 ? q / (v - u) : u + v
  let w = (uv - q) / (2 * v)
  return uv / ((uv + w * w).squareRoot() + w)
}
