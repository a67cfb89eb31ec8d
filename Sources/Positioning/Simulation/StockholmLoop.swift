extension SimulatedRoute {
  /// A drive of six and a half kilometres around central Stockholm, with lights, bridges and one
  /// tunnel.
  ///
  /// South from the central station over Centralbron, through the Söderleden tunnel under the
  /// island of Södermalm, back along Götgatan and the quays, and over Strömbron. Waypoints are
  /// placed by hand and joined by straight lines: they are near the real streets, but not surveyed.
  public static let stockholmLoop = stockholm()

  private static func stockholm() -> SimulatedRoute {
    func waypoint(
      _ latitude: Double, _ longitude: Double, _ altitude: Double, kmh: Double = 40,
      stop: Int = 0, tunnel: Bool = false
    ) -> Waypoint {
      Waypoint(
        Coordinate(latitude: latitude, longitude: longitude), altitude: altitude,
        speedLimit: kmh / 3.6, stop: .seconds(stop), startsTunnel: tunnel)
    }
    let waypoints = [
      waypoint(59.3308, 18.0587, 7, stop: 20),  // Vasagatan, at the central station
      waypoint(59.3290, 18.0618, 5, kmh: 50, stop: 15),  // Tegelbacken
      waypoint(59.3250, 18.0640, 4, kmh: 70),  // Centralbron
      waypoint(59.3205, 18.0690, 6, kmh: 60, tunnel: true),  // Söderleden, northern portal
      waypoint(59.3140, 18.0722, 9, kmh: 60, tunnel: true),  // under Medborgarplatsen
      waypoint(59.3096, 18.0752, 14, kmh: 50),  // Söderleden, southern portal
      waypoint(59.3078, 18.0790, 17, kmh: 30),  // Skanstull
      waypoint(59.3086, 18.0762, 20, stop: 25),  // Götgatan
      waypoint(59.3144, 18.0736, 25, stop: 10),  // Medborgarplatsen
      waypoint(59.3190, 18.0722, 12, kmh: 30),  // Slussen
      waypoint(59.3220, 18.0750, 4),  // Skeppsbron, south
      waypoint(59.3262, 18.0738, 4, stop: 12),  // Skeppsbron, north
      waypoint(59.3292, 18.0727, 5),  // Strömbron
      waypoint(59.3330, 18.0722, 9, stop: 18),  // Hamngatan
      waypoint(59.3325, 18.0648, 12, kmh: 30, stop: 15),  // Sergels torg
      waypoint(59.3313, 18.0601, 9, kmh: 30),  // Klarabergsgatan
      waypoint(59.3316, 18.0577, 8, kmh: 30),  // back into Vasagatan
    ]
    guard let route = SimulatedRoute(waypoints: waypoints, isLoop: true) else {
      preconditionFailure("The built-in route cannot be driven.")
    }
    return route
  }
}
