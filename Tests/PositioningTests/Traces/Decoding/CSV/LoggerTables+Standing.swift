extension LoggerTable {
  static let research = [
    LoggerTable(
      "GeoLife .plt: six lines without names, feet",
      """
      Geolife trajectory
      WGS 84
      Altitude is in Feet
      Reserved 3
      0,2,255,My Track,0,0,2,8421376
      0
      39.984702,116.318417,0,492,39744.1201851852,2008-10-23,02:53:04
      39.984683,116.31845,0,-777,39744.1202546296,2008-10-23,02:53:10
      """,
      "2008-10-23T02:53:04.000Z 39.984702 116.318417 alt=149.962",
      "2008-10-23T02:53:10.000Z 39.984683 116.31845"),
    LoggerTable(
      "OziExplorer .plt: a mark begins a section",
      """
      OziExplorer Track Point File Version 2.1
      WGS 84
      Altitude is in Feet
      Reserved 3
      0,2,255,track,0,0,2,8421376
      2
       -36.638605, 174.654520,0, 1000.0,36169.6307194, 09-Jan-99, 3:11:14
       -36.638606, 174.654521,1, -777.0,36169.6307310, 09-Jan-99, 3:11:15
      """,
      "1999-01-09T15:08:14.156Z -36.638605 174.65452 alt=304.8",
      "1999-01-09T15:08:15.158Z -36.638606 174.654521 new"),
    LoggerTable(
      "T-Drive, no header, longitude first",
      "1,2008-02-02 15:36:08,116.51172,39.92123\n1,2008-02-02 15:46:08,116.51135,39.93883\n",
      "2008-02-02T15:36:08.000Z 39.92123 116.51172", "2008-02-02T15:46:08.000Z 39.93883 116.51135"),
    LoggerTable(
      "Movebank, another animal begins a segment",
      """
      event-id,visible,timestamp,location-long,location-lat,gps:hdop,gps:satellite-count,\
      ground-speed,heading,height-above-ellipsoid,sensor-type,individual-local-identifier,study-name
      1119958188,true,2024-02-28 23:58:20.000,11.5167,48.1173,3.8,7,10.5,84.4,592.3,"gps","7558","C"
      1119958189,true,2024-02-28 23:58:21.000,11.5168,48.1174,3.9,7,10.6,84.5,593.3,"gps","7559","C"
      """,
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 hae=592.3 speed=10.5 course=84.4 hdop=3.8 sats=7",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 hae=593.3 speed=10.6 course=84.5 hdop=3.9 sats=7 "
        + "new"),
    LoggerTable(
      "Movebank, heights as the tag has them",
      """
      event-id,visible,timestamp,location-long,location-lat,argos:altitude,ground-speed,\
      external-temperature,tag-local-identifier
      1,true,2024-02-28 23:58:20.000,11.5167,48.1173,35.0,0.0,4,"7558"
      2,true,2024-02-28 23:58:21.000,11.5168,48.1174,36.0,0.1,4,"7558"
      """,
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=35 speed=0",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=36 speed=0.1"),
    LoggerTable(
      "Seabird Tracking Database: clock in two columns, no-break headings",
      """
      dataset_id,scientific_name,track_id,date_gmt,time_gmt,latitude,longitude,equinox,device
      1,Calonectris,5,2024-02-28,23:58:20,48.1173,-11.5167,,GPS
      1,Calonectris,5,2024-02-28,23:59:20,48.1174,-11.5168,,GPS
      """,
      "2024-02-28T23:58:20.000Z 48.1173 -11.5167", "2024-02-28T23:59:20.000Z 48.1174 -11.5168"),
    LoggerTable(
      "NYC and other taxis, one clock among others",
      "medallion,pickup_datetime,trip_time_in_secs,pickup_longitude,pickup_latitude\n"
        + "1,2013-01-01 15:11:48,382,-73.978165,40.757977\n"
        + "1,2013-01-01 15:18:10,382,-73.989838,40.751171\n",
      "2013-01-01T15:11:48.000Z 40.757977 -73.978165",
      "2013-01-01T15:18:10.000Z 40.751171 -73.989838"),
    LoggerTable(
      "Drifters: clock in six columns",
      "id,year,month,day,hour,minute,second,lat,lon\n7,2024,2,28,23,58,20.5,48.1173,-11.5167\n"
        + "7,2024,2,29,0,0,0,48.1174,-11.5168\n",
      "2024-02-28T23:58:20.500Z 48.1173 -11.5167", "2024-02-29T00:00:00.000Z 48.1174 -11.5168"),
    LoggerTable(
      "RTKLIB-like table with both heights",
      "GPST UTC,latitude(deg),longitude(deg),ellipsoidal height(m),geoid height(m),Q,ns\n"
        + "2024/02/28 23:58:20.400,48.1173,11.5167,592.3,46.9,1,14\n"
        + "2024/02/28 23:58:20.600,48.1174,11.5168,593.3,46.9,1,14\n",
      "2024-02-28T23:58:20.400Z 48.1173 11.5167 hae=592.3",
      "2024-02-28T23:58:20.600Z 48.1174 11.5168 hae=593.3"),
  ]

  static let phones = [
    LoggerTable(
      "GPSLogger for Android, Android's height and the geoid's",
      """
      time,lat,lon,elevation,accuracy,bearing,speed,satellites,provider,hdop,vdop,pdop,geoidheight,\
      ageofdgpsdata,dgpsid,activity,battery,annotation,timestamp_ms,time_offset,distance
      2024-02-28T23:58:20.417Z,48.1173,11.5167,592.3,5.0,84.4,10.5,8,gps,0.9,,,46.9,,,,77,,\
      1709164700417,,0
      2024-02-28T23:58:21.417Z,48.1174,11.5168,593.3,5.0,84.5,0.0,8,gps,0.9,,,46.9,,,,77,,\
      1709164701417,,1
      """,
      "2024-02-28T23:58:20.417Z 48.1173 11.5167 alt=592.3 hae=592.3 speed=10.5 course=84.4 hacc=5 "
        + "hdop=0.9 sats=8",
      "2024-02-28T23:58:21.417Z 48.1174 11.5168 alt=593.3 hae=593.3 speed=0 course=84.5 hacc=5 "
        + "hdop=0.9 sats=8"),
    LoggerTable(
      "BasicAirData GPS Logger",
      """
      type,date time,latitude,longitude,accuracy(m),altitude(m),geoid_height(m),speed(m/s),\
      bearing(deg),sat_used,sat_inview,name,desc
      T,2024-02-28 23:58:20.000,48.1173,11.5167,4.00,545.4,46.9,10.5,84.4,8,12,x,
      T,2024-02-28 23:58:21.000,48.1174,11.5168,4.00,546.4,46.9,10.6,84.5,8,12,x,
      """,
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545.4 speed=10.5 course=84.4 hacc=4 "
        + "sats=8",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546.4 speed=10.6 course=84.5 hacc=4 "
        + "sats=8"),
    LoggerTable(
      "OpenTracks, a pause begins a segment",
      """
      #time,trackpoint_type,latitude,longitude,altitude,accuracy_horizontal,accuracy_vertical,speed,\
      altitude_gain,altitude_loss,sensor_distance,heartrate,cadence,power
      2024-02-29T01:58:20.417+02:00,TRACKPOINT,48.1173,11.5167,545.4,3.1,2.0,36.0,0.5,0.1,,120,,
      2024-02-29T01:58:30.417+02:00,SEGMENT_START_MANUAL,,,,,,,,,,,,
      2024-02-29T01:58:31.417+02:00,TRACKPOINT,48.1174,11.5168,546.4,3.1,2.0,72.0,0.5,0.1,,120,,
      """,
      "2024-02-28T23:58:20.417Z 48.1173 11.5167 alt=545.4 speed=10 hacc=3.1 vacc=2",
      "2024-02-28T23:58:31.417Z 48.1174 11.5168 alt=546.4 speed=20 hacc=3.1 vacc=2 new"),
    LoggerTable(
      "My Tracks: segments and points",
      """
      "Segment","Point","Latitude (deg)","Longitude (deg)","Altitude (m)","Bearing (deg)",\
      "Accuracy (m)","Speed (m/s)","Time","Power (W)","Cadence (rpm)","Heart rate (bpm)"
      "1","1","48.1173","11.5167","545.4","84.4","38","10.5","2024-02-28T23:58:20.417Z","","",""
      "2","1","48.1174","11.5168","546.4","","38","0","2024-02-28T23:58:21.417Z","","",""
      """,
      "2024-02-28T23:58:20.417Z 48.1173 11.5167 alt=545.4 speed=10.5 course=84.4 hacc=38",
      "2024-02-28T23:58:21.417Z 48.1174 11.5168 alt=546.4 speed=0 hacc=38 new"),
    LoggerTable(
      "Google GnssLogger",
      """
      # Header Description:
      # Fix,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,\
      BearingDegrees,UnixTimeMillis,SpeedAccuracyMps,BearingAccuracyDegrees,elapsedRealtimeNanos,\
      VerticalAccuracyMeters
      Raw,1709164700000,1,2,3
      Fix,GPS,48.1173,11.5167,592.3,10.5,5.0,84.4,1709164700417,0.1,1.0,5,3.0
      Fix,GPS,48.1174,11.5168,593.3,10.6,5.0,84.5,1709164701417,0.1,1.0,5,3.0
      """,
      "2024-02-28T23:58:20.417Z 48.1173 11.5167 alt=592.3 hae=592.3 speed=10.5 course=84.4 hacc=5 vacc=3 "
        + "sacc=0.1 cacc=1",
      "2024-02-28T23:58:21.417Z 48.1174 11.5168 alt=593.3 hae=593.3 speed=10.6 course=84.5 hacc=5 vacc=3 "
        + "sacc=0.1 cacc=1"),
    LoggerTable(
      "Sensor Logger",
      """
      time,seconds_elapsed,bearingAccuracy,speedAccuracy,verticalAccuracy,horizontalAccuracy,speed,\
      bearing,altitude,longitude,latitude
      1709164700417000000,0.25,45,1.5,2.5,5.5,10.5,84.4,545.4,11.5167,48.1173
      1709164701417000000,1.25,45,1.5,2.5,5.5,-1,-1,546.4,11.5168,48.1174
      """,
      "2024-02-28T23:58:20.417Z 48.1173 11.5167 alt=545.4 speed=10.5 course=84.4 hacc=5.5 vacc=2.5 "
        + "sacc=1.5 cacc=45",
      "2024-02-28T23:58:21.417Z 48.1174 11.5168 alt=546.4 hacc=5.5 vacc=2.5 sacc=1.5 cacc=45"),
    LoggerTable(
      "SensorLog",
      """
      loggingTime(txt),loggingSample(N),locationTimestamp_since1970(s),locationLatitude(WGS84),\
      locationLongitude(WGS84),locationAltitude(m),locationSpeed(m/s),locationSpeedAccuracy(m/s),\
      locationCourse(°),locationCourseAccuracy(°),locationVerticalAccuracy(m),\
      locationHorizontalAccuracy(m)
      2024-02-29T01:58:21.000+0200,1,1709164700.417,48.1173,11.5167,545.4,10.5,0.5,84.4,2.0,3.0,5.0
      2024-02-29T01:58:22.000+0200,2,1709164701.417,48.1174,11.5168,546.4,-1,-1,-1.0,-1,3.0,5.0
      """,
      "2024-02-28T23:58:20.417Z 48.1173 11.5167 alt=545.4 speed=10.5 course=84.4 hacc=5 vacc=3 "
        + "sacc=0.5 cacc=2",
      "2024-02-28T23:58:21.417Z 48.1174 11.5168 alt=546.4 hacc=5 vacc=3"),
    LoggerTable(
      "phyphox, both heights",
      """
      "Time (s)","Latitude (°)","Longitude (°)","Altitude (m)","Altitude WGS84 (m)","Speed (m/s)",\
      "Direction (°)","Distance (km)","Horizontal Accuracy (m)","Vertical Accuracy (m)","Satellites"
      0.5,48.1173,11.5167,545.4,592.3,10.5,84.4,0,5,3,8
      1.5,48.1174,11.5168,546.4,593.3,NaN,NaN,0.1,5,3,-1
      """,
      "+0.5 48.1173 11.5167 alt=545.4 hae=592.3 speed=10.5 course=84.4 hacc=5 vacc=3 sats=8",
      "+1.5 48.1174 11.5168 alt=546.4 hae=593.3 hacc=5 vacc=3"),
    LoggerTable(
      "phyphox Location.csv, numbers with exponents",
      """
      "Time (s)","Latitude (°)","Longitude (°)","Height (m)","Velocity (m/s)","Direction (°)",\
      "Horizontal Accuracy (m)","Vertical Accuracy (m)"
      0.000000000E0,4.811730000E1,1.151670000E1,5.454000000E2,1.050000000E1,8.440000000E1,\
      5.000000000E0,3.000000000E0
      5.000000000E-1,4.811740000E1,1.151680000E1,5.464000000E2,1.060000000E1,8.450000000E1,\
      5.000000000E0,3.000000000E0
      """,
      "+0 48.1173 11.5167 alt=545.4 speed=10.5 course=84.4 hacc=5 vacc=3",
      "+0.5 48.1174 11.5168 alt=546.4 speed=10.6 course=84.5 hacc=5 vacc=3"),
    LoggerTable(
      "Physics Toolbox",
      "time,Latitude,Longitude,Speed (m/s),Altitude (m)\n0.1,48.1173,11.5167,10.5,545.4\n"
        + "0.2,48.1174,11.5168,10.6,546.4\n",
      "+0.1 48.1173 11.5167 alt=545.4 speed=10.5", "+0.2 48.1174 11.5168 alt=546.4 speed=10.6"),
    LoggerTable(
      "AndroSensor: semicolons, decimals with commas",
      "LOCATION Latitude : ;LOCATION Longitude : ;LOCATION Altitude ( m);LOCATION Speed ( Kmh);"
        + "LOCATION Accuracy ( m);Time since start in ms ;YYYY-MO-DD HH-MI-SS_SSS\n"
        + "48,1173;11,5167;545,4;36;5;500;2024-02-28 23:58:20:417\n"
        + "48,1174;11,5168;546,4;72;5;1000;2024-02-28 23:58:20:917\n",
      "+0.5 48.1173 11.5167 alt=545.4 speed=10", "+1 48.1174 11.5168 alt=546.4 speed=20"),
    LoggerTable(
      "WiGLE: the line of names is the second",
      """
      WigleWifi-1.4,appRelease=2.53,model=Pixel,release=12,device=x,display=y,board=z,brand=google
      MAC,SSID,AuthMode,FirstSeen,Channel,RSSI,CurrentLatitude,CurrentLongitude,AltitudeMeters,\
      AccuracyMeters,Type
      aa:bb:cc:dd:ee:ff,N,[WPA2],2024-02-28 23:58:20,6,-61,48.1173,11.5167,545.4,5.0,WIFI
      aa:bb:cc:dd:ee:fe,N,[WPA2],2024-02-28 23:58:21,6,-61,48.1174,11.5168,546.4,5.0,WIFI
      """,
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545.4 hacc=5",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546.4 hacc=5"),
  ]

  static let devices = [
    LoggerTable(
      "Columbus V-900, basic",
      "INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,SPEED,HEADING,VOX\n"
        + "1\0\0,T,240228,235820,48.117300S,011.516700W,545\0\0,36\0\0,84\0,\0\0\0\n"
        + "2\0\0,T,240228,235821,48.117400S,011.516800W,546\0\0,72\0\0,85\0,\0\0\0\n",
      "2024-02-28T23:58:20.000Z -48.1173 -11.5167 alt=545 speed=10 course=84",
      "2024-02-28T23:58:21.000Z -48.1174 -11.5168 alt=546 speed=20 course=85"),
    LoggerTable(
      "Columbus V-900, professional",
      """
      INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,SPEED,HEADING,FIX MODE,VALID,PDOP,HDOP,\
      VDOP,VOX
      1,T,240228,235820,48.117300N,011.516700E,545,36,84,3D,SPS,1.3,0.9,0.9,
      2,T,240228,235821,48.117400N,011.516800E,546,72,85,3D,DGPS,1.3,0.9,0.9,
      """,
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545 speed=10 course=84 hdop=0.9 vdop=0.9 "
        + "pdop=1.3 fix=gps",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546 speed=20 course=85 hdop=0.9 vdop=0.9 "
        + "pdop=1.3 fix=dgps"),
    LoggerTable(
      "Columbus GPS with pressure",
      """
      INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,SPEED,HEADING,PRES,TEMP
      7,T,160325,151927,26.097885N,119.265160E,-25,36,83,1020.2,17
      8,T,160325,151928,26.097886N,119.265161E,-24,72,84,1020.2,17
      """,
      "2016-03-25T15:19:27.000Z 26.097885 119.26516 alt=-25 speed=10 course=83",
      "2016-03-25T15:19:28.000Z 26.097886 119.265161 alt=-24 speed=20 course=84"),
    LoggerTable(
      "MTK and Holux, hemispheres in cells of their own",
      """
      INDEX,RCR,DATE,TIME,VALID,LATITUDE,N/S,LONGITUDE,E/W,HEIGHT,SPEED,HEADING,
      1,T,2024/02/28,23:58:20,DGPS,48.117300,N,11.516700,W,545.400 m,36.000 km/h,84.4,
      2,T,2024/02/28,23:58:21,SPS,48.117400,S,11.516800,E,546.400 m,72.000 km/h,84.5,
      """,
      "2024-02-28T23:58:20.000Z 48.1173 -11.5167 alt=545.4 speed=10 course=84.4 fix=dgps",
      "2024-02-28T23:58:21.000Z -48.1174 11.5168 alt=546.4 speed=20 course=84.5 fix=gps"),
    LoggerTable(
      "Qstarz",
      """
      INDEX,RCR,UTC DATE,UTC TIME,LOCAL DATE,LOCAL TIME,MS,VALID,LATITUDE,N/S,LONGITUDE,E/W,HEIGHT,\
      SPEED,HEADING,PDOP,HDOP,VDOP,NSAT(USED/VIEW),DISTANCE
      1,T,2024/02/28,23:58:20,2024/02/29,00:58:20,417,SPS,48.1173,N,11.5167,E,545 M,36 km/h,84.4,\
      1.3,0.9,0.9,8(12),0 M
      2,T,2024/02/28,23:58:21,2024/02/29,00:58:21,417,SPS,48.1174,N,11.5168,E,546 M,72 km/h,84.5,\
      1.3,0.9,0.9,8(12),1 M
      """,
      "2024-02-28T23:58:20.417Z 48.1173 11.5167 alt=545 speed=10 course=84.4 hdop=0.9 vdop=0.9 "
        + "pdop=1.3 fix=gps",
      "2024-02-28T23:58:21.417Z 48.1174 11.5168 alt=546 speed=20 course=84.5 hdop=0.9 vdop=0.9 "
        + "pdop=1.3 fix=gps"),
    LoggerTable(
      "i-gotU",
      "Date,Time,Latitude,Longitude,Altitude(m),Speed(km/h),Course,Type,Distance(m),Essential\n"
        + "2024/02/28,23:58:20,48.1173,11.5167,545.4,36,84,0,0,1\n"
        + "2024/02/28,23:58:21,48.1174,11.5168,546.4,72,85,0,1,1\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545.4 speed=10 course=84",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546.4 speed=20 course=85"),
    LoggerTable(
      "Arduino with TinyGPS++",
      "Date,Time,Latitude,Longitude,Altitude,Speed,Course,Satellites,HDOP\n"
        + "28/02/2024,23:58:20,48.1173,11.5167,545.4,36,84.4,8,0.9\n"
        + "28/02/2024,23:58:21,48.1174,11.5168,546.4,72,84.5,8,0.9\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545.4 speed=36 course=84.4 hdop=0.9 sats=8",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546.4 speed=72 course=84.5 hdop=0.9 sats=8"),
    LoggerTable(
      "Arduino, hundredths of a second",
      "date,time,lat,lng,alt_m,speed_kmph\n20240228,23582041,48.1173,11.5167,545.4,36\n"
        + "20240228,23582141,48.1174,11.5168,546.4,72\n",
      "2024-02-28T23:58:20.410Z 48.1173 11.5167 alt=545.4 speed=10",
      "2024-02-28T23:58:21.410Z 48.1174 11.5168 alt=546.4 speed=20"),
    LoggerTable(
      "GPSBabel unicsv",
      """
      No,Latitude,Longitude,Name,Altitude,Speed,Course,FIX,HDOP,VDOP,PDOP,Satellites,Date,Time
      1,48.117300,11.516700,"a;b;c;d",545.4,10.50,84.4,"3d",0.90,0.90,1.30,9,2024/02/28,23:58:20
      2,48.117400,11.516800,"b",546.4,10.60,84.5,"dgps",0.90,0.90,1.30,9,2024/02/28,23:58:21
      """,
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545.4 speed=10.5 course=84.4 hdop=0.9 vdop=0.9 "
        + "pdop=1.3 sats=9 fix=gps",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546.4 speed=10.6 course=84.5 hdop=0.9 vdop=0.9 "
        + "pdop=1.3 sats=9 fix=dgps"),
    LoggerTable(
      "Garmin FIT records, semicircles",
      "timestamp,position_lat,position_long,altitude,speed,heart_rate\n"
        + "2024-02-28T23:58:20Z,574061750,137399583,545.4,10.5,120\n"
        + "2024-02-28T23:58:21Z,574062943,137400776,546.4,10.6,121\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545.4 speed=10.5",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546.4 speed=10.6"),
    LoggerTable(
      "Garmin FIT records, degrees",
      "timestamp,position_lat,position_long,altitude,enhanced_speed\n"
        + "2024-02-28T23:58:20Z,48.1173,11.5167,545.4,10.5\n"
        + "2024-02-28T23:58:21Z,48.1174,11.5168,546.4,10.6\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545.4 speed=10.5",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546.4 speed=10.6"),
    LoggerTable(
      "NMEA's angles in a table",
      "utc,lat,N/S,lon,E/W,alt\n235820.417,4807.0380,N,01131.0020,E,545.4\n"
        + "235821.417,4807.0440,N,01131.0080,E,546.4\n",
      "+86300.417 48.1173 11.5167 alt=545.4", "+86301.417 48.1174 11.5168 alt=546.4"),
  ]

  static let services = [
    LoggerTable(
      "Google location history, ten-millionths",
      "timestampMs,latitudeE7,longitudeE7,accuracy\n1709164700417,481173000,-115167000,20\n"
        + "1709164701417,481174000,-115168000,20\n",
      "2024-02-28T23:58:20.417Z 48.1173 -11.5167 hacc=20",
      "2024-02-28T23:58:21.417Z 48.1174 -11.5168 hacc=20"),
    LoggerTable(
      "Google Timeline, positions with degree signs",
      "startTime,position,timestamp\nx,\"48.1173°, 11.5167°\",2024-02-29T00:58:20.000+01:00\n"
        + "x,\"geo:48.1174,11.5168\",2024-02-29T00:58:21.000+01:00\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167", "2024-02-28T23:58:21.000Z 48.1174 11.5168"),
    LoggerTable(
      "Traccar",
      "Valid,Time,Latitude,Longitude,Altitude,Speed,Address,Attributes\n"
        + "TRUE,2024-02-28 23:58:20,48.1173°,11.5167°,545.4 m,36 km/h,,batteryLevel=77\n"
        + "TRUE,2024-02-28 23:58:21,48.1174°,11.5168°,546.4 m,72 km/h,,batteryLevel=77\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545.4 speed=10",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546.4 speed=20"),
    LoggerTable(
      "OwnTracks recorder",
      "tst,lat,lon,acc,alt,vel,cog,batt\n1709164700,48.1173,11.5167,5,545,36,84,77\n"
        + "1709164701,48.1174,11.5168,5,546,36,85,77\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545 speed=10 course=84 hacc=5",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546 speed=10 course=85 hacc=5"),
    LoggerTable(
      "Home Assistant",
      "entity_id,last_updated,latitude,longitude,gps_accuracy,altitude,vertical_accuracy\n"
        + "device_tracker.a,2024-02-28T23:58:20.417000+00:00,48.1173,11.5167,5,545.4,3\n"
        + "device_tracker.a,2024-02-28T23:58:21.417000+00:00,48.1174,11.5168,5,546.4,3\n",
      "2024-02-28T23:58:20.417Z 48.1173 11.5167 alt=545.4 hacc=5 vacc=3",
      "2024-02-28T23:58:21.417Z 48.1174 11.5168 alt=546.4 hacc=5 vacc=3"),
    LoggerTable(
      "Strava and other sports' streams",
      "time,latlng,altitude,velocity_smooth,heartrate,distance\n"
        + "0,\"[48.1173, 11.5167]\",545.4,10.5,120,0\n1,\"[48.1174, 11.5168]\",546.4,10.6,121,10\n",
      "+0 48.1173 11.5167 alt=545.4 speed=10.5", "+1 48.1174 11.5168 alt=546.4 speed=10.6"),
    LoggerTable(
      "QGIS, tracks of a GPX file",
      "track_fid,track_seg_id,track_seg_point_id,ele,time,lon,lat\n"
        + "0,0,0,545.4,2024/02/28 23:58:20+00,11.5167,48.1173\n"
        + "0,1,0,546.4,2024/02/28 23:58:21+00,11.5168,48.1174\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545.4",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546.4 new"),
    LoggerTable(
      "PostGIS, points as text",
      "time;position\n2024-02-28 23:58:20+00;POINT(11.5167 48.1173)\n"
        + "2024-02-28 23:58:21+00;POINT (11.5168 48.1174)\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167", "2024-02-28T23:58:21.000Z 48.1174 11.5168"),
    LoggerTable(
      "Digitransit's vehicles: what is long is a longitude",
      "is_ongoing,event_type,dir,oper,veh,tst,lat,long,odo,drst,oday,start,loc,stop,route\n"
        + "t,VP,2,55,1252,2024-02-28 23:58:20+00,48.1173,11.5167,,t,2024-02-28,09:20:00,GPS,1,78\n"
        + "t,VP,2,55,1252,2024-02-28 23:58:21+00,48.1174,11.5168,,t,2024-02-28,09:20:00,GPS,1,78\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167", "2024-02-28T23:58:21.000Z 48.1174 11.5168"),
    LoggerTable(
      "Spreadsheet, serial days",
      "DateTime,Latitude,Longitude\n45350.9988473611,48.1173,11.5167\n45351,48.1174,11.5168\n",
      "2024-02-28T23:58:20.412Z 48.1173 11.5167", "2024-02-29T00:00:00.000Z 48.1174 11.5168"),
    LoggerTable(
      "Spreadsheet that names its separator",
      "sep=;\nDate;Time;Latitude;Longitude\n28/02/2024;23:58:20;48,1173;11,5167\n"
        + "28/02/2024;23:58:21;48,1174;11,5168\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167", "2024-02-28T23:58:21.000Z 48.1174 11.5168"),
  ]

  static let languages = [
    LoggerTable(
      "German",
      "Datum;Uhrzeit;Breitengrad;Längengrad;Höhe;Geschwindigkeit (km/h);Kurs;Satelliten\n"
        + "28.02.2024;23:58:20;48,1173;11,5167;545,4;36;84,4;8\n"
        + "28.02.2024;23:58:21;48,1174;11,5168;546,4;72;84,5;8\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545.4 speed=10 course=84.4 sats=8",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546.4 speed=20 course=84.5 sats=8"),
    LoggerTable(
      "German, a height above sea level in words",
      "Zeit;Breite;Länge;Höhe über NN (m);Genauigkeit (m)\n"
        + "28-Mai-2024 23:58:20;48,1173;11,5167;545,4;5\n"
        + "28-Mai-2024 23:58:21;48,1174;11,5168;546,4;5\n",
      "2024-05-28T23:58:20.000Z 48.1173 11.5167 alt=545.4 hacc=5",
      "2024-05-28T23:58:21.000Z 48.1174 11.5168 alt=546.4 hacc=5"),
    LoggerTable(
      "French",
      "Date;Heure;Latitude;Longitude;Altitude (m);Vitesse (km/h);Cap\n"
        + "28/02/2024;23:58:20;48,1173;11,5167;545,4;36;84,4\n"
        + "28/02/2024;23:58:21;48,1174;11,5168;546,4;72;84,5\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545.4 speed=10 course=84.4",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546.4 speed=20 course=84.5"),
    LoggerTable(
      "Spanish",
      "Fecha;Hora;Latitud;Longitud;Altitud;Velocidad (km/h);Rumbo\n"
        + "28/02/2024;23:58:20;48,1173;-11,5167;545,4;36;84,4\n"
        + "28/02/2024;23:58:21;48,1174;-11,5168;546,4;72;84,5\n",
      "2024-02-28T23:58:20.000Z 48.1173 -11.5167 alt=545.4 speed=10 course=84.4",
      "2024-02-28T23:58:21.000Z 48.1174 -11.5168 alt=546.4 speed=20 course=84.5"),
    LoggerTable(
      "Italian",
      "Data;Ora;Latitudine;Longitudine;Quota (m);Velocità (km/h);Rotta\n"
        + "28/02/2024;23:58:20;48,1173;11,5167;545,4;36;84,4\n"
        + "28/02/2024;23:58:21;48,1174;11,5168;546,4;72;84,5\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545.4 speed=10 course=84.4",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546.4 speed=20 course=84.5"),
    LoggerTable(
      "Dutch",
      "Datum;Tijd;Breedtegraad;Lengtegraad;Hoogte (m);Snelheid (km/h);Koers\n"
        + "28-02-2024;23:58:20;48,1173;11,5167;545,4;36;84,4\n"
        + "28-02-2024;23:58:21;48,1174;11,5168;546,4;72;84,5\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167 alt=545.4 speed=10 course=84.4",
      "2024-02-28T23:58:21.000Z 48.1174 11.5168 alt=546.4 speed=20 course=84.5"),
  ]

  static let plain = [
    LoggerTable(
      "Heights are found by whole words",
      "latitude,longitude,Altitude above mean sea level (ft),Geoid height,Elevation Gain\n"
        + "48.1173,11.5167,1000,46.9,5\n48.1174,11.5168,1010,46.9,5\n",
      "- 48.1173 11.5167 alt=304.8", "- 48.1174 11.5168 alt=307.848"),
    LoggerTable(
      "Parts of words are none: late, longest, altered, speedway, timeless, dated",
      "lat,lon,late,longest,altered,speedway,timeless,dated,geoid,platform,coarse\n"
        + "48.1173,11.5167,1,2,3,4,5,6,7,8,9\n48.1174,11.5168,1,2,3,4,5,6,7,8,9\n",
      "- 48.1173 11.5167", "- 48.1174 11.5168"),
    LoggerTable(
      "A column that has a clock's name and holds none is left out",
      "time,date,lat,lon\nday one,none at all,48.1173,11.5167\nday two,nor here,48.1174,11.5168\n",
      "- 48.1173 11.5167", "- 48.1174 11.5168"),
    LoggerTable(
      "No header, date and time apart",
      "48.117300,11.516700,2024-02-28,23:58:20\n48.117400,11.516800,2024-02-28,23:58:21\n",
      "2024-02-28T23:58:20.000Z 48.1173 11.5167", "2024-02-28T23:58:21.000Z 48.1174 11.5168"),
    LoggerTable(
      "No header, milliseconds since 1970",
      "1709164700417;48,117300;11,516700\n1709164701417;48,117400;11,516800\n",
      "2024-02-28T23:58:20.417Z 48.1173 11.5167", "2024-02-28T23:58:21.417Z 48.1174 11.5168"),
    LoggerTable(
      "Dates without times are midnights",
      "date,lat,lon\n2024-02-28,48.1173,11.5167\n2024-02-29,48.1174,11.5168\n",
      "2024-02-28T00:00:00.000Z 48.1173 11.5167", "2024-02-29T00:00:00.000Z 48.1174 11.5168"),
  ]
}
