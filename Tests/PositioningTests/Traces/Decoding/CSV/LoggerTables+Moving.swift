extension LoggerTable {
  static let drones = [
    LoggerTable(
      "AirData, feet and miles",
      """
      time(millisecond),datetime(utc),latitude,longitude,height_above_takeoff(feet),\
      height_above_ground_at_drone_location(feet),ground_elevation_at_drone_location(feet),\
      altitude_above_seaLevel(feet),height_sonar(feet),speed(mph),distance(feet),mileage(feet),\
      satellites,gpslevel,voltage(v),max_altitude(feet),max_speed(mph),xSpeed(mph),\
      compass_heading(degrees),pitch(degrees),isPhoto,isVideo,message
      0,2024-02-28 23:58:20,48.1173,11.5167,10,12,600,1000,0,10,0,0,14,5,15.2,10,10,3,84.4,1,0,0,
      100,2024-02-28 23:58:21,48.1174,11.5168,20,22,600,1010,0,20,1,1,15,5,15.2,20,20,3,85,1,0,0,
      """,
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=304.8 speed=4.47 heading=84.4 sats=14",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=307.848 speed=8.941 heading=85 sats=15"),
    LoggerTable(
      "AirData, metric",
      """
      time(millisecond),datetime(utc),latitude,longitude,height_above_takeoff(meters),\
      altitude_above_seaLevel(meters),speed(m/s),satellites,isVideo
      0,2024-02-28 23:58:20,48.1173,11.5167,10,545.4,10.5,14,0
      100,2024-02-28 23:58:21,48.1174,11.5168,11,546.4,10.6,14,0
      """,
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545.4 speed=10.5 sats=14",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546.4 speed=10.6 sats=14"),
    LoggerTable(
      "FlyTrex and Litchi",
      """
      latitude,longitude,altitude(feet),ascent(feet),speed(mph),distance(feet),max_altitude(feet),\
      max_speed(mph),time(millisecond),datetime(utc),datetime(local),satellites,pressure(Pa)
      48.1173,11.5167,1000,5,10,0,1000,10,0,2024-02-28 23:58:20,2024-02-29 00:58:20,9,95000
      48.1174,11.5168,1010,6,10,1,1010,10,100,2024-02-28 23:58:21,2024-02-29 00:58:21,9,95000
      """,
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=304.8 speed=4.47 sats=9",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=307.848 speed=4.47 sats=9"),
    LoggerTable(
      "DJI flight record by TXTlogToCSVtool",
      """
      CUSTOM.updateTime,OSD.latitude,OSD.longitude,OSD.height [ft],OSD.altitude [ft],\
      OSD.hSpeed [MPH],OSD.xSpeed [MPH],OSD.yaw,OSD.gpsNum
      2024/02/28 23:58:20.417,48.1173,11.5167,20,1000,10,3,84.4,14
      2024/02/28 23:58:20.517,48.1174,11.5168,21,1010,10,3,84.5,14
      """,
      "2024-02-28T23:58:20.417Z 48.1173 11.5167 alt=304.8 speed=4.47 heading=84.4 sats=14",
      "2024-02-28T23:58:20.517Z 48.1174 11.5168 alt=307.848 speed=4.47 heading=84.5 sats=14"),
    LoggerTable(
      "DJI flight record by PhantomHelp: a height above the start is no altitude",
      """
      CUSTOM.updateTime,OSD.latitude,OSD.longitude,OSD.height,OSD.xSpeed
      2024-02-28 23:58:20.000,48.1173,11.5167,2.5,1.2
      2024-02-28 23:58:21.000,48.1174,11.5168,5.0,2.1
      """,
      "2024-02-28T23:58:20.000Z 48.1173 11.5167", "2024-02-28T23:58:21.000Z 48.1174 11.5168"),
    LoggerTable(
      "EdgeTX and OpenTX",
      """
      Date,Time,1RSS(dB),2RSS(dB),RQly(%),RSNR(dB),GPS,GSpd(kmh),Hdg(°),Alt(m),Sats,RxBt(V),FM,\
      VSpd(m/s),Rud,Ele,Thr,Ail,LSW,TxBat(V)
      2024-02-28,23:58:20.410,-50,-51,100,9,48.117300 11.516700,36.0,84.4,545,14,16.1,"ACRO",0.1,\
      0,0,-1024,0,0x0,7.9
      2024-02-28,23:58:20.610,-50,-51,100,9,48.117400 11.516800,72.0,85.4,546,14,16.1,"ACRO",0.1,\
      0,0,-1024,0,0x0,7.9
      """,
      "2024-02-28T23:58:20.410Z 48.1173 11.5167 alt=545 speed=10 course=84.4 sats=14",
      "2024-02-28T23:58:20.610Z 48.1174 11.5168 alt=546 speed=20 course=85.4 sats=14"),
    LoggerTable(
      "Betaflight and INAV blackbox_decode",
      """
      time (us), GPS_fixType, GPS_numSat, GPS_coord[0], GPS_coord[1], GPS_altitude, \
      GPS_speed (m/s), GPS_ground_course
      1000000, 2, 14, 48.1173000, 11.5167000, 545, 10.50, 84.4
      1200000, 2, 14, 48.1174000, 11.5168000, 546, 10.60, 84.5
      """,
      "+1 48.1173 11.5167 alt=545 speed=10.5 course=84.4 sats=14",
      "+1.2 48.1174 11.5168 alt=546 speed=10.6 course=84.5 sats=14"),
    LoggerTable(
      "Blackbox, ten-millionths of a degree",
      """
      time,GPS_numSat,GPS_coord[0],GPS_coord[1],GPS_altitude,GPS_speed,GPS_ground_course
      1,14,481173000,115167000,545,10,84
      2,14,481174000,115168000,546,10,85
      """,
      "+1 48.1173 11.5167 alt=545 speed=10 course=84 sats=14",
      "+2 48.1174 11.5168 alt=546 speed=10 course=85 sats=14"),
    LoggerTable(
      "ArduPilot by mavlogdump",
      """
      timestamp,TimeUS,Status,GMS,GWk,NSats,HDop,Lat,Lng,Alt,Spd,GCrs,VZ,Yaw,U
      1709164700.417,1000000,3,345518000,2303,14,0.9,48.1173,11.5167,545.4,10.5,84.4,0.1,0,1
      1709164700.617,1200000,3,345518200,2303,14,0.9,48.1174,11.5168,545.5,10.6,84.5,0.1,0,1
      """,
      "2024-02-28T23:58:20.417Z 48.1173 11.5167 alt=545.4 speed=10.5 course=84.4 heading=0 "
        + "hdop=0.9 sats=14",
      "2024-02-28T23:58:20.617Z 48.1174 11.5168 alt=545.5 speed=10.6 course=84.5 heading=0 "
        + "hdop=0.9 sats=14"),
    LoggerTable(
      "DroneDeploy, tabs, the aircraft's words",
      "Date/Time (UTC)\tElapsed Time (sec)\tAircraft Latitude (Degrees)\tAircraft Longitude "
        + "(Degrees)\tAircraft Speed (mph)\tAircraft Vel - X (mph)\tAircraft Satellites\n"
        + "2024-02-28 23:58:20\t0\t48.1173\t11.5167\t10\t3\t14\n"
        + "2024-02-28 23:58:21\t1\t48.1174\t11.5168\t20\t3\t14\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 speed=4.47 sats=14",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 speed=8.941 sats=14"),
  ]

  static let vessels = [
    LoggerTable(
      "MarineCadastre AIS",
      """
      MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName,IMO,CallSign,VesselType,Status,Length,\
      Width,Draft,Cargo,TransceiverClass
      366940480,2024-02-28T23:58:20,48.1173,-11.5167,10.0,84.4,85.0,A,IMO1,C,31,0,20,7,3,31,A
      366940481,2024-02-28T23:58:21,48.1174,-11.5168,102.3,360.0,511.0,B,IMO2,D,31,0,20,7,3,31,A
      """,
      "2024-02-28T23:58:20.000Z 48.1173 -11.5167 speed=5.144 course=84.4 heading=85",
      "2024-02-28T23:58:21.000Z 48.1174 -11.5168 new"),
    LoggerTable(
      "Danish Maritime Authority AIS: the day comes first, also where it may be a month",
      """
      # Timestamp,Type of mobile,MMSI,Latitude,Longitude,Navigational status,ROT,SOG,COG,Heading,\
      IMO,Callsign,Name,Ship type,Cargo type,Width,Length,Type of position fixing device,Draught,\
      Destination,ETA,Data source type,A,B,C,D
      01/06/2018 00:00:00,Class A,215810000,55.921028,17.320418,Constrained,0.0,10,255.5,256,\
      Unknown,,,Undefined,,,,Undefined,,,,AIS,,,,
      01/06/2018 00:00:01,Class A,215810000,91.0,0.0,Constrained,0.0,10,255.5,256,\
      Unknown,,,Undefined,,,,Undefined,,,,AIS,,,,
      01/06/2018 00:00:02,Class A,215810000,55.921029,17.320419,Constrained,0.0,,,,\
      Unknown,,,Undefined,,,,Undefined,,,,AIS,,,,
      """,
      "2018-06-01T00:00:00.000Z 55.921028 17.320418 speed=5.144 course=255.5 heading=256",
      "2018-06-01T00:00:02.000Z 55.921029 17.320419"),
    LoggerTable(
      "VesselFinder",
      """
      MMSI,TIMESTAMP,LATITUDE,LONGITUDE,COURSE,SPEED,HEADING,NAVSTAT,NAME
      215810000,2024-02-28 23:58:20 UTC,48.1173,11.5167,84.4,10,511,0,A
      215810000,2024-02-28 23:58:21 UTC,48.1174,11.5168,84.5,10,85,0,A
      """,
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 speed=10 course=84.4",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 speed=10 course=84.5 heading=85"),
    LoggerTable(
      "Spire and other tables with speed over ground",
      "timestamp,mmsi,latitude,longitude,sog,cog\n1709164700,1,48.1173,11.5167,10,84.4\n"
        + "1709164701,1,48.1174,11.5168,10,84.5\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 speed=5.144 course=84.4",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 speed=5.144 course=84.5"),
  ]

  static let aircraft = [
    LoggerTable(
      "Flightradar24",
      """
      Timestamp,UTC,Callsign,Position,Altitude,Speed,Direction
      1709164700,2024-02-28T23:58:20Z,DLH1,"48.1173,11.5167",1000,100,84
      1709164701,2024-02-28T23:58:21Z,DLH1,"48.1174,11.5168",1010,100,85
      """,
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=304.8 speed=51.444 course=84",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=307.848 speed=51.444 course=85"),
    LoggerTable(
      "OpenSky state vectors",
      """
      time,icao24,lat,lon,velocity,heading,vertrate,callsign,onground,alert,spi,squawk,\
      baroaltitude,geoaltitude,lastposupdate,lastcontact
      1709164700,39c902,48.1173,11.5167,200,84.4,0.1,DLH1,False,False,False,1000,9000,9100,\
      1709164699.5,1709164700
      1709164710,39c902,48.1174,11.5168,201,84.5,0.1,DLH1,False,False,False,1000,9001,9101,\
      1709164709.5,1709164710
      """,
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=9000 hae=9100 speed=200 course=84.4",
      "2024-02-28T23:58:30.000Z 48.1174 11.5168 alt=9001 hae=9101 speed=201 course=84.5"),
    LoggerTable(
      "ADS-B Exchange, readsb",
      """
      timestamp,hex,flight,lat,lon,alt_baro,alt_geom,gs (kt),track
      1709164700,39c902,DLH1,48.1173,11.5167,1000,1100,100,84.4
      1709164701,39c902,DLH1,48.1174,11.5168,ground,,0,
      """,
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=1000 hae=1100 speed=51.444 course=84.4",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 speed=0"),
    LoggerTable(
      "SkyVector and other flight logs",
      "Time UTC,Latitude,Longitude,Altitude (ft),Groundspeed (kts),Track\n"
        + "2024-02-28 23:58:20,48.1173,11.5167,1000,100,84\n"
        + "2024-02-28 23:58:21,48.1174,11.5168,1010,100,85\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=304.8 speed=51.444 course=84",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=307.848 speed=51.444 course=85"),
    LoggerTable(
      "ForeFlight",
      """
      Timestamp,Latitude,Longitude,Altitude,Course,Speed,Bank,Pitch,Horizontal Error,Vertical Error
      1709164700417,48.1173,11.5167,545.4,84.4,10.5,0,0,5,3
      1709164701417,48.1174,11.5168,546.4,84.5,10.6,0,0,5,3
      """,
      "2024-02-28T23:58:20.417Z 48.1173 11.5167 alt=545.4 speed=10.5 course=84.4",
      "2024-02-28T23:58:21.417Z 48.1174 11.5168 alt=546.4 speed=10.6 course=84.5"),
    LoggerTable(
      "Garmin G1000",
      """
      #airframe_info, log_version="1.00", airframe_name="Cessna"
      #yyy-mm-dd, hh:mm:ss, hh:mm, ident, degrees, degrees, ft Baro, ft msl, kt, kt
      Lcl Date, Lcl Time, UTCOfst, AtvWpt, Latitude, Longitude, AltB, AltMSL, IAS, GndSpd
      2024-02-28, 15:58:20, -08:00, KPAO, 48.1173, 11.5167, 900, 1000, 90, 100
      2024-02-28, 15:58:21, -08:00, KPAO, 48.1174, 11.5168, 900, 1010, 90, 100
      """,
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=304.8 speed=51.444",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=307.848 speed=51.444"),
  ]

  static let vehicles = [
    LoggerTable(
      "Torque, km/h in the header, a wheel's speed beside the receiver's",
      """
      GPS Time, Device Time, Longitude, Latitude,GPS Speed(km/h), Horizontal Dilution of Precision, \
      Altitude(m), Bearing, G(x), G(y),Speed (OBD)(km/h),Engine RPM(rpm)
      Wed Feb 28 23:58:20 GMT+00:00 2024,28-Feb-2024 23:58:20.417,11.5167,48.1173,36,4,545.4,84.4,\
      0.1,0.2,39,2000
      Wed Feb 28 23:58:21 GMT+00:00 2024,28-Feb-2024 23:58:21.417,11.5168,48.1174,72,4,546.4,84.5,\
      0.1,0.2,75,2000
      """,
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545.4 speed=10 course=84.4 hdop=4",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546.4 speed=20 course=84.5 hdop=4"),
    LoggerTable(
      "Torque, the receiver's time missing",
      """
      GPS Time, Device Time, Longitude, Latitude,Speed (OBD)(km/h)
      -,28-Feb-2024 23:58:20.417,11.5167,48.1173,39
      -,28-Feb-2024 23:58:21.417,11.5168,48.1174,75
      """,
      "2024-02-28T23:58:20.417Z 48.1173 11.5167 speed=10.833",
      "2024-02-28T23:58:21.417Z 48.1174 11.5168 speed=20.833"),
    LoggerTable(
      "OBD Fusion",
      """
      # StartTime = 02/28/2024 11:58:20.0000 PM
      Time (sec), Latitude (deg), Longitude (deg), Altitude (m), Vehicle speed (km/h), \
      Engine RPM (RPM), GPS Speed (km/h), Bearing (deg), Accuracy (m)
      0.0,48.1173,11.5167,545.4,39,2000,36,84.4,5
      0.5,48.1174,11.5168,546.4,39,2000,72,84.5,5
      """,
      "+0 48.1173 11.5167 alt=545.4 speed=10 course=84.4 hacc=5",
      "+0.5 48.1174 11.5168 alt=546.4 speed=20 course=84.5 hacc=5"),
    LoggerTable(
      "Car Scanner",
      """
      "time";"Latitude";"Longtitude";"Longitude";"Speed (GPS) (km/h)";"Altitude (GPS) (m)"
      "23:58:20.417";"48.1173";"";"11.5167";"36";"545.4"
      "23:58:21.417";"48.1174";"";"11.5168";"72";"546.4"
      """,
      "+86300.417 48.1173 11.5167 alt=545.4 speed=10",
      "+86301.417 48.1174 11.5168 alt=546.4 speed=20"),
    LoggerTable(
      "RaceChrono, version 3: units and sources below the names",
      """
      This file is created using RaceChrono Pro v9.1.3 ( http://racechrono.com/ ).
      Format,3
      Session title,"Jägersbro"
      Session type,Lap timing
      Created,28/02/2024,23:58

      timestamp,fragment_id,lap_number,elapsed_time,distance_traveled,accuracy,altitude,bearing,\
      device_update_rate,fix_type,latitude,longitude,satellites,speed,lateral_acc,speed
      unix time,,,s,m,m,m,deg,Hz,,deg,deg,sats,m/s,G,m/s
      ,,,,,100: gps,100: gps,100: gps,100: gps,100: gps,100: gps,100: gps,100: gps,100: gps,calc,calc
      1709164700.4,0,4,343.1,3596.0,5,545.4,84.4,6.4,3.0,48.1173,11.5167,14.0,10.5,0.9,99
      1709164700.5,0,4,343.2,3597.0,5,546.4,84.5,6.4,3.0,48.1174,11.5168,14.0,10.6,0.9,99
      """,
      "2024-02-28T23:58:20.400Z 48.1173 11.5167 alt=545.4 speed=10.5 course=84.4 hacc=5 sats=14",
      "2024-02-28T23:58:20.500Z 48.1174 11.5168 alt=546.4 speed=10.6 course=84.5 hacc=5 sats=14"),
    LoggerTable(
      "RaceChrono, version 2",
      """
      Time (s),Session fragment #,Lap #,Trap name,X-position (m),Y-position (m),Distance (m),\
      Speed (m/s),Altitude (m),Bearing (deg),Latitude (deg),Longitude (deg)
      1709164700.4,1,4,,0,0,3596,10.5,545.4,84.4,48.1173,11.5167
      1709164700.5,2,4,,0,0,3597,10.6,546.4,84.5,48.1174,11.5168
      """,
      "2024-02-28T23:58:20.400Z 48.1173 11.5167 alt=545.4 speed=10.5 course=84.4",
      "2024-02-28T23:58:20.500Z 48.1174 11.5168 alt=546.4 speed=10.6 course=84.5 new"),
    LoggerTable(
      "Harry's LapTimer",
      """
      Harry's GPS LapTimer
      INDEX,LAPINDEX,DATE,TIME,TIME_LAP,LATITUDE,LONGITUDE,SPEED_KPH,SPEED_MPH,HEIGHT_M,HEIGHT_FT,\
      HEADING_DEG,GPSDIFFERENTIAL[UNKNOWN/2D3D/DGPS/INVALID],GPSFIX[NOFIX/2D/3D/UNKNOWN],\
      SATELLITES,HDOP,ACCURACY_M,DISTANCE_KM,LATERALG
      57358,381,28-FEB-24,23:58:20.41,0.00000,48.1173,11.5167,36,22.4,545.4,1789,84.4,1,2,14,0.9,5,\
      0,0.1
      57359,381,28-FEB-24,23:58:20.51,0.10000,48.1174,11.5168,72,44.7,546.4,1793,84.5,1,2,14,0.9,5,\
      0,0.1
      """,
      "2024-02-28T23:58:20.410Z 48.1173 11.5167 alt=545.4 speed=10 course=84.4 hacc=5 hdop=0.9 "
        + "sats=14",
      "2024-02-28T23:58:20.510Z 48.1174 11.5168 alt=546.4 speed=20 course=84.5 hacc=5 hdop=0.9 "
        + "sats=14"),
    LoggerTable(
      "TrackAddict",
      """
      # RaceRender Data: TrackAddict 4.0.2 on Android
      # Start Time: 1709164700
      "Time","UTC Time","Lap","Predicted Lap Time","GPS_Update","GPS_Delay","Latitude","Longitude",\
      "Altitude (m)","Altitude (ft)","Speed (MPH)","Heading","Accuracy (m)","Accel X","Brake"
      0.000,1709164700.417,0,0,1,0.0,48.1173,11.5167,545.4,1789,10,84.4,5,0.1,0
      0.050,1709164700.467,0,0,0,0.0,48.1174,11.5168,546.4,1793,20,84.5,5,0.1,0
      """,
      "2024-02-28T23:58:20.417Z 48.1173 11.5167 alt=545.4 speed=4.47 course=84.4 hacc=5",
      "2024-02-28T23:58:20.467Z 48.1174 11.5168 alt=546.4 speed=8.941 course=84.5 hacc=5"),
    LoggerTable(
      "Racelogic VBO: minutes, west positive",
      """
      File created on 28/02/2024 at 23:58:20

      [header]
      satellites
      time

      [column names]
      sats time lat long velocity heading height
      [data]
      008 235820.417 +02887.03800 -00691.00200 036.000 084.40 +00545.40
      008 235820.517 +02887.04400 +00691.00800 072.000 084.50 +00546.40
      """,
      "+86300.417 48.1173 11.5167 alt=545.4 speed=10 course=84.4 sats=8",
      "+86300.517 48.1174 -11.5168 alt=546.4 speed=20 course=84.5 sats=8"),
    LoggerTable(
      "RaceBox",
      """
      Record,Time,Latitude,Longitude,Altitude,Speed,GForceX,GForceY,GForceZ,Lap,GyroX
      1,2024-02-28T23:58:20.400Z,48.1173,11.5167,545.4,36,0,0,1,0,0
      2,2024-02-28T23:58:20.440Z,48.1174,11.5168,546.4,36,0,0,1,0,0
      """,
      "2024-02-28T23:58:20.400Z 48.1173 11.5167 alt=545.4 speed=36",
      "2024-02-28T23:58:20.440Z 48.1174 11.5168 alt=546.4 speed=36"),
    LoggerTable(
      "AiM by RaceStudio",
      "Time,GPS_Latitude,GPS_Longitude,GPS_Speed,GPS_Heading,GPS_Altitude\n"
        + "0.00,48.1173,11.5167,10.5,84.4,545.4\n0.05,48.1174,11.5168,10.6,84.5,546.4\n",
      "+0 48.1173 11.5167 alt=545.4 speed=10.5 course=84.4",
      "+0.05 48.1174 11.5168 alt=546.4 speed=10.6 course=84.5"),
  ]
}
