/**
 * Sixth set, series: names of scene, peer-to-peer, anime, web and foreign releases, written before the parser was run on
 * them and without knowledge of its rules, in the format of `release_names.ts`. Read with `readStated`. On the first
 * run, 97.0 % of the fields of the whole set were right. The conventions are those of `public_names.ts`.
 */
export const SIXTH_SERIES = String.raw`
# sixth, scene series
The.Last.of.Us.S01E03.1080p.WEB.H264-CAKES => The Last of Us; s=1; e=3; r=1080p; src=web-dl; v=h264; g=CAKES
Succession.S04E10.With.Open.Eyes.720p.HMAX.WEB-DL.DD5.1.H.264-NTb => Succession; s=4; e=10; r=720p; src=web-dl; v=h264; g=NTb
Breaking.Bad.S05E14.720p.HDTV.x264-IMMERSE => Breaking Bad; s=5; e=14; r=720p; src=hdtv; v=x264; g=IMMERSE
Game.of.Thrones.S08E03.PROPER.720p.WEB.H264-GHOSTS => Game of Thrones; s=8; e=3; proper=1; r=720p; src=web-dl; v=h264; g=GHOSTS
The.Wire.S03E11.DVDRip.XviD-MEDiEVAL => The Wire; s=3; e=11; src=dvd; v=xvid; g=MEDiEVAL
Doctor.Who.2005.S13E00.Legend.of.the.Sea.Devils.720p.HDTV.x264-ORGANiC => Doctor Who; y=2005; s=13; e=0; r=720p; src=hdtv; v=x264; g=ORGANiC
House.of.the.Dragon.S02E01.REPACK.1080p.HEVC.x265-MeGusta => House of the Dragon; s=2; e=1; repack=1; r=1080p; v=x265; g=MeGusta
Top.Gear.S12E07.HDTV.XviD-RiVER => Top Gear; s=12; e=7; src=hdtv; v=xvid; g=RiVER
Greys.Anatomy.S18E05.XviD-AFG[eztv] => Greys Anatomy; s=18; e=5; v=xvid; g=AFG
Homeland.S01E01E02.720p.BluRay.x264-DEMAND => Homeland; s=1; e=1-2; r=720p; src=bluray; v=x264; g=DEMAND
Friends.S10E17-E18.1080p.BluRay.x264-HDMaNiAcS => Friends; s=10; e=17-18; r=1080p; src=bluray; v=x264; g=HDMaNiAcS
Lost.S06E17-18.720p.HDTV.X264-DIMENSION => Lost; s=6; e=17-18; r=720p; src=hdtv; v=x264; g=DIMENSION
24.S08E23E24.720p.HDTV.x264-IMMERSE => 24; s=8; e=23-24; r=720p; src=hdtv; v=x264; g=IMMERSE
1883.S01E05.1080p.WEB.H264-CAKES => 1883; s=1; e=5; r=1080p; src=web-dl; v=h264; g=CAKES
11.22.63.S01E02.720p.WEBRip.x264-2HD => 11.22.63; s=1; e=2; r=720p; src=webrip; v=x264; g=2HD
9-1-1.S07E03.1080p.HEVC.x265-MeGusta => 9-1-1; s=7; e=3; r=1080p; v=x265; g=MeGusta
9-1-1.Lone.Star.S03E12.720p.HDTV.x264-SYNCOPY => 9-1-1 Lone Star; s=3; e=12; r=720p; src=hdtv; v=x264; g=SYNCOPY
Hawaii.Five-0.2010.S09E01.HDTV.x264-KILLERS => Hawaii Five-0; y=2010; s=9; e=1; src=hdtv; v=x264; g=KILLERS
Battlestar.Galactica.2003.S04E20.Daybreak.Part.2.1080p.BluRay.x264-SPLiTSViLLE => Battlestar Galactica; y=2003; s=4; e=20; r=1080p; src=bluray; v=x264; g=SPLiTSViLLE
The.100.S07E16.1080p.WEB.H264-CAKES => The 100; s=7; e=16; r=1080p; src=web-dl; v=h264; g=CAKES
Zero.Day.2025.S01E06.1080p.WEB.h264-ETHEL => Zero Day; y=2025; s=1; e=6; r=1080p; src=web-dl; v=h264; g=ETHEL
Sherlock.3x02.HDTV.x264-FoV => Sherlock; s=3; e=2; src=hdtv; v=x264; g=FoV
The.Office.US.3x24-25.The.Job.HDTV.XviD => The Office US; s=3; e=24-25; src=hdtv; v=xvid
The.IT.Crowd.S01.DVDRip.XviD-FTP => The IT Crowd; s=1; full=1; src=dvd; v=xvid; g=FTP
Fleabag.S02.COMPLETE.720p.BluRay.x264-GalaxyTV[TGx] => Fleabag; s=2; full=1; r=720p; src=bluray; v=x264; g=GalaxyTV
Chernobyl.S01.1080p.BluRay.x264-ROVERS => Chernobyl; s=1; full=1; r=1080p; src=bluray; v=x264; g=ROVERS
The.Sopranos.S01-S06.1080p.BluRay.x264-Mixed => The Sopranos; ss=1-6; full=1; r=1080p; src=bluray; v=x264; g=Mixed
Seinfeld.Complete.Series.S01-09.1080p.WEB-DL.AAC2.0.H.264-NTb => Seinfeld; ss=1-9; full=1; r=1080p; src=web-dl; v=h264; g=NTb
Friday.Night.Lights.Season.4.720p.BluRay.x264-HAiDEAF => Friday Night Lights; s=4; full=1; r=720p; src=bluray; v=x264; g=HAiDEAF
Mad Men Season 3 Complete 720p BluRay x264 => Mad Men; s=3; full=1; r=720p; src=bluray; v=x264
The Simpsons Seasons 1 to 10 DVDRip x264 => The Simpsons; ss=1-10; full=1; src=dvd; v=x264
Band.of.Brothers.Part.3.Carentan.1080p.BluRay.x264-HDxT => Band of Brothers; s=1; e=3; r=1080p; src=bluray; v=x264; g=HDxT
Planet.Earth.II.Part05.Grasslands.2160p.UHD.BluRay.x265-SCOTLUHD => Planet Earth II; s=1; e=5; r=2160p; src=bluray; v=x265; g=SCOTLUHD
The.Pacific.Part.Ten.720p.HDTV.x264-IMMERSE => The Pacific; s=1; e=10; r=720p; src=hdtv; v=x264; g=IMMERSE
Generation.Kill.Pt.II.720p.BluRay.x264-SiNNERS => Generation Kill; s=1; e=2; r=720p; src=bluray; v=x264; g=SiNNERS
Civilisations.2018.1of9.Second.Moment.of.Creation.720p.HDTV.x264.AAC.MVGroup.org.mkv => Civilisations; y=2018; s=1; e=1; r=720p; src=hdtv; v=x264
BBC.Wonders.of.the.Universe.4of4.Messengers.1080p.BluRay.x264.AC3.MVGroup.mkv => BBC Wonders of the Universe; s=1; e=4; r=1080p; src=bluray; v=x264
Cosmos - A Personal Voyage - 03 of 13 - The Harmony of the Worlds.avi => Cosmos - A Personal Voyage; s=1; e=3
the.americans.205.hdtv-lol => the americans; s=2; e=5; src=hdtv; g=lol
fringe.s04e22.720p-dimension => fringe; s=4; e=22; r=720p; g=dimension
ER.1x01.24.Hours.DVDRip.XviD-SAiNTS => ER; s=1; e=1; src=dvd; v=xvid; g=SAiNTS
Star.Trek.Deep.Space.Nine.S06E19.In.the.Pale.Moonlight.DVDRip.x264-[MULVAcoded] => Star Trek Deep Space Nine; s=6; e=19; src=dvd; v=x264; g=MULVAcoded
Person.of.Interest.S02E22.God.Mode.1080p.WEB-DL.DD5.1.H.264-BS => Person of Interest; s=2; e=22; r=1080p; src=web-dl; v=h264; g=BS
S.W.A.T.2017.S06E10.1080p.WEB.h264-ELEANOR => S.W.A.T.; y=2017; s=6; e=10; r=1080p; src=web-dl; v=h264; g=ELEANOR
Marvels.Agents.of.S.H.I.E.L.D.S07E13.720p.HDTV.x264-AVS => Marvels Agents of S.H.I.E.L.D.; s=7; e=13; r=720p; src=hdtv; v=x264; g=AVS
M.A.S.H.S05E12.DVDRip.x264-MaG => M.A.S.H.; s=5; e=12; src=dvd; v=x264; g=MaG
CSI.Crime.Scene.Investigation.S10E12.HDTV.XviD-LOL => CSI Crime Scene Investigation; s=10; e=12; src=hdtv; v=xvid; g=LOL
Law.and.Order.SVU.S25E01.1080p.HDTV.H264-ATOMOS => Law and Order SVU; s=25; e=1; r=1080p; src=hdtv; v=h264; g=ATOMOS
Taskmaster.S17E04.1080p.ALL4.WEB-DL.AAC2.0.H.264-RNG => Taskmaster; s=17; e=4; r=1080p; src=web-dl; v=h264; g=RNG
QI.XL.S19E03.1080p.iP.WEB-DL.AAC2.0.HFG.H264-playWEB => QI XL; s=19; e=3; r=1080p; src=web-dl; v=h264; g=playWEB
Have.I.Got.News.for.You.S66E02.EXTENDED.720p.iP.WEBRip.AAC2.0.H264-NTb => Have I Got News for You; s=66; e=2; ed=Extended; r=720p; src=webrip; v=h264; g=NTb
Formula1.2024.Round05.China.Race.1080p.WEB.h264-VERUM => Formula1; y=2024; r=1080p; src=web-dl; v=h264; g=VERUM
UFC.300.Prelims.1080p.WEB.h264-SPORTSNET => UFC 300 Prelims; r=1080p; src=web-dl; v=h264; g=SPORTSNET
# sixth, p2p and web series
Andor.S01E10.2160p.DSNP.WEB-DL.DDP5.1.Atmos.DV.HDR.H.265-NTb => Andor; s=1; e=10; r=2160p; src=web-dl; v=h265; g=NTb
Severance S02E07 Chikhai Bardo 2160p ATVP WEB-DL DDP5 1 Atmos DV HDR H 265-NTb => Severance; s=2; e=7; r=2160p; src=web-dl; v=h265; g=NTb
Shogun.2024.S01E09.Crimson.Sky.1080p.HULU.WEB-DL.DDP5.1.H.264-FLUX => Shogun; y=2024; s=1; e=9; r=1080p; src=web-dl; v=h264; g=FLUX
The.Bear.S03E06.Napkins.1080p.DSNP.WEB-DL.DDP5.1.H.264-NTb.mkv => The Bear; s=3; e=6; r=1080p; src=web-dl; v=h264; g=NTb
Arcane.S01.1080p.NF.WEB-DL.DDP5.1.Atmos.x264-TEPES => Arcane; s=1; full=1; r=1080p; src=web-dl; v=x264; g=TEPES
The.Expanse.S01.1080p.BluRay.REMUX.AVC.DTS-HD.MA.5.1-NOGRP => The Expanse; s=1; full=1; r=1080p; src=bluray; mod=remux; v=h264; g=NOGRP
Twin.Peaks.S03E08.Part.8.1080p.BluRay.DTS.x264-SbR => Twin Peaks; s=3; e=8; r=1080p; src=bluray; v=x264; g=SbR
Rick.and.Morty.S05E01.1080p.AMZN.WEBRip.DDP5.1.x264-TOMMY => Rick and Morty; s=5; e=1; r=1080p; src=webrip; v=x264; g=TOMMY
Black.Mirror.S06E01.INTERNAL.1080p.WEB.H264-CAKES => Black Mirror; s=6; e=1; r=1080p; src=web-dl; v=h264; g=CAKES
Bluey (2018) - S03E10 - Pavlova (1080p DSNP WEB-DL x265 Ghost).mkv => Bluey; y=2018; s=3; e=10; r=1080p; src=web-dl; v=x265; g=Ghost
Better Call Saul (2015) Season 6 S06 (1080p AMZN WEB-DL x265 HEVC 10bit DDP 5.1 Vyndros) => Better Call Saul; y=2015; s=6; full=1; r=1080p; src=web-dl; v=x265; g=Vyndros
The West Wing - S02E22 - Two Cathedrals.mkv => The West Wing; s=2; e=22
The West Wing - 2x22 - Two Cathedrals.mkv => The West Wing; s=2; e=22
Fawlty Towers - s01e02 - The Builders - DVD.avi => Fawlty Towers; s=1; e=2; src=dvd
Dark (2017) - S01E01-E03 - Secrets - [WEBDL-1080p][EAC3 5.1][h264]-NTb.mkv => Dark; y=2017; s=1; e=1-3; r=1080p; src=web-dl; v=h264; g=NTb
Ted Lasso - S03E12 - So Long, Farewell [ATVP WEBDL-2160p][DV HDR10][EAC3 Atmos 5.1][h265]-FLUX.mkv => Ted Lasso; s=3; e=12; r=2160p; src=web-dl; v=h265; g=FLUX
Yellowstone.2018.S05E09.1080p.AMZN.WEB-DL.DDP2.0.H.264-NTb[rartv] => Yellowstone; y=2018; s=5; e=9; r=1080p; src=web-dl; v=h264; g=NTb
What.We.Do.in.the.Shadows.S05E06.1080p.WEB.h264-EDITH[eztv.re].mkv => What We Do in the Shadows; s=5; e=6; r=1080p; src=web-dl; v=h264; g=EDITH
[www.torrenting.com] - Suits.S09E10.720p.WEB.x264-TBS => Suits; s=9; e=10; r=720p; src=web-dl; v=x264; g=TBS
Slow Horses S04E01 Identity Theft 1080p ATVP WEB-DL DDP5 1 H 264-NTb => Slow Horses; s=4; e=1; r=1080p; src=web-dl; v=h264; g=NTb
Invincible.2021.S02E04.AV1.1080p.AMZN.WEB-DL.OPUS.5.1-RAV1NE => Invincible; y=2021; s=2; e=4; r=1080p; src=web-dl; v=av1; g=RAV1NE
The.Penguin.S01E08.2160p.MAX.WEB-DL.DDP5.1.Atmos.DV.HDR.H.265-FLUX-xpost => The Penguin; s=1; e=8; r=2160p; src=web-dl; v=h265; g=FLUX
Columbo S02E01 Etude in Black 1972 1080p BluRay Remux AVC FLAC 2.0-NTb => Columbo; s=2; e=1; r=1080p; src=bluray; mod=remux; v=h264; g=NTb
Archer.2009.S01E01.Mole.Hunt.1080p.BluRay.x265-Silence => Archer; y=2009; s=1; e=1; r=1080p; src=bluray; v=x265; g=Silence
It's Always Sunny in Philadelphia S16E02 Frank Shoots Every Member of the Gang 1080p HULU WEB-DL => It's Always Sunny in Philadelphia; s=16; e=2; r=1080p; src=web-dl
Love.Death.and.Robots.S03E09.Jibaro.2160p.NF.WEB-DL.DDP5.1.DV.HDR.HEVC-PMP => Love Death and Robots; s=3; e=9; r=2160p; src=web-dl; v=h265; g=PMP
MythBusters.S2012E05.Fire.vs.Ice.720p.HDTV.x264-KILLERS => MythBusters; s=2012; e=5; r=720p; src=hdtv; v=x264; g=KILLERS
Room.104.S01E01.Ralphie.1080p.AMZN.WEB-DL.DD5.1.H.264-NTb => Room 104; s=1; e=1; r=1080p; src=web-dl; v=h264; g=NTb
Blindspot.S01E05.720p.HDTV.X264-DIMENSION-[rarbg.to] => Blindspot; s=1; e=5; r=720p; src=hdtv; v=x264; g=DIMENSION
Girls.5eva.S02E03.1080p.WEB.H264-GGEZ => Girls 5eva; s=2; e=3; r=1080p; src=web-dl; v=h264; g=GGEZ
Tulsa King S02E03 1080p x265-ELiTE EZTV => Tulsa King; s=2; e=3; r=1080p; v=x265; g=ELiTE
Wednesday S01 E04 1080p NF WEBRip x264 => Wednesday; s=1; e=4; r=1080p; src=webrip; v=x264
Reacher.S02.E08.1080p.WEB.H264 => Reacher; s=2; e=8; r=1080p; src=web-dl; v=h264
Loki.S1E4.1080p.WEB-DL.x264-EVO => Loki; s=1; e=4; r=1080p; src=web-dl; v=x264; g=EVO
Lupin Season 1 Episode 4 1080p NF WEB-DL => Lupin; s=1; e=4; r=1080p; src=web-dl
Mr.Robot.S04E13.Hello.Elliot.1080p.BluRay.x264-SCREAM => Mr Robot; s=4; e=13; r=1080p; src=bluray; v=x264; g=SCREAM
# sixth, daily
The.Daily.Show.2024.07.16.Whoopi.Goldberg.1080p.WEB.h264-EDITH => The Daily Show; date=2024-07-16; r=1080p; src=web-dl; v=h264; g=EDITH
Stephen.Colbert.2023.11.06.Cate.Blanchett.720p.WEB.h264-JEBAITED => Stephen Colbert; date=2023-11-06; r=720p; src=web-dl; v=h264; g=JEBAITED
Conan.2012.02.29.Chelsea.Handler.HDTV.x264-2HD => Conan; date=2012-02-29; src=hdtv; v=x264; g=2HD
Jimmy.Kimmel.2025.01.13.Timothee.Chalamet.1080p.HEVC.x265-MeGusta => Jimmy Kimmel; date=2025-01-13; r=1080p; v=x265; g=MeGusta
WWE.Monday.Night.RAW.2024.03.18.1080p.WEB.h264-HEEL => WWE Monday Night RAW; date=2024-03-18; r=1080p; src=web-dl; v=h264; g=HEEL
Jeopardy.2023.09.11.720p.HDTV.x264-NTb => Jeopardy; date=2023-09-11; r=720p; src=hdtv; v=x264; g=NTb
The Late Late Show with James Corden - 2023-04-27 - Harry Styles.mkv => The Late Late Show with James Corden; date=2023-04-27
60.Minutes.US.2022.10.16.720p.HDTV.x264-60FPS => 60 Minutes US; date=2022-10-16; r=720p; src=hdtv; v=x264; g=60FPS
Real Time with Bill Maher 2021 03 05 1080p WEB H264-BIGDOC => Real Time with Bill Maher; date=2021-03-05; r=1080p; src=web-dl; v=h264; g=BIGDOC
Tagesschau.15.03.2023.GERMAN.720p.HDTV.x264-TVP => Tagesschau; date=2023-03-15; r=720p; src=hdtv; v=x264; g=TVP
heute-show_23.12.01_22-30_zdf_30_TVOON_DE.mpg.HD.avi => heute-show; date=2023-12-01
AEW.Dynamite.20240619.1080p.WEB.h264-HEEL => AEW Dynamite; date=2024-06-19; r=1080p; src=web-dl; v=h264; g=HEEL
# sixth, anime
[SubsPlease] Sousou no Frieren - 28 (1080p) [8C31A7AB].mkv => Sousou no Frieren; h=anime; abs=28; r=1080p; g=SubsPlease; hash=8C31A7AB
[Erai-raws] Dandadan - 05 [1080p][Multiple Subtitle][6E2D7C10].mkv => Dandadan; h=anime; abs=5; r=1080p; g=Erai-raws; hash=6E2D7C10
[HorribleSubs] Shingeki no Kyojin S3 - 49 [720p].mkv => Shingeki no Kyojin; h=anime; s=3; abs=49; r=720p; g=HorribleSubs
[SubsPlease] Kusuriya no Hitorigoto S2 - 07 (720p) [C3C1B2D4].mkv => Kusuriya no Hitorigoto; h=anime; s=2; abs=7; r=720p; g=SubsPlease; hash=C3C1B2D4
[ASW] Jujutsu Kaisen - 41 [1080p HEVC x265 10Bit][AAC] => Jujutsu Kaisen; h=anime; abs=41; r=1080p; v=x265; g=ASW
[Judas] Vinland Saga (Season 2) [1080p][HEVC x265 10bit][Multi-Subs] (Batch) => Vinland Saga; h=anime; s=2; full=1; r=1080p; v=x265; g=Judas
[Judas] Ousama Ranking - S01E12.mkv => Ousama Ranking; h=anime; s=1; e=12; g=Judas
[EMBER] Spy x Family S02E05 [1080p] [HEVC WEBRip].mkv => Spy x Family; h=anime; s=2; e=5; r=1080p; src=webrip; v=h265; g=EMBER
[Commie] Steins;Gate - 23 [BD 720p AAC] [5A2C7B91].mkv => Steins;Gate; h=anime; abs=23; r=720p; src=bluray; g=Commie; hash=5A2C7B91
[Coalgirls] Clannad After Story 18 (1280x720 Blu-ray FLAC) [D6B1C1E0].mkv => Clannad After Story; h=anime; abs=18; r=720p; src=bluray; g=Coalgirls; hash=D6B1C1E0
[UTW]_Fate_Zero_-_14_[BD][h264-1080p_FLAC][9A3E1F2B].mkv => Fate Zero; h=anime; abs=14; r=1080p; src=bluray; v=h264; g=UTW; hash=9A3E1F2B
[gg]_Code_Geass_R2_-_25_[A1B2C3D4].mkv => Code Geass R2; h=anime; abs=25; g=gg; hash=A1B2C3D4
[DameDesuYo] Mob Psycho 100 II - 05v2 (1920x1080 10bit AAC) [3F4E5D6C].mkv => Mob Psycho 100 II; h=anime; abs=5; ver=2; r=1080p; g=DameDesuYo; hash=3F4E5D6C
[Kametsu] Cowboy Bebop (BD 1080p Hi10 FLAC) [batch] => Cowboy Bebop; h=anime; r=1080p; src=bluray; g=Kametsu
[Exiled-Destiny] Trigun - 26 - Under the Sky so Blue [DVD][8DFA2E11].mkv => Trigun; h=anime; abs=26; src=dvd; g=Exiled-Destiny; hash=8DFA2E11
[Moozzi2] Haikyuu!! - 01-25 (BD 1920x1080 x.264 Flac) => Haikyuu!!; h=anime; abs=1-25; r=1080p; src=bluray; v=x264; g=Moozzi2
[VCB-Studio] Hibike! Euphonium [01][Ma10p_1080p][x265_flac].mkv => Hibike! Euphonium; h=anime; abs=1; r=1080p; v=x265; g=VCB-Studio
[Nekomoe kissaten][Bocchi the Rock!][08][1080p][JPSC].mp4 => Bocchi the Rock!; h=anime; abs=8; r=1080p; g=Nekomoe kissaten
[Lilith-Raws] Oshi no Ko - 11 [Baha][WEB-DL][1080p][AVC AAC][CHT][MP4] => Oshi no Ko; h=anime; abs=11; r=1080p; src=web-dl; v=h264; g=Lilith-Raws
[ANi] Ore dake Level Up na Ken - 12 [1080P][Baha][WEB-DL][AAC AVC][CHT].mp4 => Ore dake Level Up na Ken; h=anime; abs=12; r=1080p; src=web-dl; v=h264; g=ANi
[Sakurato] Yofukashi no Uta [13][HEVC-10bit 1080p AAC][CHS&CHT].mkv => Yofukashi no Uta; h=anime; abs=13; r=1080p; v=h265; g=Sakurato
[Ohys-Raws] One Piece - 1089 (CX 1280x720 x264 AAC).mp4 => One Piece; h=anime; abs=1089; r=720p; v=x264; g=Ohys-Raws
One.Piece.E1100.1080p.CR.WEB-DL.AAC2.0.H.264-VARYG.mkv => One Piece; h=anime; abs=1100; r=1080p; src=web-dl; v=h264; g=VARYG
One Piece - 0892 - The Land of Wano.mkv => One Piece; h=anime; abs=892
Naruto.Shippuuden.-.480.-.480p.WEB-DL.x264-SBS => Naruto Shippuuden; h=anime; abs=480; r=480p; src=web-dl; v=x264; g=SBS
Chainsaw.Man.S01E12.Katana.vs.Chainsaw.1080p.CR.WEB-DL.AAC2.0.H.264-VARYG => Chainsaw Man; h=anime; s=1; e=12; r=1080p; src=web-dl; v=h264; g=VARYG
Demon.Slayer.Kimetsu.no.Yaiba.S04E08.1080p.WEB.H264-SKYANiME => Demon Slayer Kimetsu no Yaiba; h=anime; s=4; e=8; r=1080p; src=web-dl; v=h264; g=SKYANiME
Attack.on.Titan.S04E30.DUBBED.1080p.WEB.h264-BAKED => Attack on Titan; h=anime; s=4; e=30; r=1080p; src=web-dl; v=h264; g=BAKED
[Tsundere-Raws] Solo Leveling S2 - 04 VOSTFR 1080p WEB x264 AAC (ADN) => Solo Leveling; h=anime; s=2; abs=4; r=1080p; src=web-dl; v=x264; g=Tsundere-Raws
[Anime Time] Bleach (Complete Series) (001-366) [1080p][HEVC 10bit x265][AAC][Eng Sub] => Bleach; h=anime; abs=1-366; r=1080p; v=x265; g=Anime Time
[Golumpa] My Hero Academia - 138 (FUNimation 1080p x264 AAC) [E1D2C3B4].mkv => My Hero Academia; h=anime; abs=138; r=1080p; v=x264; g=Golumpa; hash=E1D2C3B4
[Beatrice-Raws] Kimi no Na wa. [BDRip 1920x1080 HEVC TrueHD].mkv => Kimi no Na wa.; h=anime; r=1080p; src=bluray; v=h265; g=Beatrice-Raws
[Arid] Tengen Toppa Gurren Lagann - 08 [BD 1080p][FLAC][AB12CD34].mkv => Tengen Toppa Gurren Lagann; h=anime; abs=8; r=1080p; src=bluray; g=Arid; hash=AB12CD34
[Doki] Toaru Kagaku no Railgun S - 16 (1280x720 Hi10P BD AAC) [0B1C2D3E].mkv => Toaru Kagaku no Railgun S; h=anime; abs=16; r=720p; src=bluray; g=Doki; hash=0B1C2D3E
[FFF] Hataraku Maou-sama! - 13 [1080p] [F0E1D2C3].mkv => Hataraku Maou-sama!; h=anime; abs=13; r=1080p; g=FFF; hash=F0E1D2C3
[Chihiro] Kobayashi-san Chi no Maid Dragon S - 00 [1080p Hi10P AAC][77AA66BB].mkv => Kobayashi-san Chi no Maid Dragon S; h=anime; abs=0; r=1080p; g=Chihiro; hash=77AA66BB
[MTBB] Fruits Basket (2019) - 06.5 (BD 1080p) [91C2D3E4].mkv => Fruits Basket; h=anime; y=2019; abs=6.5; r=1080p; src=bluray; g=MTBB; hash=91C2D3E4; sp=1
[Cleo] Kaguya-sama wa Kokurasetai - OVA [1080p Dual Audio 10bit BD x265] => Kaguya-sama wa Kokurasetai; h=anime; sp=1; r=1080p; src=bluray; v=x265; g=Cleo
[SubsPlease] Detective Conan - 1151 (1080p) [5D4C3B2A].mkv => Detective Conan; h=anime; abs=1151; r=1080p; g=SubsPlease; hash=5D4C3B2A
[Erai-raws] Re Zero kara Hajimeru Isekai Seikatsu 3rd Season - 14 [1080p CR WEB-DL AVC AAC][MultiSub][D4E5F6A7].mkv => Re Zero kara Hajimeru Isekai Seikatsu; h=anime; s=3; abs=14; r=1080p; src=web-dl; v=h264; g=Erai-raws; hash=D4E5F6A7
[Yameii] Ranma ½ - S01E03 [English Dub] [NF WEB-DL 1080p] [1234ABCD] => Ranma ½; h=anime; s=1; e=3; r=1080p; src=web-dl; g=Yameii; hash=1234ABCD
[ToonsHub] Sakamoto Days S01E05 1080p NF WEB-DL AAC2.0 H.264 (Multi-Subs) => Sakamoto Days; h=anime; s=1; e=5; r=1080p; src=web-dl; v=h264; g=ToonsHub
[DB] Hunter x Hunter (2011)_-_059_(10bit_BD1080p_x265).mkv => Hunter x Hunter; h=anime; y=2011; abs=59; r=1080p; src=bluray; v=x265; g=DB
[Anime-Koi] Shirobako - 24 [h264-720p][AC8D1F3E].mkv => Shirobako; h=anime; abs=24; r=720p; v=h264; g=Anime-Koi; hash=AC8D1F3E
[Reaktor] Neon Genesis Evangelion - E24 [1080p][x265][10-bit][Dual-Audio].mkv => Neon Genesis Evangelion; h=anime; abs=24; r=1080p; v=x265; g=Reaktor
[Vodes] 86 - Eighty Six - 23 (BD 1080p HEVC FLAC) [4C5D6E7F].mkv => 86 - Eighty Six; h=anime; abs=23; r=1080p; src=bluray; v=h265; g=Vodes; hash=4C5D6E7F
[SubsPlease] 100-man no Inochi no Ue ni Ore wa Tatteiru - 12 (1080p) [E2F3A4B5].mkv => 100-man no Inochi no Ue ni Ore wa Tatteiru; h=anime; abs=12; r=1080p; g=SubsPlease; hash=E2F3A4B5
[HorribleSubs] 3-gatsu no Lion - 33 [1080p].mkv => 3-gatsu no Lion; h=anime; abs=33; r=1080p; g=HorribleSubs
[Mezashite] Aikatsu! ‒ 100 [F2D3C4B5].mkv => Aikatsu!; h=anime; abs=100; g=Mezashite; hash=F2D3C4B5
[Saizen] Legend of the Galactic Heroes - 082 [DVD][Hi10p][66778899].mkv => Legend of the Galactic Heroes; h=anime; abs=82; src=dvd; g=Saizen; hash=66778899
[Shisukon] Gintama 265 [1080p].mkv => Gintama; h=anime; abs=265; r=1080p; g=Shisukon
[BakedFish] Boku no Pico - 01-03 [720p][AAC].mp4 => Boku no Pico; h=anime; abs=1-3; r=720p; g=BakedFish
[Pn8] Lycoris Recoil - S01v2 [BD 1080p HEVC Opus] => Lycoris Recoil; h=anime; s=1; full=1; ver=2; r=1080p; src=bluray; v=h265; g=Pn8
Made.in.Abyss.S02E03.VOSTFR.1080p.WEB.x264-Tsundere-Raws => Made in Abyss; h=anime; s=2; e=3; r=1080p; src=web-dl; v=x264; g=Tsundere-Raws
Dragon Ball Z - 095 - Transformed at Last (Dragon Box DVD).mkv => Dragon Ball Z; h=anime; abs=95; src=dvd
[Salieri] Zom 100 - Bucket List of the Dead - 09 [1080p].mkv => Zom 100 - Bucket List of the Dead; h=anime; abs=9; r=1080p; g=Salieri
[U3-Web] Kaijuu 8-gou - 12 [1080p HEVC].mkv => Kaijuu 8-gou; h=anime; abs=12; r=1080p; v=h265; g=U3-Web
# sixth, foreign series
Dark.S03E08.German.DL.1080p.WEB.x264-WvF => Dark; s=3; e=8; r=1080p; src=web-dl; v=x264; g=WvF
Babylon.Berlin.S04E12.GERMAN.1080p.WEB.H264-SUNDRY => Babylon Berlin; s=4; e=12; r=1080p; src=web-dl; v=h264; g=SUNDRY
Tatort.E1200.Borowski.und.der.gute.Mensch.German.720p.WEB.H264-RWP => Tatort; abs=1200; r=720p; src=web-dl; v=h264; g=RWP
Der.Tatortreiniger.S06.Complete.German.1080p.WEB-DL.h264-SAUERKRAUT => Der Tatortreiniger; s=6; full=1; r=1080p; src=web-dl; v=h264; g=SAUERKRAUT
Stromberg.Staffel.3.German.DVDRip.XviD-SOF => Stromberg; s=3; full=1; src=dvd; v=xvid; g=SOF
Le.Bureau.des.Legendes.S05E10.FiNAL.FRENCH.1080p.WEB.H264-SH0W => Le Bureau des Legendes; s=5; e=10; r=1080p; src=web-dl; v=h264; g=SH0W
Engrenages.Saison.8.FRENCH.HDTV.XviD-EXTREME => Engrenages; s=8; full=1; src=hdtv; v=xvid; g=EXTREME
Kaamelott.Livre.IV.FRENCH.DVDRip.XviD-GKS => Kaamelott; s=4; full=1; src=dvd; v=xvid; g=GKS
HPI.S03E02.FRENCH.WEB.H264-FRATERNiTY => HPI; s=3; e=2; src=web-dl; v=h264; g=FRATERNiTY
La.Casa.de.Papel.S05E10.SPANISH.1080p.NF.WEB-DL.DDP5.1.Atmos.x264-TEPES => La Casa de Papel; s=5; e=10; r=1080p; src=web-dl; v=x264; g=TEPES
El Ministerio del Tiempo - Temporada 2 [HDTV 720p][Cap.205][AC3 5.1 Español Castellano] => El Ministerio del Tiempo; s=2; e=5; r=720p; src=hdtv
Vis a Vis - Temporada 1 [HDTV][Cap.101][Castellano] => Vis a Vis; s=1; e=1; src=hdtv
Gomorra.La.Serie.S05E09-10.iTALiAN.1080p.WEB.H264-MeM => Gomorra La Serie; s=5; e=9-10; r=1080p; src=web-dl; v=h264; g=MeM
Il Commissario Montalbano 11x02 Una faccenda delicata ITA DVDRip x264-TNT => Il Commissario Montalbano; s=11; e=2; src=dvd; v=x264; g=TNT
Boris.Stagione.4.iTALiAN.1080p.DSNP.WEB-DL.DD5.1.H264-MeM => Boris; s=4; full=1; r=1080p; src=web-dl; v=h264; g=MeM
Cidade Invisível 2ª Temporada Completa 1080p WEB-DL Nacional => Cidade Invisível; s=2; full=1; r=1080p; src=web-dl
Ranczo.S05E03.PL.720p.WEB-DL.x264-J => Ranczo; s=5; e=3; r=720p; src=web-dl; v=x264; g=J
Forbrydelsen.S01E20.DANiSH.720p.BluRay.x264-SHORTBREHD => Forbrydelsen; s=1; e=20; r=720p; src=bluray; v=x264; g=SHORTBREHD
Bron.Broen.S04E08.SWEDiSH.720p.HDTV.x264-xD2V => Bron Broen; s=4; e=8; r=720p; src=hdtv; v=x264; g=xD2V
Okkupert.S03.NORWEGiAN.1080p.WEB-DL.H.264-KAMI => Okkupert; s=3; full=1; r=1080p; src=web-dl; v=h264; g=KAMI
Undercover.2019.S03E05.DUTCH.1080p.WEB.H264-PSYCHD => Undercover; y=2019; s=3; e=5; r=1080p; src=web-dl; v=h264; g=PSYCHD
Crash.Landing.on.You.S01E16.KOREAN.1080p.NF.WEB-DL.DDP2.0.x264-Imagine => Crash Landing on You; s=1; e=16; r=1080p; src=web-dl; v=x264; g=Imagine
Vincenzo.E07.210313.1080p-NEXT => Vincenzo; s=1; e=7; date=2021-03-13; r=1080p; g=NEXT
Running.Man.E650.230423.720p-NEXT => Running Man; s=1; e=650; date=2023-04-23; r=720p; g=NEXT
The.Glory.E03.2022.1080p.NF.WEB-DL.x264 => The Glory; s=1; e=3; r=1080p; src=web-dl; v=x264
三体.Three-Body.2023.S01E14.2160p.WEB-DL.H265.AAC-LeagueWEB => 三体 Three-Body; y=2023; s=1; e=14; r=2160p; src=web-dl; v=h265; g=LeagueWEB
Кухня (Сезон 2, Серия 5) WEB-DL 1080p => Кухня; s=2; e=5; r=1080p; src=web-dl
Метод / Сезон: 1 / Серии: 1-16 из 16 [2015, Россия, HDTV 1080i] => Метод; s=1; e=1-16; y=2015; r=1080i; src=hdtv
Слово пацана S01E03 1080p WEBRip => Слово пацана; s=1; e=3; r=1080p; src=webrip
Delhi.Crime.S02.HINDI.1080p.NF.WEBRip.DDP5.1.x264-TM => Delhi Crime; s=2; full=1; r=1080p; src=webrip; v=x264; g=TM
Sacred Games S01 EP (01-08) Hindi 720p NF WEB-DL x264 => Sacred Games; s=1; e=1-8; r=720p; src=web-dl; v=x264
Ertugrul.S01E01.TURKISH.720p.WEB.x264-ROCKETRACCOON => Ertugrul; s=1; e=1; r=720p; src=web-dl; v=x264; g=ROCKETRACCOON
Fauda.S04E12.HEBREW.1080p.NF.WEB-DL.DDP5.1.H.264-SMURF => Fauda; s=4; e=12; r=1080p; src=web-dl; v=h264; g=SMURF
# sixth, odd
tpz-lost422.avi => lost; s=4; e=22; g=tpz
amc-walkingdead.s01e06.720p.mkv => walkingdead; s=1; e=6; r=720p; g=amc
dimension-fringe.s03e10.720p.mkv => fringe; s=3; e=10; r=720p; g=dimension
Stranger.Things.S04E09.Chapter.Nine.The.Piggyback.2160p.NF.WEB-DL.DDP5.1.Atmos.HDR.H.265-4KBEC => Stranger Things; s=4; e=9; r=2160p; src=web-dl; v=h265; g=4KBEC
Kill.Bill.Vol.2.2004.1080p.BluRay.DTS.x264-FANDANGO => Kill Bill Vol 2; y=2004; r=1080p; src=bluray; v=x264; g=FANDANGO
The.Hunger.Games.Mockingjay.Part.1.2014.720p.BluRay.x264-SPARKS => The Hunger Games Mockingjay Part 1; y=2014; r=720p; src=bluray; v=x264; g=SPARKS
Catch-22.1970.1080p.BluRay.x264-PSYCHD => Catch-22; y=1970; r=1080p; src=bluray; v=x264; g=PSYCHD
Catch-22.S01E04.1080p.WEB.H264-MEMENTO => Catch-22; s=1; e=4; r=1080p; src=web-dl; v=h264; g=MEMENTO
Area.51.2015.1080p.BluRay.x264-ROVERS => Area 51; y=2015; r=1080p; src=bluray; v=x264; g=ROVERS
District 9 2009 1080p BluRay DTS x264-HDMI => District 9; y=2009; r=1080p; src=bluray; v=x264; g=HDMI
The.4.Hour.Work.Life.S01E02.720p.WEB.x264-NGP => The 4 Hour Work Life; s=1; e=2; r=720p; src=web-dl; v=x264; g=NGP
Studio.60.on.the.Sunset.Strip.S01E05.DSR.XviD-NoTV => Studio 60 on the Sunset Strip; s=1; e=5; src=hdtv; v=xvid; g=NoTV
Warehouse 13 - 4x10 - We All Fall Down.mp4 => Warehouse 13; s=4; e=10
Space.1999.S01E01.Breakaway.1080p.BluRay.x264-CLASSiC => Space 1999; s=1; e=1; r=1080p; src=bluray; v=x264; g=CLASSiC
Beverly.Hills.90210.S03E10.DVDRip.XviD-SAiNTS => Beverly Hills 90210; s=3; e=10; src=dvd; v=xvid; g=SAiNTS
The.Twilight.Zone.1959.S01E08.Time.Enough.at.Last.1080p.BluRay.x264-TENEIGHTY => The Twilight Zone; y=1959; s=1; e=8; r=1080p; src=bluray; v=x264; g=TENEIGHTY
That.70s.Show.S02E14.1080p.BluRay.x264-YELLOWBiRD => That 70s Show; s=2; e=14; r=1080p; src=bluray; v=x264; g=YELLOWBiRD
Fantastic.Four.First.Steps.2025.1080p.MA.WEB-DL.DDP5.1.Atmos.H.264-BYNDR => Fantastic Four First Steps; y=2025; r=1080p; src=web-dl; v=h264; g=BYNDR
The.Proper.Way.2017.1080p.WEB-DL.DD5.1.H264-FGT => The Proper Way; y=2017; r=1080p; src=web-dl; v=h264; g=FGT
Extended.Family.S01E03.1080p.WEB.h264-EDITH => Extended Family; s=1; e=3; r=1080p; src=web-dl; v=h264; g=EDITH
Uncut.Gems.2019.720p.BluRay.x264-DRONES => Uncut Gems; y=2019; r=720p; src=bluray; v=x264; g=DRONES
The.French.Dispatch.2021.1080p.BluRay.x264-PiGNUS => The French Dispatch; y=2021; r=1080p; src=bluray; v=x264; g=PiGNUS
The.Italian.Job.1969.2160p.UHD.BluRay.x265-MALUS => The Italian Job; y=1969; r=2160p; src=bluray; v=x265; g=MALUS
Limitless.2011.UNRATED.EXTENDED.CUT.720p.BluRay.x264-CROSSBOW => Limitless; y=2011; ed=Unrated Extended; r=720p; src=bluray; v=x264; g=CROSSBOW
Cam.2018.1080p.NF.WEB-DL.DD5.1.x264-NTG => Cam; y=2018; r=1080p; src=web-dl; v=x264; g=NTG
Charlotte's.Web.2006.1080p.BluRay.x264-BestHD => Charlotte's Web; y=2006; r=1080p; src=bluray; v=x264; g=BestHD
Super.8.2011.1080p.BluRay.x264-SPARKS => Super 8; y=2011; r=1080p; src=bluray; v=x264; g=SPARKS
Friday.the.13th.Part.2.1981.1080p.BluRay.x264-PSYCHD => Friday the 13th Part 2; y=1981; r=1080p; src=bluray; v=x264; g=PSYCHD
Death.Race.2000.1975.1080p.BluRay.x264-LiViDiTY => Death Race 2000; y=1975; r=1080p; src=bluray; v=x264; g=LiViDiTY
1984.1984.720p.BluRay.x264-HD4U => 1984; y=1984; r=720p; src=bluray; v=x264; g=HD4U
2046.2004.CHINESE.1080p.BluRay.x264-USURY => 2046; y=2004; r=1080p; src=bluray; v=x264; g=USURY
Ninety.Five.2024 => Ninety Five; y=2024
S.Darko.2009.720p.BluRay.x264-REFiNED => S Darko; y=2009; r=720p; src=bluray; v=x264; g=REFiNED
I.Origins.2014.1080p.BluRay.x264-DAA => I Origins; y=2014; r=1080p; src=bluray; v=x264; g=DAA
X.2022.1080p.BluRay.x264-PiGNUS => X; y=2022; r=1080p; src=bluray; v=x264; g=PiGNUS
M3GAN.2.0.2025.1080p.AMZN.WEB-DL.DDP5.1.H.264-KyoGo => M3GAN 2.0; y=2025; r=1080p; src=web-dl; v=h264; g=KyoGo
Ex.Machina.S01E01.1080p => Ex Machina; s=1; e=1; r=1080p
The_Mentalist_S03E05_720p_HDTV_x264-DIMENSION => The Mentalist; s=3; e=5; r=720p; src=hdtv; v=x264; g=DIMENSION
Battle_Royale_2000_DC_1080p_BluRay_x264_DTS-ESiR => Battle Royale; y=2000; ed=Director's Cut; r=1080p; src=bluray; v=x264; g=ESiR
Deadwood.The.Movie.2019.1080p.AMZN.WEB-DL.DDP5.1.H.264-NTG => Deadwood The Movie; y=2019; r=1080p; src=web-dl; v=h264; g=NTG
`;
