/// The inverse problem in its one canonical orientation.
///
/// Invariant: `first` lies in the south or on the equator, `last` no farther from the equator, and
/// the difference of longitude is 0…180 degrees. All lengths are in units of the polar radius.
struct GeodesicProblem {
  typealias Solution = (length: Double, first: SineCosine, last: SineCosine)

  let first: ReducedLatitude
  let last: ReducedLatitude
  /// λ₁₂ as radians and as sine and cosine.
  let longitude: Double
  let longitudeTurn: SineCosine
  /// π - λ₁₂, radians.
  let supplement: Double

  /// Sets the problem; `residue` is what rounding took from the difference, in degrees.
  init(farLatitude: Double, nearLatitude: Double, longitudeDifference: Double, residue: Double) {
    var first = ReducedLatitude(latitude: farLatitude)
    var last = ReducedLatitude(latitude: nearLatitude)
    // Latitudes that agree to the last bit must agree as reduced latitudes, or a vanishing azimuth
    // difference would be divided by noise.
    if first.beta.cos < -first.beta.sin {
      if last.beta.cos == first.beta.cos {
        last.beta.sin = last.beta.sin < 0 ? first.beta.sin : -first.beta.sin
      }
    } else if abs(last.beta.sin) == -first.beta.sin {
      last.beta.cos = first.beta.cos
    }
    first = ReducedLatitude(beta: first.beta)
    last = ReducedLatitude(beta: last.beta)
    self.first = first
    self.last = last
    let supplement = (180 - longitudeDifference) - residue
    self.supplement = supplement * .pi / 180
    longitude = (longitudeDifference + residue) * .pi / 180
    if longitudeDifference > 90 {
      let turn = SineCosine(degrees: supplement)
      longitudeTurn = SineCosine(sin: turn.sin, cos: -turn.cos)
    } else {
      longitudeTurn = SineCosine(degrees: longitudeDifference, residue: residue)
    }
  }

  /// Finds the length and both azimuths of the shortest path.
  func solve() -> Solution {
    if let meridian = alongMeridian() { return meridian }
    if first.beta.sin == 0, supplement >= .pi * WGS84.flattening { return alongEquator() }
    switch startingAzimuth() {
    case .solved(let solution): return solution
    case .guess(let azimuth): return refined(from: azimuth)
    }
  }

  /// The path along a meridian, when both points share one and it is the shortest path.
  ///
  /// Nearly opposite points on one meridian may be nearer by a path around the pole's side: the
  /// meridian is then past its conjugate point.
  private func alongMeridian() -> Solution? {
    guard longitudeTurn.sin == 0 || first.beta.cos == GeodesicTolerance.tiny else { return nil }
    let azimuth = longitudeTurn
    let arc = GeodesicArc(
      from: SineCosine(sin: first.beta.sin, cos: azimuth.cos * first.beta.cos),
      to: last.beta)
    let series = GeodesicSeries(cosineOfEquatorAzimuth: 1)
    let reduced = arc.reducedLength(series, startScale: first.scale, endScale: last.scale)
    guard arc.length < GeodesicTolerance.halfDigits || reduced >= 0 else { return nil }
    let length = arc.length < 3 * GeodesicTolerance.tiny ? 0 : arc.distance(series)
    return (length, azimuth, SineCosine(sin: 0, cos: 1))
  }

  /// The path along the equator, which is the shortest up to (1 - f) π of longitude.
  private func alongEquator() -> Solution {
    let east = SineCosine(sin: 1, cos: 0)
    return (longitude * WGS84.equatorialRadius / WGS84.polarRadius, east, east)
  }

  /// Newton's method on the azimuth α₁ until its geodesic arrives at the right longitude.
  ///
  /// Every step narrows a bracket as well; where Newton leaves it or its slope is wrong, the
  /// bracket is halved instead, so that the search always ends.
  private func refined(from guess: SineCosine) -> Solution {
    var azimuth = guess
    var low = SineCosine(sin: GeodesicTolerance.tiny, cos: 1)
    var high = SineCosine(sin: GeodesicTolerance.tiny, cos: -1)
    var trial = shoot(azimuth)
    var nearlyThere = false
    for step in 0..<Self.lastStep {
      let error = trial.longitudeError
      if !(abs(error) >= (nearlyThere ? 8 : 1) * GeodesicTolerance.rounding) { break }
      let cotangent = azimuth.cos / azimuth.sin
      if error > 0, step > Self.lastNewtonStep || cotangent > high.cos / high.sin {
        high = azimuth
      } else if error < 0, step > Self.lastNewtonStep || cotangent < low.cos / low.sin {
        low = azimuth
      }
      if step < Self.lastNewtonStep, let turned = newtonStep(azimuth, trial) {
        azimuth = turned
        nearlyThere = abs(error) <= 16 * GeodesicTolerance.rounding
        trial = shoot(azimuth)
        continue
      }
      azimuth =
        SineCosine(
          sin: (low.sin + high.sin) / 2, cos: (low.cos + high.cos) / 2
        ).normalized
      nearlyThere = false
      trial = shoot(azimuth)
      let room = GeodesicTolerance.rounding
      if abs(low.sin - azimuth.sin) + (low.cos - azimuth.cos) < room
        || abs(azimuth.sin - high.sin) + (azimuth.cos - high.cos) < room
      {
        break
      }
    }
    return (trial.arc.distance(trial.series), azimuth, trial.azimuth)
  }

  private func newtonStep(_ azimuth: SineCosine, _ trial: Shot) -> SineCosine? {
    let slope = longitudeSlope(trial)
    guard slope > 0 else { return nil }
    let change = -trial.longitudeError / slope
    guard abs(change) < .pi else { return nil }
    let turn = SineCosine(sin: radiansSine(change), cos: radiansCosine(change))
    let turned = SineCosine(
      sin: azimuth.sin * turn.cos + azimuth.cos * turn.sin,
      cos: azimuth.cos * turn.cos - azimuth.sin * turn.sin)
    return turned.sin > 0 ? turned.normalized : nil
  }

  private static let lastNewtonStep = 20
  private static let lastStep = lastNewtonStep + Double.significandBitCount + 11
}

extension GeodesicProblem {
  /// A geodesic sent off with some azimuth as far as the end's latitude.
  private struct Shot {
    /// Azimuth on arrival.
    let azimuth: SineCosine
    let arc: GeodesicArc
    let series: GeodesicSeries
    /// The longitude reached minus the one wanted, radians.
    let longitudeError: Double
  }

  /// Follows the geodesic with azimuth α₁ to the end's latitude, section 4 of Karney's paper.
  private func shoot(_ departure: SineCosine) -> Shot {
    let (beta1, beta2) = (first.beta, last.beta)
    var azimuth = departure
    if beta1.sin == 0, azimuth.cos == 0 { azimuth.cos = -GeodesicTolerance.tiny }
    let equator = SineCosine(
      sin: azimuth.sin * beta1.cos, cos: hypotenuse(azimuth.cos, azimuth.sin * beta1.sin))
    let node1 = azimuth.cos * beta1.cos

    let sameParallel = beta2.cos == beta1.cos
    let arrival: SineCosine
    if sameParallel && abs(beta2.sin) == -beta1.sin {
      arrival = SineCosine(sin: azimuth.sin, cos: abs(azimuth.cos))
    } else {
      // cos²β₂ - cos²β₁ by whichever factors do not cancel.
      let widening =
        beta1.cos < -beta1.sin
        ? (beta2.cos - beta1.cos) * (beta1.cos + beta2.cos)
        : (beta1.sin - beta2.sin) * (beta1.sin + beta2.sin)
      arrival = SineCosine(
        sin: sameParallel ? azimuth.sin : equator.sin / beta2.cos,
        cos: (node1 * node1 + widening).squareRoot() / beta2.cos)
    }
    let node2 = arrival.cos * beta2.cos

    let arc = GeodesicArc(
      from: SineCosine(sin: beta1.sin, cos: node1).normalized,
      to: SineCosine(sin: beta2.sin, cos: node2).normalized)
    let sphere1 = SineCosine(sin: equator.sin * beta1.sin, cos: node1).normalized
    let sphere2 = SineCosine(sin: equator.sin * beta2.sin, cos: node2).normalized
    let overshoot = longitudeTurn.difference(to: sphere1.difference(to: sphere2).clippedForward)
    let series = GeodesicSeries(cosineOfEquatorAzimuth: equator.cos)
    return Shot(
      azimuth: arrival, arc: arc, series: series,
      longitudeError: overshoot.radians
        - WGS84.flattening * equator.sin * arc.longitudeShortfall(series))
  }

  /// dλ₁₂/dα₁, eq. 46.
  private func longitudeSlope(_ shot: Shot) -> Double {
    let ratio = 1 - WGS84.flattening
    guard shot.azimuth.cos != 0 else { return -2 * ratio * first.scale / first.beta.sin }
    let reduced = shot.arc.reducedLength(
      shot.series, startScale: first.scale, endScale: last.scale)
    return reduced * ratio / (shot.azimuth.cos * last.beta.cos)
  }
}
