import Testing

@testable import Positioning

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The simulator's randomness")
struct RandomnessTests {
  @Test("xoshiro256** gives the published sequence")
  func xoshiro() {
    var generator = Xoshiro256(state: (1, 2, 3, 4))
    let expected: [UInt64] = [
      11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360,
      607_988_272_756_665_600, 16_172_922_978_634_559_625, 8_476_171_486_693_032_832,
    ]
    let found = expected.map { _ in generator.next() }
    #expect(found == expected)
  }

  @Test("SplitMix64 gives the published sequence")
  func splitMix() {
    var generator = SplitMix64(state: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    let found = expected.map { _ in generator.next() }
    #expect(found == expected)
  }

  @Test("normal numbers have the normal distribution's first four moments")
  func normalMoments() {
    var stream = NoiseStream(seed: 42, source: .whiteEast)
    let count = 100_000.0
    var sums = SIMD4<Double>()
    for _ in 0..<Int(count) {
      let x = stream.normal()
      sums += SIMD4(x, x * x, x * x * x, x * x * x * x)
    }
    let moments = sums / count
    #expect(abs(moments.x) < 0.015)
    #expect(abs(moments.y - 1) < 0.02)
    #expect(abs(moments.z) < 0.05)
    #expect(abs(moments.w - 3) < 0.12)
  }

  @Test("exponential numbers have their mean")
  func exponentialMean() {
    var stream = NoiseStream(seed: 1, source: .outages)
    let sum = (0..<50_000).reduce(0.0) { total, _ in total + stream.exponential(mean: 30) }
    #expect(abs(sum / 50_000 - 30) < 0.6)
  }

  @Test("streams of different sources and seeds are uncorrelated")
  func independence() {
    func draw(_ seed: UInt64, _ source: NoiseSource) -> [Double] {
      var stream = NoiseStream(seed: seed, source: source)
      return (0..<20_000).map { _ in stream.normal() }
    }
    let base = draw(5, .whiteEast)
    for other in [draw(5, .whiteNorth), draw(5, .multipathEast), draw(6, .whiteEast)] {
      let correlation = zip(base, other).reduce(0.0) { $0 + $1.0 * $1.1 } / 20_000
      #expect(abs(correlation) < 0.03)
    }
  }

  @Test(
    "the correlated error has sd 1 and e⁻¹ of its correlation after τ, at any step",
    arguments: [0.1, 0.2, 1.0])
  func ornsteinUhlenbeck(step: Double) {
    let timeConstant = 10.0
    let lag = Int(timeConstant / step)
    var (sum, square, product, pairs, count) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for seed in UInt64(1)...16 {
      var process = OrnsteinUhlenbeck(
        timeConstant: timeConstant, stream: NoiseStream(seed: seed, source: .multipathEast))
      var values: [Double] = []
      for _ in 0..<(100 * lag) {
        process.advance(by: step)
        values.append(process.value)
      }
      sum += values.reduce(0, +)
      square += values.reduce(0) { $0 + $1 * $1 }
      count += Double(values.count)
      for index in values.indices.dropFirst(lag) {
        product += values[index] * values[index - lag]
        pairs += 1
      }
    }
    #expect(abs(sum / count) < 0.1)
    #expect(abs((square / count).squareRoot() - 1) < 0.1)
    #expect((0.30...0.44).contains(product / pairs / (square / count)))
  }

  @Test("without a time constant the error is white")
  func noTimeConstant() {
    var process = OrnsteinUhlenbeck(
      timeConstant: 0, stream: NoiseStream(seed: 1, source: .multipathEast))
    var product = 0.0
    for _ in 0..<10_000 {
      let last = process.value
      process.advance(by: 1)
      product += last * process.value
    }
    #expect(abs(product / 10_000) < 0.05)
  }
}

@Suite("Mathematics without the platform")
struct PortableMathTests {
  @Test("sine and cosine agree with the platform's to 2e-16 near zero")
  func sineCosineNearZero() {
    for degrees in stride(from: -45.0, through: 45, by: 0.0371) {
      let found = PortableMath.sineCosine(degrees: degrees)
      #expect(abs(found.sin - sin(degrees * .pi / 180)) < 2e-16)
      #expect(abs(found.cos - cos(degrees * .pi / 180)) < 2e-16)
    }
  }

  @Test("sine and cosine agree with the platform's over several turns")
  func sineCosine() {
    for degrees in stride(from: -725.0, through: 725, by: 0.37) {
      let found = PortableMath.sineCosine(degrees: degrees)
      let radians = degrees.remainder(dividingBy: 360) * .pi / 180
      #expect(abs(found.sin - sin(radians)) < 1e-15)
      #expect(abs(found.cos - cos(radians)) < 1e-15)
    }
    #expect(PortableMath.sineCosine(degrees: .infinity).sin.isNaN)
    #expect(PortableMath.sineCosine(degrees: .nan).cos.isNaN)
  }

  @Test("the angle of a vector agrees with the platform's")
  func angle() {
    for degrees in stride(from: -180.0, through: 180, by: 0.61) {
      let (y, x) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
      let expected = atan2(y, x) * 180 / .pi
      #expect(abs(PortableMath.degrees(y: y, x: x) - expected) < 1e-13)
    }
    #expect(PortableMath.degrees(y: 0, x: 0) == 0)
    #expect(PortableMath.degrees(y: 0, x: -1) == 180)
  }

  @Test("exponential and logarithm agree with the platform's to 4e-16 of themselves")
  func exponentialAndLogarithm() {
    for x in stride(from: -690.0, through: 690, by: 1.37) {
      let expected = exp(x)
      #expect(abs(PortableMath.exponential(x) - expected) <= 4e-16 * expected)
      #expect(abs(PortableMath.logarithm(expected) - log(expected)) <= 4e-16 * max(1, abs(x)))
    }
    #expect(PortableMath.exponential(-1000) == 0)
    #expect(PortableMath.exponential(1000) == .infinity)
    #expect(PortableMath.exponential(.nan).isNaN)
    #expect(PortableMath.exponential(0) == 1)
    #expect(PortableMath.logarithm(1) == 0)
  }
}
