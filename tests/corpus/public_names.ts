/**
 * Names from the public tests of other parsers (the names and their meanings, no code), in the format of
 * `release_names.ts`. Read with `readStated`. Conventions: a year after the title is the year and not part of the
 * title; of two titles, the first is the title; dots between words become spaces; an episode without a season belongs
 * to season 1, except for anime names, whose number is absolute; editions, codecs and languages use Lathe's names.
 */
export const PUBLIC_NAMES = String.raw`
# public series
Series.With.Title.S02E15 => Series With Title; s=2; e=15
Series.and.a.Title.103.720p.HDTV.X264-DIMENSION => Series and a Title; s=1; e=3; g=DIMENSION
Series.Title.4x05.HDTV.XviD-LOL => Series Title; s=4; e=5; g=LOL
Series.Title.S10E27.WS.DSR.XviD-2HD => Series Title; s=10; e=27; g=2HD
Series Title 0 S01E19 720p WEB DL DD5 1 H 264 NT => Series Title 0; s=1; e=19
The Series Title S01E14 A Message Back 720p WEB DL DD5 1 H264 SURFER => The Series Title; s=1; e=14; et=A Message Back
Series.Title.1995.S03E20.HDTV.XviD-LOL => Series Title; y=1995; s=3; e=20; g=LOL
Series.Title.S03E115.DVDRip.XviD-OSiTV => Series Title; s=3; e=115; g=OSiTV
24-7 Series - Title - Road to the Sonarr - S01E03 - Episode 3.mkv => 24-7 Series - Title - Road to the Sonarr; s=1; e=3
Series.Title.Inc.S03E19.DVDRip."XviD"-OSiTV => Series Title Inc; s=3; e=19; g=OSiTV
Series Title - S06E13 - 5 to 9 [DVD] => Series Title; s=6; e=13; et=5 to 9
Series Title - S02E21 - 18-5-4 => Series Title; s=2; e=21; et=18-5-4
Series.Title.525 => Series Title; h=series; s=5; e=25
Series Title - 10x12 - 24 Hour Propane People [SDTV] => Series Title; s=10; e=12; et=24 Hour Propane People
24 7 Series-Title - Road to the Sonarr Part01 720p HDTV x264 ORENJI => 24 7 Series-Title - Road to the Sonarr; s=1; e=1
24 7 Series-Title - Road to the Sonarr Part 02 720p HDTV x264 ORENJI => 24 7 Series-Title - Road to the Sonarr; s=1; e=2
Series Title S02E21 18 5 4 720p WEB DL DD5 1 h 264 EbP => Series Title; s=2; e=21
01x04 - Halloween, Part 1 - 720p WEB-DL => ; s=1; e=4; et=Halloween, Part 1
series.2009.416.hdtv-lol => series; y=2009; s=4; e=16; g=lol
series.six-0.2010.217.hdtv-lol => series six-0; y=2010; s=2; e=17; g=lol
Series_Title!_-_7x6_-_The_Scarlett_Getter_[SDTV] => Series Title!; s=7; e=6; et=The Scarlett Getter
Series_Title_-_1x1_-_Live_and_Learn_[HDTV-720p] => Series Title; s=1; e=1; et=Live and Learn
Series S08E20 50-50 Carla [DVD] => Series; s=8; e=20; et=50-50 Carla
S02E10 6-50 to SLC [SDTV] => ; s=2; e=10; et=6-50 to SLC
Series_Title.19x06.720p_HDTV_x264-FoV => Series Title; s=19; e=6; g=FoV
Series.S03E10.Alexandra.720p.WEB-DL.AAC2.0.H.264-CROM.mkv => Series; s=3; e=10; et=Alexandra; g=CROM
Series.Hunters.Galatic.S05E607.720p.hdtv.x264 => Series Hunters Galatic; s=5; e=607
Series.Time.With.Dev1.And.Dev2.S01E20.720p.BluRay.x264-DEiMOS => Series Time With Dev1 And Dev2; s=1; e=20; g=DEiMOS
1x04 => ; s=1; e=4
10.Lines.You.Know.About.Code.S02E04.Prohibition.HDTV.XviD-AFG => 10 Lines You Know About Code; s=2; e=4; et=Prohibition
Don't Ever Trust The B---- in Code 23.S01E01 => Don't Ever Trust The B---- in Code 23; s=1; e=1
Warehouse.13.S01E01 => Warehouse 13; s=1; e=1
69.S01E01 => 69; s=1; e=1
Series - 2x4 - New Car Smell [HDTV-1080p].mkv => Series; s=2; e=4; et=New Car Smell
The_Series_US_s06e19_04.28.2014_hdtv.x264.Poke.mp4 => The Series US; s=6; e=19
the.Series.110.hdtv-lol => the Series; s=1; e=10; g=lol
Series Week S2009E09 [SDTV].avi => Series Week; s=2009; e=9
St_Series_209_Aids_And_Comfort => St Series; h=series; s=2; e=9; et=Aids And Comfort
Series.Title.S15.E06.City.Sushi => Series Title; s=15; e=6; et=City Sushi
Series Title - S15 E06 - City Code => Series Title; s=15; e=6; et=City Code
Series.S010E16.720p.HDTV.X264-DIMENSION => Series; s=10; e=16; g=DIMENSION
[ www.Torrenting.com ] - Series.2012.S02E17.720p.HDTV.X264-DIMENSION => Series; y=2012; s=2; e=17; g=DIMENSION
5x09 - 100 [720p WEB-DL].mkv => ; s=5; e=9; et=100
1x03 - 274 [1080p BluRay].mkv => ; s=1; e=3; et=274
Series.2012.S02E14.720p.HDTV.X264-DIMENSION [PublicHD].mkv => Series; y=2012; s=2; e=14; g=DIMENSION
20-1.2014.S02E01.720p.HDTV.x264-CROOKS => 20-1; y=2014; s=2; e=1; g=CROOKS
Series - S02E02 - My Maserati Does 185 => Series; s=2; e=2; et=My Maserati Does 185
6x13 - The Series Show 100th Episode Special => ; s=6; e=13; et=The Series Show 100th Episode Special
Series Title [1x05] Episode Title => Series Title; s=1; e=5; et=Episode Title
Series Title [S01E05] Episode Title => Series Title; s=1; e=5; et=Episode Title
Series.103.hdtv-lol[ettv].mp4 => Series; s=1; e=3; g=lol
Series - 01x02 - The Rooster Prince - [itz_theo] => Series; s=1; e=2; et=The Rooster Prince; g=itz_theo
grp-zoos01e11-1080p => grp-zoo; s=1; e=11
grp-zoo-s01e11-1080p => grp-zoo; s=1; e=11
John.Smith.The.Series.Title.5of9.The.Universe.Of.Development.1990.DVDRip.x264-HANDJOB => John Smith The Series Title; s=1; e=5; g=HANDJOB
Judge Developer 2016 02 25 S20E142 => Judge Developer; s=20; e=142; date=2016-02-25
App.Sonarr.Made.in.Canada.Part.Two.720p.HDTV.x264-2HD => App Sonarr Made in Canada; s=1; e=2; g=2HD
The.100000.Series.Title.2016.S01E05.720p.HDTV.x264-W4F => The 100000 Series Title; y=2016; s=1; e=5; g=W4F
this.is.a.show.2015.0308-yestv => this is a show; h=series; y=2015; s=3; e=8; g=yestv
Series - 2016x231 => Series; s=2016; e=231
Super.Series.S01.Ep06.1080p.BluRay.DTS.x264-MiR => Super Series; s=1; e=6; g=MiR
Series 104 - S01E07 The Developers [SDTV] => Series 104; s=1; e=7; et=The Developers
The Series - S01E02 - Earth Skills HDTV-1080p AVC DTS [EN+FR+ES+PT+DA+FI+NB+SV] => The Series; s=1; e=2; et=Earth Skills
Series Title - S01E01 - Day 100 [SDTV] => Series Title; s=1; e=1; et=Day 100
Series.Title.S01.E.01.English.AC3.DL.1080p.BluRay-Sonarr => Series Title; s=1; e=1; g=Sonarr
Series.Title.S01EP01.English.AC3.DL.1080p.BluRay-Sonarr => Series Title; s=1; e=1; g=Sonarr
Series Title - S01E01 [AC3 5.1 Castellano][www.descargas2020.org] => Series Title; s=1; e=1; l=Spanish
Series Title - [02x01] - Episode 1 => Series Title; s=2; e=1; et=Episode 1
[RlsGrp] Series Title - S01E27 - 24-Hour => Series Title; s=1; e=27; g=RlsGrp; et=24-Hour
Series Title - S02E01 1920x910 => Series Title; s=2; e=1
Series Title - Temporada 2 [HDTV 720p][Cap.201][AC3 5.1 Castellano][www.pctnew.com] => Series Title; s=2; e=1; l=Spanish
Series Title - Temporada 2 [HDTV 720p][Cap.1901][AC3 5.1 Castellano][www.pctnew.com] => Series Title; s=19; e=1
Two.and.a.Half.Men.103.104.720p.HDTV.X264-DIMENSION => Two and a Half Men; s=1; e=3-4; g=DIMENSION
Weeds.S03E01.S03E02.720p.HDTV.X264-DIMENSION => Weeds; s=3; e=1-2; g=DIMENSION
White.Collar.2x04.2x05.720p.BluRay-FUTV => White Collar; s=2; e=4-5; g=FUTV
Desparate Housewives - S07E22 - S07E23 - And Lots of Security.. [HDTV-720p].mkv => Desparate Housewives; s=7; e=22-23
S07E22 - 7x23 - And Lots of Security.. [HDTV-720p].mkv => ; s=7; e=22-23
2x04x05.720p.BluRay-FUTV => ; s=2; e=4-5; g=FUTV
Breakout Kings - 2x9-2x10 - Served Cold [SDTV]  => Breakout Kings; s=2; e=9-10; et=Served Cold
Hell on Wheels S02E09 E10 HDTV x264 EVOLVE => Hell on Wheels; s=2; e=9-10
8x01_02 - Free Falling => ; s=8; e=1-2; et=Free Falling
Kaamelott.S01E91-E100 => Kaamelott; s=1; e=91-100
the.office.101.102.hdtv-lol => the office; s=1; e=1-2; g=lol
extant.10708.hdtv-lol.mp4 => extant; s=1; e=7-8; g=lol
E.010910.HDTVx264REPACKLOL.mp4 => E; s=1; e=9-10
World Series of Poker - 2013x15 - 2013x16 - HD TV.mkv => World Series of Poker; s=2013; e=15-16
# public absolute
[SubDESU]_Show_One_07_(1280x720_x264-AAC)_[6B7FD717] => Show One; abs=7; g=SubDESU
[Chihiro]_Show!!_-_06_[848x480_H.264_AAC][859EEAFA] => Show!!; abs=6; g=Chihiro
[HorribleSubs]_Some_Anime_Show_-_145_[720p] => Some Anime Show; abs=145; g=HorribleSubs
[Doremi].Some.Anime.Show.8.Go!.31.[1280x720].[C65D4B1F].mkv => Some Anime Show 8 Go!; abs=31; g=Doremi
[K-F] Some Anime Show S10E14 214 => Some Anime Show; s=10; e=14; abs=214; g=K-F
[K-F] Some Anime Show 10x14 214 => Some Anime Show; s=10; e=14; abs=214; g=K-F
Some Anime Show - 031 - The Resolution to Kill [Lunar].avi => Some Anime Show; abs=31; g=Lunar; et=The Resolution to Kill
[ACX]Some Anime Show 01 Role Play [Kosaka] [9C57891E].mkv => Some Anime Show; abs=1; g=ACX
Some_Anime_Show_e66_time_is_money_part_one_marking_time => Some Anime Show; s=1; e=66
[FroZen] Series Title - 23 [DVD][7F6170E6] => Series Title; abs=23; g=FroZen
[CR] Series Title - 004 [480p][48CE2D0F] => Series Title; abs=4; g=CR
[Chibiki] Series Title!! - 42 [360p][7A4FC77B] => Series Title!!; abs=42; g=Chibiki
[S-T-D] Series Title! - 06 (1280x720 10bit AAC) [59B3F2EA].mkv => Series Title!; abs=6; g=S-T-D
Series Title - 010 (720p) [27AAA0A0].mkv => Series Title; abs=10
Initial_Series_Title_-_01(DVD)_-_(Central_Anime)[5AF6F1E4].mkv => Initial Series Title; abs=1; g=Central_Anime
[ChihiroDesuYo].Series.Title.-.09.1280x720.10bit.AAC.[24CCE81D] => Series Title; abs=9; g=ChihiroDesuYo
Series Title - 099 - Natsu vs. Gildarts => Series Title; abs=99; et=Natsu vs. Gildarts
Series Title - 100 - Mest => Series Title; abs=100; et=Mest
[Hatsuyuki]Series_Title-01[1280x720][122E6EF8] => Series Title; abs=1; g=Hatsuyuki
[CBM]_Series_Title_-_11_-_511_Kinderheim_[6C70C4E4].mkv => Series Title; abs=11; g=CBM; et=511 Kinderheim
[DRONE]Series.Title.100 => Series Title; abs=100; g=DRONE
[RlsGrp]Series.Title.2010.S01E01.001.HDTV-720p.x264-DTS => Series Title; y=2010; s=1; e=1; abs=1; g=RlsGrp
[Jumonji-Giri]_[F-B]_Series_Title_Ep04_(0b0e2c10).mkv => Series Title; abs=4; g=Jumonji-Giri
Knights Series Title - 01 [1080p 10b DTSHD-MA eng sub].mkv => Knights Series Title; abs=1
[Hatsuyuki] Series Title (2014) - 017 (115) [1280x720][B2CFBC0F] => Series Title; y=2014; abs=17; g=Hatsuyuki
Series Title (2014) - 39 (137) [v2][720p.HDTV][Unison Fansub] => Series Title; y=2014; abs=39; g=Unison Fansub
[Cthuyuu].Series.Title.-.03.[720p.H264.AAC][8AD82C3A] => Series Title; abs=3; g=Cthuyuu
Series.Title.-.03.(1280x720.HEVC.AAC) => Series Title; abs=3
[Mystic Z-Team] Series Title Episode 69 [VOSTFR_Finale][1080p][AAC].mp4 => Series Title; abs=69; g=Mystic Z-Team
[Shark-Raws] Series Title #957 (NBN 1280x720 x264 AAC).mp4 => Series Title; abs=957; g=Shark-Raws
Series Title 2018 EP06 720p x265 AOZ.mp4 => Series Title; y=2018; s=1; e=6
Series Title S3 -  15 VOSTFR [720p] => Series Title; s=3; abs=15
To Another Series III - Episode 5 VOSTFR (1080p) => To Another Series III; s=1; e=5
[Prout] Show;Title 0 - Episode 5 VOSTFR (BDRip 1920x1080 x264 FLAC) => Show;Title 0; abs=5; g=Prout
Abc x Abc (2011) - 141 - Magician [KaiDubs] [1080p] => Abc x Abc; y=2011; abs=141; g=KaiDubs; et=Magician
Abc Abc 484 VOSTFR par Abc-Abc (1280*720) - version MQ => Abc Abc; h=anime; abs=484
SeriesTitle.E1135.Lasst.den.Mond.am.Himmel.stehen.GERMAN.1080p.WEBRip.x264-Group => SeriesTitle; s=1; e=1135; g=Group; et=Lasst den Mond am Himmel stehen
[HorribleSubs] Series 100 S2 - 07 [1080p].mkv => Series 100; s=2; abs=7; g=HorribleSubs
[XKsub] Series Title S2 [05][HEVC-10bit 1080p AAC][CHS&CHT&JPN] => Series Title; s=2; abs=5; g=XKsub
[Cheetah-Raws] Super Long Anime - 1000 (YTV 1280x720 x264 AAC) => Super Long Anime; abs=1000; g=Cheetah-Raws
[SubsPlease] Anime Title 300-nen, With Even More Title - 01 (1080p) [8DE44442] => Anime Title 300-nen, With Even More Title; abs=1; g=SubsPlease
[Chihiro] Anime Title 300-nen, With Even More Title 02 [720p Hi10P AAC][031FA533] => Anime Title 300-nen, With Even More Title; abs=2; g=Chihiro
Anime Title the Final - 09 (2021) [SubsPlease] [WEBRip] [HD 1080p] => Anime Title the Final; abs=9; y=2021; g=SubsPlease
[HatSubs] Anime Title 1004 [E63F2984].mkv => Anime Title; abs=1004; g=HatSubs
[DeadFish] Another Anime Show - 01 - OVA [BD][720p][AAC] => Another Anime Show; abs=1; sp=1; g=DeadFish
[ANBU-AonE]_SeriesTitle_26-27_[F224EF26].avi => SeriesTitle; abs=26-27; g=ANBU-AonE
Series Title (2010) - 01-02-03 - Episode Title (1) HDTV-720p => Series Title; y=2010; abs=1-3
[RlsGrp] Series Title (2010) - S01E01-02-03 - 001-002-003 - Episode Title HDTV-720p v2 => Series Title; y=2010; s=1; e=1-3; abs=1-3; g=RlsGrp
Some Anime Show (2011) Episode 99-100 [1080p] [Dual.Audio] [x265] => Some Anime Show; y=2011; s=1; e=99-100
Some Anime Show 1-13 (English Dub) [720p] => Some Anime Show; h=anime; abs=1-13
[HorribleSubs] Some Anime Show 01 - 119 [1080p] [Batch] => Some Anime Show; abs=1-119; g=HorribleSubs
[Erai-raws] Series-Title! 2 - 01 ~ 10 [1080p][Multiple Subtitle] => Series-Title! 2; abs=1-10; g=Erai-raws
# public daily
Conan 2011 04 18 Emma Roberts HDTV XviD BFF => Conan; date=2011-04-18; et=Emma Roberts
The Tonight Show With Jay Leno 2011 04 15 1080i HDTV DD5 1 MPEG2 TrollHD => The Tonight Show With Jay Leno; date=2011-04-15
The Daily Show - 2011-04-12 - Gov. Deval Patrick => The Daily Show; date=2011-04-12; et=Gov. Deval Patrick
2011.01.10 - Denis Leary - HD TV.mkv => ; h=series; date=2011-01-10; et=Denis Leary
2020.NZ.2011.12.02.PDTV.XviD-C4TV => 2020 NZ; date=2011-12-02; g=C4TV
The_Voice_US_04.28.2014_hdtv.x264.Poke.mp4 => The Voice US; date=2014-04-28
At_Midnight_140722_720p_HDTV_x264-YesTV => At Midnight; date=2014-07-22; g=YesTV
The Nightly Show with Larry Wilmore 2015 02 09 WEBRIP s01e13 => The Nightly Show with Larry Wilmore; date=2015-02-09
2018-11-14.1080.all.mp4 => ; h=series; date=2018-11-14
Series.Title.2015.09.07.Part.1.720p.HULU.WEBRip.AAC2.0.H.264-Sonarr => Series Title; date=2015-09-07; g=Sonarr
# public groups
Punky.Brewster.S01.EXTRAS.DVDRip.XviD-RUNNER => Punky Brewster; s=1; g=RUNNER
The Office - S01E01 - Pilot [HTDV-480p] => The Office; s=1; e=1; et=Pilot
Simpsons 10x11 - Wild Barts Cant Be Broken [rl].avi => Simpsons; s=10; e=11; et=Wild Barts Cant Be Broken; g=rl
[ www.Torrenting.com ] - Revenge.S03E14.720p.HDTV.X264-DIMENSION => Revenge; s=3; e=14; g=DIMENSION
7s-atlantis-s02e01-720p.mkv => 7s-atlantis; s=2; e=1
The.Middle.S09E13.720p.HEVC.x265-MeGusta-Pre => The Middle; s=9; e=13; g=MeGusta
Black Monday S01 E01-E02 1080p AMZN WEBRip DDP5.1 x264 monkee => Black Monday; s=1; e=1-2
Series.Title.S01E05.The-Aniversary.WEBDL-1080p.mkv => Series Title; s=1; e=5
SomeShow.S20E13.1080p.BluRay.DTS-X.MA.5.1.x264-RlsGroup => SomeShow; s=20; e=13; g=RlsGroup
SomeShow.S20E13.1080p.Blu-Ray.DTS-ES.5.1.x264-RlsGroup => SomeShow; s=20; e=13; g=RlsGroup
Marvels.Daredevil.S02E04.720p.WEBRip.x264-SKGTV_English => Marvels Daredevil; s=2; e=4; g=SKGTV
The.Longest.Mystery.S02E04.720p.WEB-DL.AAC2.0.H.264-EVL-RP-RP => The Longest Mystery; s=2; e=4; g=EVL
saturday.night.live.s40e11.kevin.hart_sia.720p.hdtv.x264-w4f-sample.mkv => saturday night live; s=40; e=11; g=w4f
Who.is.America.S01E01.INTERNAL.720p.HDTV.x264-aAF-RakuvUS-Obfuscated => Who is America; s=1; e=1; g=aAF
[FFF] Invaders of the Rokujouma!! - S01E11 - Someday, With Them => Invaders of the Rokujouma!!; s=1; e=11; et=Someday, With Them; g=FFF
[Anime-Koi] Barakamon - S01E07 - A High-Grade Fish => Barakamon; s=1; e=7; et=A High-Grade Fish; g=Anime-Koi
# public films
The.Movie.from.U.N.C.L.E.2015.1080p.BluRay.x264-SPARKS => The Movie from U.N.C.L.E.; y=2015; g=SPARKS
1776.1979.EXTENDED.720p.BluRay.X264-AMIABLE => 1776; y=1979; ed=Extended; g=AMIABLE
V.H.S.2.2013.LIMITED.720p.BluRay.x264-GECKOS => V.H.S. 2; y=2013; g=GECKOS
This Is A Movie (1999) [IMDB #] <Genre, Genre, Genre> {ACTORS} !DIRECTOR +MORE_SILLY_STUFF_NO_ONE_NEEDS ? => This Is A Movie; y=1999
(500).Days.Of.Movie.(2009).DTS.1080p.BluRay.x264.NLsubs => (500) Days Of Movie; y=2009
To.Live.and.Movie.in.L.A.1985.1080p.BluRay => To Live and Movie in L.A.; y=1985
www.Torrenting.com - Movie.2008.720p.X264-DIMENSION => Movie; y=2008; g=DIMENSION
www.5MovieRulz.tc - Movie (2000) Malayalam HQ HDRip - x264 - AAC - 700MB.mkv => Movie; y=2000
Movie.The.Final.Chapter.2016 => Movie The Final Chapter; y=2016
Der.Movie.James.German.Bluray.FuckYou.Pso.Why.cant.you.follow.scene.rules.1998 => Der Movie James; y=1998
Valana la Movie TRUEFRENCH BluRay 720p 2016 kjhlj => Valana la Movie; y=2016
Movie.Movie.2000.FRENCH..BluRay.-AiRLiNE => Movie Movie; y=2000; g=AiRLiNE
Movie.Title.Imax.2018.1080p.AMZN.WEB-DL.DD5.1.H.264-NTG => Movie Title; y=2018; ed=IMAX; g=NTG
World.Movie.Z.2.EXTENDED.2013.German.DL.1080p.BluRay.AVC-XANOR => World Movie Z 2; y=2013; ed=Extended; g=XANOR
The.French.Movie.2013.720p.BluRay.x264 - ROUGH[PublicHD] => The French Movie; y=2013; g=ROUGH
The.Good.German.2006.720p.BluRay.x264-RlsGrp => The Good German; y=2006; g=RlsGrp
[sam] Toward the Terra (1980) [BD 1080p TrueHD].mkv => Toward the Terra; y=1980; g=sam
[Arid] Cowboy Bebop - Knockin' on Heaven's Door v2 [00F4CDA0].mkv => Cowboy Bebop - Knockin' on Heaven's Door; g=Arid
[Kulot] Violet Evergarden Gaiden Eien to Jidou Shuki Ningyou [Dual-Audio][BDRip 1920x804 HEVC FLACx2] [91FC62A8].mkv => Violet Evergarden Gaiden Eien to Jidou Shuki Ningyou; g=Kulot
Movie.Aufbruch.nach.Pandora.Extended.2009.German.DTS.720p.BluRay.x264-SoW => Movie Aufbruch nach Pandora; y=2009; ed=Extended; g=SoW
96.Hours.Movie.3.EXTENDED.2014.German.DL.1080p.BluRay.x264-ENCOUNTERS => 96 Hours Movie 3; y=2014; ed=Extended; g=ENCOUNTERS
Movie.War.Q.EXTENDED.CUT.2013.German.DL.1080p.BluRay.x264-HQX => Movie War Q; y=2013; ed=Extended; g=HQX
2.Movie.in.L.A.1996.GERMAN.DL.720p.WEB.H264-SOV => 2 Movie in L.A.; y=1996; l=German; g=SOV
8.2019.GERMAN.720p.BluRay.x264-UNiVERSUM => 8; y=2019; l=German; g=UNiVERSUM
Movie.Klasse.von.1999.1990.German.720p.HDTV.x264-NORETAiL => Movie Klasse von 1999; y=1990; g=NORETAiL
Der.Movie.Eine.Unerwartete.Reise.Extended.German.720p.BluRay.x264-EXQUiSiTE => Der Movie Eine Unerwartete Reise; ed=Extended; g=EXQUiSiTE
Das.A.Team.Der.Film.Extended.Cut.German.720p.BluRay.x264-ANCIENT => Das A Team Der Film; ed=Extended; g=ANCIENT
Cars.2.German.DL.720p.BluRay.x264-EmpireHD => Cars 2; g=EmpireHD
Der.Film.deines.Lebens.German.2011.PAL.DVDR-ETM => Der Film deines Lebens; y=2011; g=ETM
Kick.Ass.2.2013.German.DTS.DL.720p.BluRay.x264-Pate_ => Kick Ass 2; y=2013; g=Pate
Skjegg.AKA.Rox.Beard.1965.CD1.CRiTERiON.DVDRip.XviD-KG.avi => Skjegg; y=1965; ed=Criterion; g=KG
Radarr.Under.Water.(aka.Beneath.the.Code.Freeze).1997.DVDRip.x264.CG-Grzechsin.mkv => Radarr Under Water; y=1997; g=Grzechsin
KillRoyWasHere.2000.BluRay.1080p.DTS.x264.dxva-EuReKA.mkv => KillRoyWasHere; y=2000; g=EuReKA
Aka Rox (2008).avi => Aka Rox; y=2008
Енола Голмс / Enola Holmes (2020) UHD WEB-DL 2160p 4K HDR H.265 Ukr/Eng | Sub Ukr/Eng => Енола Голмс; y=2020
Mon cousin a.k.a. My Cousin 2020 1080p Blu-ray DD 5.1 x264.mkv => Mon cousin; y=2020
(1995) Movie Name => Movie Name; y=1995
World Movie Z Movie [2023] => World Movie Z Movie; y=2023
German.Lancers.2019.720p.BluRay.x264-UNiVERSUM => German Lancers; y=2019; g=UNiVERSUM
Movie Name (2016) BluRay 1080p DTS-ES AC3 x264-3Li => Movie Name; y=2016; g=3Li
Prometheus.2012.(Special.Edition.Remastered).[Bluray-1080p].mkv => Prometheus; y=2012; ed=Special Edition Remastered
Prometheus 2012 Extended Directors Cut Fan Edit => Prometheus; y=2012; ed=Extended Director's Cut Fan Edit
2001 A Space Odyssey (1968) Director's Cut .mkv => 2001 A Space Odyssey; y=1968; ed=Director's Cut
2001: A Space Odyssey 1968 (Extended Directors Cut FanEdit) => 2001: A Space Odyssey; y=1968; ed=Extended Director's Cut Fan Edit
Prometheus.Special.Edition.Fan Edit.2012..BRRip.x264.AAC-m2g => Prometheus; y=2012; ed=Special Edition Fan Edit; g=m2g
Star Wars Episode IV - A New Hope (Despecialized) 1999.mkv => Star Wars Episode IV - A New Hope; y=1999; ed=Despecialized
Prometheus Extended Directors Cut Fan Edit 2012 => Prometheus; y=2012; ed=Extended Director's Cut Fan Edit
2001 A Space Odyssey Director's Cut (1968).mkv => 2001 A Space Odyssey; y=1968; ed=Director's Cut
Prometheus 50th Anniversary Edition 2012.mkv => Prometheus; y=2012; ed=50th Anniversary Edition
Movie IMAX 2012.mkv => Movie; y=2012; ed=IMAX
My.Movie.GERMAN.Extended.Cut.2016 => My Movie; y=2016; ed=Extended; l=German
Star.Wars.Holiday.Special.1978.DVD.REMUX.DD.2.0-ViETNAM => Star Wars Holiday Special; y=1978; g=ViETNAM
Loving.Pablo.2018.TS.FRENCH.MD.x264-DROGUERiE => Loving Pablo; y=2018; g=DROGUERiE
Uncut.Gems.2019.720p.BluRay.x264-YOL0W => Uncut Gems; y=2019; g=YOL0W
# public film paths
Movies/El Dia de la Bestia (1995)/El.dia.de.la.bestia.DVDrip.Spanish.DivX.by.Artik[SEDG].avi => El Dia de la Bestia; y=1995; src=dvd; v=divx; l=Spanish
Movies/Dark City (1998)/Dark.City.(1998).DC.BDRip.720p.DTS.X264-CHD.mkv => Dark City; y=1998; src=bluray; r=720p; a=DTS; v=x264; ed=Director's Cut; g=CHD
[XCT].Le.Prestige.(The.Prestige).DVDRip.[x264.HP.He-Aac.{Fr-Eng}.St{Fr-Eng}.Chaps].mkv => Le Prestige; src=dvd; v=x264; a=AAC
Battle Royale (2000)/Battle.Royale.(Batoru.Rowaiaru).(2000).(Special.Edition).CD1of2.DVDRiP.XviD-[ZeaL].avi => Battle Royale; y=2000; ed=Special Edition; src=dvd; v=xvid; g=ZeaL
Movies/Toy Story (1995)/Toy Story [HDTV 720p English-Spanish].mkv => Toy Story; y=1995; src=hdtv; r=720p; l=English,Spanish
Movies/Office Space (1999)/Office.Space.[Dual-DVDRip].[Spanish-English].[XviD-AC3-AC3].[by.Oswald].avi => Office Space; y=1999; src=dvd; v=xvid; a=AC-3; l=Spanish,English
movies/Baraka_Edition_Collector.avi => Baraka; ed=Collector's Edition
Movies/Blade Runner (1982)/Blade.Runner.(1982).(Director's.Cut).CD1.DVDRip.XviD.AC3-WAF.avi => Blade Runner; y=1982; ed=Director's Cut; src=dvd; v=xvid; a=AC-3; g=WAF
movies/Charlie.And.Boots.DVDRip.XviD-TheWretched/wthd-cab.avi => Charlie And Boots; src=dvd; v=xvid; g=TheWretched
movies/Greenberg.REPACK.LiMiTED.DVDRip.XviD-ARROW/arw-repack-greenberg.dvdrip.xvid.avi => Greenberg; src=dvd; v=xvid; g=ARROW; repack=1
Movies/Alice in Wonderland DVDRip.XviD-DiAMOND/dmd-aw.avi => Alice in Wonderland; src=dvd; v=xvid; g=DiAMOND
Movies/21 (2008)/21.(2008).DVDRip.x264.AC3-FtS.[sharethefiles.com].mkv => 21; y=2008; src=dvd; v=x264; a=AC-3; g=FtS
Movies/Mamma.Mia.2008.DVDRip.AC3.XviD-CrazyTeam/Mamma.Mia.2008.DVDRip.AC3.XviD-CrazyTeam.avi => Mamma Mia; y=2008; src=dvd; a=AC-3; v=xvid; g=CrazyTeam
Movies/M.A.S.H. (1970)/MASH.(1970).[Divx.5.02][Dual-Subtitulos][DVDRip].ogm => M.A.S.H.; y=1970; v=divx; src=dvd
Movies/Comme une Image (2004)/Comme.Une.Image.FRENCH.DVDRiP.XViD-NTK.par-www.divx-overnet.com.avi => Comme une Image; y=2004; l=French; src=dvd; v=xvid; g=NTK
Movies/Fantastic Mr Fox/Fantastic.Mr.Fox.2009.DVDRip.{x264+LC-AAC.5.1}{Fr-Eng}{Sub.Fr-Eng}-™.[sharethefiles.com].mkv => Fantastic Mr Fox; y=2009; src=dvd; v=x264; a=AAC; ch=5.1
Movies/Moon_(2009).mkv => Moon; y=2009
/public/uTorrent/Downloads Finished/Movies/Indiana.Jones.and.the.Temple.of.Doom.1984.HDTV.720p.x264.AC3.5.1-REDµX/Indiana.Jones.and.the.Temple.of.Doom.1984.HDTV.720p.x264.AC3.5.1-REDµX.mkv => Indiana Jones and the Temple of Doom; y=1984; src=hdtv; r=720p; v=x264; a=AC-3; ch=5.1; g=REDµX
Movies/Cosmopolis.2012.LiMiTED.720p.BluRay.x264-AN0NYM0US[bb]/ano-cosmo.720p.mkv => Cosmopolis; y=2012; r=720p; v=x264; src=bluray; g=AN0NYM0US
movies/La Science des Rêves (2006)/La.Science.Des.Reves.FRENCH.DVDRip.XviD-MP-AceBot.avi => La Science des Rêves; y=2006; src=dvd; v=xvid; l=French; g=AceBot
The.Rum.Diary.2011.1080p.BluRay.DTS.x264.D-Z0N3.mkv => The Rum Diary; y=2011; r=1080p; src=bluray; v=x264; a=DTS; g=D-Z0N3
The.Kings.Speech.2010.1080p.BluRay.DTS.x264.D Z0N3.mkv => The Kings Speech; y=2010; r=1080p; src=bluray; a=DTS; v=x264; g=D Z0N3
2001.A.Space.Odyssey.1968.HDDVD.1080p.DTS.x264.dxva EuReKA.mkv => 2001 A Space Odyssey; y=1968; src=bluray; r=1080p; g=EuReKA
2012.2009.720p.BluRay.x264.DTS WiKi.mkv => 2012; y=2009; r=720p; src=bluray; v=x264; a=DTS; g=WiKi
Immersion.French.2011.STV.READNFO.QC.FRENCH.ENGLISH.NTSC.DVDR.nfo => Immersion French; y=2011; l=French,English; src=dvd
French.Immersion.2011.STV.READNFO.QC.ENGLISH.NTSC.DVDR.nfo => French Immersion; y=2011; l=English; src=dvd
Pirates de langkasuka.2008.FRENCH.1920X1080.h264.AVC.AsiaRa.mkv => Pirates de langkasuka; y=2008; r=1080p; l=French; v=h264; g=AsiaRa
Django Unchained 2012 DVDSCR X264 AAC-P2P.nfo => Django Unchained; y=2012; v=x264; a=AAC; src=dvd; g=P2P
Die.Schluempfe.2.German.DL.1080p.BluRay.x264-EXQUiSiTE.mkv => Die Schluempfe 2; src=bluray; v=x264; r=1080p; g=EXQUiSiTE
Rocky 1976 French SubForced BRRip x264 AC3-FUNKY.mkv => Rocky; y=1976; src=bluray; v=x264; a=AC-3; g=FUNKY
The.Lizzie.McGuire.Movie.(2003).HR.DVDRiP.avi => The Lizzie McGuire Movie; y=2003; src=dvd
Hua.Mulan.BRRIP.MP4.x264.720p-HR.avi => Hua Mulan; v=x264; src=bluray; r=720p
Star Wars: Episode IV - A New Hope (2004) Special Edition.MKV => Star Wars: Episode IV - A New Hope; y=2004; ed=Special Edition
Perfect Child-2007-TRUEFRENCH-TVRip.Xvid-h@mster.avi => Perfect Child; y=2007; g=h@mster; v=xvid; l=French; src=hdtv
Yves.Saint.Laurent.2013.FRENCH.DVDSCR.MD.XviD-ViVARiUM.avi => Yves Saint Laurent; y=2013; src=dvd; l=French; v=xvid; g=ViVARiUM
some.movie.720p.bluray.x264-mind => some movie; r=720p; v=x264; src=bluray; g=mind
# public series paths
Series/Californication/Season 2/Californication.2x05.Vaginatown.HDTV.XviD-0TV.avi => Californication; s=2; e=5; et=Vaginatown; src=hdtv; v=xvid; g=0TV
Series/dexter/Dexter.5x02.Hello,.Bandit.ENG.-.sub.FR.HDTV.XviD-AlFleNi-TeaM.[tvu.org.ru].avi => Dexter; s=5; e=2; et=Hello, Bandit; l=English; src=hdtv; v=xvid; g=AlFleNi-TeaM
Series/Duckman/Duckman - S1E13 Joking The Chicken (unedited).avi => Duckman; s=1; e=13
Series/Duckman/Duckman - 101 (01) - 20021107 - I, Duckman.avi => Duckman; h=series; date=2002-11-07; et=I, Duckman
series/The Office/Season 4/The Office [401] Fun Run.avi => The Office; s=4; e=1; et=Fun Run
Series/Mad Men Season 1 Complete/Mad.Men.S01E01.avi => Mad Men; s=1; e=1
Series/Pure Laine/Pure.Laine.1x01.Toutes.Couleurs.Unies.FR.(Québec).DVB-Kceb.[tvu.org.ru].avi => Pure Laine; s=1; e=1; g=Kceb
Series/Pure Laine/2x05 - Pure Laine - Je Me Souviens.avi => Pure Laine; h=series; s=2; e=5
The.Mentalist.2x21.18-5-4.ENG.-.sub.FR.HDTV.XviD-AlFleNi-TeaM.[tvu.org.ru].avi => The Mentalist; s=2; e=21; et=18-5-4; l=English; g=AlFleNi-TeaM
series/__ Incomplete __/Dr Slump (Catalan)/Dr._Slump_-_003_DVB-Rip_Catalan_by_kelf.avi => Dr. Slump; h=series; abs=3; l=Catalan
Series/South Park/Season 4/South.Park.4x07.Cherokee.Hair.Tampons.DVDRip.[tvu.org.ru].avi => South Park; s=4; e=7; et=Cherokee Hair Tampons; src=dvd
Series/Breaking Bad/Minisodes/Breaking.Bad.(Minisodes).01.Good.Cop.Bad.Cop.WEBRip.XviD.avi => Breaking Bad; h=series; e=1; et=Good Cop Bad Cop
/mnt/series/The Big Bang Theory/S01/The.Big.Bang.Theory.S01E01.mkv => The Big Bang Theory; s=1; e=1
/media/Parks_and_Recreation-s03-e01.mkv => Parks and Recreation; s=3; e=1
/media/Band_of_Brothers-e01-Currahee.mkv => Band of Brothers; s=1; e=1; et=Currahee
/TV Shows/Mad.M-5x9.mkv => Mad M; s=5; e=9
Kaamelott - 5x44x45x46x47x48x49x50.avi => Kaamelott; s=5; e=44-50
Example S01E01-02.avi => Example; s=1; e=1-2
Series/Doctor Who (2005)/Season 06/Doctor Who (2005) - S06E01 - The Impossible Astronaut (1).avi => Doctor Who; y=2005; s=6; e=1
The Sopranos - [05x07] - In Camelot.mp4 => The Sopranos; s=5; e=7; et=In Camelot
Ben.and.Kate.S01E02.720p.HDTV.X264-DIMENSION.mkv => Ben and Kate; s=1; e=2; r=720p; v=x264; g=DIMENSION
/volume1/TV Series/Drawn Together/Season 1/Drawn Together 1x04 Requiem for a Reality Show.avi => Drawn Together; s=1; e=4; et=Requiem for a Reality Show
/media/bdc64bfe-e36f-4af8-b550-e6fd2dfaa507/TV_Shows/Doctor Who (2005)/Saison 6/Doctor Who (2005) - S06E13 - The Wedding of River Song.mkv => Doctor Who; y=2005; s=6; e=13; et=The Wedding of River Song
/mnt/videos/tvshows/Doctor Who/Season 06/E13 - The Wedding of River Song.mkv => Doctor Who; s=6; e=13; et=The Wedding of River Song
/home/disaster/Videos/TV/Merlin/merlin_2008.5x02.arthurs_bane_part_two.repack.720p_hdtv_x264-fov.mkv => merlin; y=2008; s=5; e=2; r=720p; src=hdtv; g=fov
CSI.S013E18.Sheltered.720p.WEB-DL.DD5.1.H.264.mkv => CSI; s=13; e=18; et=Sheltered; src=web-dl; v=h264
gossip.girl.s01e18.hdtv.xvid-2hd.eng.srt => gossip girl; s=1; e=18; src=hdtv; v=xvid; g=2hd
Wheels.S03E01-04.720p.HDTV.x264-IMMERSE.mkv => Wheels; s=3; e=1-4; g=IMMERSE
Marvels.Agents.of.S.H.I.E.L.D..S01E06.720p.HDTV.X264-DIMENSION.mkv => Marvels Agents of S.H.I.E.L.D.; s=1; e=6; g=DIMENSION
Series/Friday Night Lights/Season 1/Friday Night Lights S01E19 - Ch-Ch-Ch-Ch-Changes.avi => Friday Night Lights; s=1; e=19; et=Ch-Ch-Ch-Ch-Changes
Dexter Saison sept FRENCH.BDRip.XviD-MiND.nfo => Dexter; s=7; v=xvid; l=French; src=bluray; g=MiND
Pokémon S16 - E29 - 1280*720 HDTV VF.mkv => Pokémon; s=16; e=29; src=hdtv; l=French; r=720p
Dexter.S08E12.FINAL.MULTi.1080p.BluRay.x264-MiND.mkv => Dexter; s=8; e=12; v=x264; g=MiND; r=1080p
One Piece - E623 VOSTFR HD [www.manga-ddl-free.com].mkv => One Piece; s=1; e=623
Sleepy.Hollow.S01E09.720p.WEB-DL.DD5.1.H.264-BS.mkv => Sleepy Hollow; s=1; e=9; g=BS; src=web-dl
Battlestar.Galactica.S00.Pilot.FRENCH.DVDRip.XviD-NOTAG.avi => Battlestar Galactica; s=0; l=French; src=dvd; v=xvid; g=NOTAG
Pawn.Stars.S2014E18.720p.HDTV.x264-KILLERS => Pawn Stars; s=2014; e=18; g=KILLERS
House.of.Cards.2013.S02E03.1080p.Netflix.WEBRip.DD5.1.x264-NTb.mkv => House of Cards; y=2013; s=2; e=3; src=webrip; a=AC-3; g=NTb
Criminal.Minds.5x03.Reckoner.ENG.-.sub.FR.HDTV.XviD-STi.[tvu.org.ru].avi => Criminal Minds; s=5; e=3; l=English; v=xvid; g=STi; et=Reckoner
03-Criminal.Minds.avi => Criminal Minds; h=series; e=3
[Kaylith] Zankyou no Terror - 04 [480p][B4D4514E].mp4 => Zankyou no Terror; abs=4; r=480p; g=Kaylith
[PuyaSubs!] Seirei Tsukai no Blade Dance - 05 [720p][32DD560E].mkv => Seirei Tsukai no Blade Dance; abs=5; r=720p; g=PuyaSubs!
`;
