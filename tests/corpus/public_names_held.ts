/**
 * Names from the public tests of other parsers (the names and their meanings, no code), in the format of
 * `release_names.ts`. Read with `readStated`. Conventions: a year after the title is the year and not part of the
 * title; of two titles, the first is the title; dots between words become spaces; an episode without a season belongs
 * to season 1, except for anime names, whose number is absolute; editions, codecs and languages use Lathe's names. This
 * file has every third collected name. No rule of the parser was written for these names.
 */
export const PUBLIC_NAMES_HELD = String.raw`
# public series, held aside
Series.and.a.Title.1013.720p.HDTV.X264-DIMENSION => Series and a Title; s=10; e=13; g=DIMENSION
Series.Title.2010.S02E14.HDTV.XviD-LOL => Series Title; y=2010; s=2; e=14; g=LOL
Series Title S01E07 WS PDTV XviD FUtV => Series Title; s=1; e=7
Series Title - S02E21 - 94 Meetings - 720p TV.mkv => Series Title; s=2; e=21
Series Title-0 (2010) - 1x05 - Missing Title => Series Title-0; y=2010; s=1; e=5; et=Missing Title
Series.Title.S01E07.21.0.Jump.Street.720p.WEB-DL.DD5.1.h.264-KiNGS => Series Title; s=1; e=7; g=KiNGS
Series Title S01E06 3 Beers For Batali DVDRip XviD SPRiNTER => Series Title; s=1; e=6; et=3 Beers For Batali
S6E02-Unwrapped-(Playing With Food) - [DarkData] => ; s=6; e=2; g=DarkData
series.s03.e05.ws.dvdrip.xvid-m00tv => series; s=3; e=5; g=m00tv
Series Title - S1936E18 - I Love to Singa => Series Title; s=1936; e=18; et=I Love to Singa
Top Series - 07x03 - 2005.11.70 => Top Series; s=7; e=3
Developers & Coders S02E10 6-50 to SLC [SDTV] => Developers & Coders; s=2; e=10; et=6-50 to SLC
(Series of Title s03 e - "Series of Title Season 3 Episode 10" => Series of Title; s=3; e=10
Series.S01E04.2-45.PM.[HDTV-720p].mkv => Series; s=1; e=4; et=2-45 PM
666 Series Title - S01E01 => 666 Series Title; s=1; e=1
Never.Trust.The.B----.in.Code.23.S01E01 => Never Trust The B---- in Code 23; s=1; e=1
Top Series - 06x11 - 2005.08.07 => Top Series; s=6; e=11
2009x09 [SDTV].avi => ; s=2009; e=9
[Impatience] Series - 0x01 [720p][34073169].mkv => Series; s=0; e=1; g=Impatience
Series S1-E1-WEB-DL-1080p-NZBgeek => Series; s=1; e=1
Series - Season 1 - Episode 01 (Resolution).avi => Series; s=1; e=1
1x03 - The 112th Congress [1080p BluRay].mkv => ; s=1; e=3; et=The 112th Congress
Series - S01E09 - Debate 109 => Series; s=1; e=9; et=Debate 109
The Series And the Show - S41 E10478 - 2014-08-15 => The Series And the Show; s=41; e=10478; date=2014-08-15
Series Title Season 01 Episode 05 720p => Series Title; s=1; e=5
Series (2009) - [06x16] - Room 147.mp4 => Series; y=2009; s=6; e=16; et=Room 147
Series!.S2016E14.2016-01-20.avi => Series!; s=2016; e=14; date=2016-01-20
Red Show - S02 - E06 - Parallel Series => Red Show; s=2; e=6; et=Parallel Series
Series S01E02 (22 October 2016) HDTV 720p [Webrip] => Series; s=1; e=2
Short.Series.S26E022.HDTV.x264-FiHTV => Short Series; s=26; e=22; g=FiHTV
Plus Series la title - S14E3533 FRENCH WEBRIP H.264 AAC (09.05.2018) => Plus Series la title; s=14; e=3533
Series.Title.S01.Ep.01.English.AC3.DL.1080p.BluRay-Sonarr => Series Title; s=1; e=1; g=Sonarr
tvs-amgo-dd51-dl-7p-azhd-x264-103 => tvs-amgo-dd51-dl-7p-azhd; h=series; s=1; e=3
Series.Title.Of.S01E01.xyz => Series Title Of; s=1; e=1
Anime Title - S2020E1527 [1527] [2020-10-11] - Episode Title => Anime Title; s=2020; e=1527
WEEDS.S03E01-06.DUAL.BDRip.XviD.AC3.-HELLYWOOD => WEEDS; s=3; e=1-6; g=HELLYWOOD
The Borgias S01e01 e02 ShoHD On Demand 1080i DD5 1 ALANiS => The Borgias; s=1; e=1-2
Desparate Housewives - S07E22 - 7x23 - And Lots of Security.. [HDTV-720p].mkv => Desparate Housewives; s=7; e=22-23
S02E03-04-05.720p.BluRay-FUTV => ; s=2; e=3-5; g=FUTV
Grey's Anatomy - 8x01_02 - Free Falling => Grey's Anatomy; s=8; e=1-2; et=Free Falling
Shortland.Street.S22E5363-E5366.HDTV.x264-FiHTV => Shortland Street; s=22; e=5363-5366; g=FiHTV
extant.10910.hdtv-lol.mp4 => extant; s=1; e=9-10; g=lol
Adventure Time - 5x01 - x02 - Finn the Human (2) & Jake the Dog (3) => Adventure Time; s=5; e=1-2; et=Finn the Human (2) & Jake the Dog (3)
# public absolute, held aside
[Commie]_Some_Anime_Show_-_11_[65F220B4] => Some Anime Show; abs=11; g=Commie
[K-F] Some Anime Show 214 => Some Anime Show; abs=214; g=K-F
[K-F] Some Anime Show 214 10x14 => Some Anime Show; s=10; e=14; abs=214; g=K-F
[SFW-sage] Some Anime Show S3 - 12 [720p][D07C91FC] => Some Anime Show; s=3; abs=12; g=SFW-sage
[Doki]Series Title - 07 (1280x720 Hi10P AAC) [80AF7DDE] => Series Title; abs=7; g=Doki
[DeadFish] Series Title - 09v2 [720p][AAC] => Series Title; abs=9; ver=2; g=DeadFish
Initial_Series_Title - 01 DVD - Central Anime => Initial Series Title; abs=1; g=Central Anime
Series Title - 049 - The Day of Fated Meeting => Series Title; abs=49; et=The Day of Fated Meeting
[Exiled-Destiny] Series Title Ep01 (D2201EC5).mkv => Series Title; abs=1; g=Exiled-Destiny
[HorribleSubs] Series Title 2 - 05 [720p].mkv => Series Title 2; abs=5; g=HorribleSubs
Series Title - 130 - Found You, Gohan! Harsh Training in the Kaioshin Realm! [Baaro][720p][5A1AD35B].mkv => Series Title; abs=130; g=Baaro
Series Title (2010) {01} Episode Title (1).hdtv-720p => Series Title; y=2010; abs=1
[HorribleSubs] Series Title 21 - 101 [480p].mkv => Series Title 21; abs=101; g=HorribleSubs
Series Title Episode 56 [VOSTFR V2][720p][AAC]-Mystic Z-Team => Series Title; s=1; e=56; g=Mystic Z-Team
Series Title EP06 720p x265 AOZ.mp4 => Series Title; s=1; e=6
A Series: RE S2 - Episode 4 VOSTFR (1080p) => A Series: RE; s=2; e=4
[BakedFish] Some Show [Anime] - 01 [720p][AAC].mp4 => Some Show [Anime]; abs=1; g=BakedFish
[Glenn] Series! 3 - 11 (1080p AAC)[C34B2B3B].mkv => Series! 3; abs=11; g=Glenn
[abc] Adventure Series: 30 [Web][MKV][h264][720p][AAC 2.0][abc] => Adventure Series; abs=30; g=abc
[DameDesuYo] Another Anime With Special Naming (Season 2) - 33 (1280x720 10bit EAC3) [42A12A76].mkv => Another Anime With Special Naming; s=2; abs=33; g=DameDesuYo
[BakeSubs] 86 - 01 [1080p][D40A9E55].mkv => 86; abs=1; g=BakeSubs
[GM-Team][国漫][斗罗大陆][Anime Title][Douro Mainland][2019][215][AVC][GB][1080P] => Anime Title; abs=215; g=GM-Team
[Doutei] Some Good, Anime Show - 01-12 [BD][720p-AAC] => Some Good, Anime Show; abs=1-12; g=Doutei
[HorribleSubs] Some Anime Show!! (01-25) [1080p] (Batch) => Some Anime Show!!; abs=1-25; g=HorribleSubs
Series.Title.Ep01-12.Complete.English.AC3.DL.1080p.BluRay.x264 => Series Title; s=1; e=1-12
[Vivid] Some Anime Show S01 [Web][MKV][h264 10-bit][1080p][AAC 2.0] => Some Anime Show; s=1; full=1; g=Vivid
# public daily, held aside
The.Daily.Show.2010.10.11.Johnny.Knoxville.iTouch-MW => The Daily Show; date=2010-10-11; g=MW
2020.NZ.2012.16.02.PDTV.XviD-C4TV => 2020 NZ; date=2012-02-16; g=C4TV
At.Midnight.140722.720p.HDTV.x264-YesTV => At Midnight; date=2014-07-22; g=YesTV
Jimmy_Fallon_2018_06_22_Seth_Meyers_720p_HEVC_x265-MeGusta => Jimmy Fallon; date=2018-06-22; et=Seth Meyers; g=MeGusta
# public groups, held aside
Castle 2009 S01E14 English HDTV XviD LOL => Castle; y=2009; s=1; e=14; l=English
Real Time with Bill Maher S12E17 May 23, 2014.mp4 => Real Time with Bill Maher; s=12; e=17
Seed S02E09 HDTV x264-2HD [eztv]-[rarbg.com] => Seed; s=2; e=9; g=2HD
Series Title - S01E01 - Episode Title [RlsGroup] => Series Title; s=1; e=1; et=Episode Title; g=RlsGroup
The.Expanse.S03E04.2160p.Amazon.WEBRip.DTS-HD.MA.5.1.x264-TrollUHD => The Expanse; s=3; e=4; g=TrollUHD
Marvels.Daredevil.S02E04.720p.WEBRip.x264-SKGTV English => Marvels Daredevil; s=2; e=4; g=SKGTV
Blue.Bloods.S05E11.720p.HDTV.X264-DIMENSION-1 => Blue Bloods; s=5; e=11; g=DIMENSION
The.Walking.Dead.S09E12.Guardians.REPACK.1080p.AMZN.WEB-DL.DD.5.1.H.264-CasStudio-BUYMORE => The Walking Dead; s=9; e=12; et=Guardians; g=CasStudio
[Anime-Koi] Kami-sama Hajimemashita 2 - 01 [h264-720p][28D54E2C] => Kami-sama Hajimemashita 2; abs=1; g=Anime-Koi
# public films, held aside
MY MOVIE (2016) [R][Action, Horror][720p.WEB-DL.AVC.8Bit.6ch.AC3].mkv => MY MOVIE; y=2016
We Are the Movie!.2013.720p.H264.mkv => We Are the Movie!; y=2013
A.I.Artificial.Movie.(2001) => A.I. Artificial Movie; y=2001
Movie: The Movie World 2013 => Movie: The Movie World; y=2013
Movie.German.DL.AC3.Dubbed..BluRay.x264-PsO => Movie; g=PsO
Leaving Movie by Movie (1897) [DVD].mp4 => Leaving Movie by Movie; y=1897
G.I.Movie.Movie.2013.THEATRiCAL.COMPLETE.BLURAY-GLiMMER => G.I. Movie Movie; y=2013; ed=Theatrical; g=GLiMMER
[MTBB] Kimi no Na wa. (2016) v2 [97681524].mkv => Kimi no Na wa.; y=2016; g=MTBB
[Baws] Evangelion 1.11 - You Are (Not) Alone v2 (1080p BD HEVC FLAC) [BF42B1C8].mkv => Evangelion 1.11 - You Are (Not) Alone; g=Baws
Drop.Movie.1994.German.AC3D.DL.720p.BluRay.x264-KLASSiGERHD => Drop Movie; y=1994; g=KLASSiGERHD
Sin.Movie.2005.RECUT.EXTENDED.German.DL.1080p.BluRay.x264-DETAiLS => Sin Movie; y=2005; ed=Recut Extended; g=DETAiLS
Movie.EXTENDED.2011.HDRip.AC3.German.XviD-POE => Movie; y=2011; ed=Extended; g=POE
Die Unfassbaren Movie Name EXTENDED German DTS 720p BluRay x264-RHD => Die Unfassbaren Movie Name; ed=Extended; g=RHD
Die.fantastische.Reise.des.Dr.Dolittle.2020.German.DL.LD.1080p.WEBRip.x264-PRD => Die fantastische Reise des Dr. Dolittle; y=2020; g=PRD
L'hypothèse.du.movie.volé.AKA.The.Hypothesis.of.the.Movie.Title.1978.1080p.CINET.WEB-DL.AAC2.0.x264-Cinefeel.mkv => L'hypothèse du movie volé; y=1978; g=Cinefeel
AKA.2002.DVDRip.x264-HANDJOB.mkv => AKA; y=2002; g=HANDJOB
Return Earth to Normal 'em High aka World 2 (2022) 1080p.mp4 => Return Earth to Normal 'em High; y=2022
Sydney A.K.A. Hard Eight 1996 1080p AMZN WEB-DL DD+ 2.0 H.264.mkv => Sydney; y=1996
The.German.Doctor.2013.LIMITED.DVDRip.x264-RedBlade => The German Doctor; y=2013; g=RedBlade
Star Wars Episode IV - A New Hope 1999 (Despecialized).mkv => Star Wars Episode IV - A New Hope; y=1999; ed=Despecialized
Prometheus.2012.(Extended.Theatrical.Version.IMAX).BluRay.1080p.2012.asdf => Prometheus; y=2012; ed=Extended Theatrical IMAX
A Fake Movie 2035 2012 Directors.mkv => A Fake Movie 2035; y=2012; ed=Director's Cut
Prometheus.(Special.Edition.Remastered).2012.[Bluray-1080p].mkv => Prometheus; y=2012; ed=Special Edition Remastered
2001: A Space Odyssey (Extended Directors Cut FanEdit) 1968 Bluray 1080p => 2001: A Space Odyssey; y=1968; ed=Extended Director's Cut Fan Edit
Fake Movie 2016 Final Cut  => Fake Movie; y=2016; ed=Final Cut
Directors.Cut.German.2006.COMPLETE.PAL.DVDR-LoD => Directors Cut; y=2006; g=LoD
# public film paths, held aside
Movies/Fear and Loathing in Las Vegas (1998)/Fear.and.Loathing.in.Las.Vegas.720p.HDDVD.DTS.x264-ESiR.mkv => Fear and Loathing in Las Vegas; y=1998; r=720p; src=bluray; a=DTS; v=x264; g=ESiR
Movies/Borat (2006)/Borat.(2006).R5.PROPER.REPACK.DVDRip.XviD-PUKKA.avi => Borat; y=2006; src=dvd; v=xvid; g=PUKKA; proper=1
Movies/Brazil (1985)/Brazil_Criterion_Edition_(1985).CD2.avi => Brazil; y=1985; ed=Criterion
Movies/Wild Zero (2000)/Wild.Zero.DVDivX-EPiC.avi => Wild Zero; y=2000; g=EPiC
movies/American.The.Bill.Hicks.Story.2009.DVDRip.XviD-EPiSODE.[UsaBit.com]/UsaBit.com_esd-americanbh.avi => American The Bill Hicks Story; y=2009; src=dvd; v=xvid; g=EPiSODE
Movies/[阿维达].Avida.2006.FRENCH.DVDRiP.XViD-PROD.avi => Avida; y=2006; l=French; src=dvd; v=xvid; g=PROD
Movies/9 (2009)/9.2009.Blu-ray.DTS.720p.x264.HDBRiSe.[sharethefiles.com].mkv => 9; y=2009; src=bluray; a=DTS; r=720p; v=x264; g=HDBRiSe
Movies/The Doors (1991)/09.03.08.The.Doors.(1991).BDRip.720p.AC3.X264-HiS@SiLUHD-English.[sharethefiles.com].mkv => The Doors; y=1991; src=bluray; r=720p; a=AC-3; v=x264; g=HiS@SiLUHD; l=English
Movies/Somewhere.2010.DVDRip.XviD-iLG/i-smwhr.avi => Somewhere; y=2010; src=dvd; v=xvid; g=iLG
The.Director’s.Notebook.2006.Blu-Ray.x264.DXVA.720p.AC3-de[42].mkv => The Director’s Notebook; y=2006; src=bluray; v=x264; r=720p; a=AC-3; g=de[42]
The_Italian_Job.mkv => The Italian Job
Street.Kings.2008.BluRay.1080p.DTS.x264.dxva EuReKA.mkv => Street Kings; y=2008; r=1080p; src=bluray; a=DTS; v=x264; g=EuReKA
Pacific.Rim.3D.2013.COMPLETE.BLURAY-PCH.avi => Pacific Rim; y=2013; src=bluray; g=PCH
Howl's_Moving_Castle_(2004)_[720p,HDTV,x264,DTS]-FlexGet.avi => Howl's Moving Castle; y=2004; v=x264; src=hdtv; r=720p; a=DTS; g=FlexGet
Ejecutiva.En.Apuros(2009).BLURAY.SCR.Xvid.Spanish.LanzamientosD.nfo => Ejecutiva En Apuros; y=2009; src=bluray; v=xvid; l=Spanish
REDLINE (BD 1080p H264 10bit FLAC) [3xR].mkv => REDLINE; src=bluray; v=h264; a=FLAC; r=1080p; g=3xR
Dr.Seuss.The.Lorax.2012.DVDRip.LiNE.XviD.AC3.HQ.Hive-CM8.mp4 => Dr. Seuss The Lorax; y=2012; v=xvid; src=dvd; a=AC-3; g=CM8
entre.ciel.et.terre.(1994).dvdrip.h264.aac-psypeon.avi => entre ciel et terre; y=1994; a=AAC; src=dvd; v=h264; g=psypeon
Dr LiNE The Lorax 720p h264 BluRay => Dr LiNE The Lorax; r=720p; v=h264; src=bluray
# public series paths, held aside
Series/Treme/Treme.1x03.Right.Place,.Wrong.Time.HDTV.XviD-NoTV.avi => Treme; s=1; e=3; et=Right Place, Wrong Time; src=hdtv; v=xvid; g=NoTV
Series/The Office/Season 6/The Office - S06xE01.avi => The Office; s=6; e=1
series/Psych/Psych S02 Season 2 Complete English DVD/Psych.S02E02.65.Million.Years.Off.avi => Psych; s=2; e=2; et=65 Million Years Off
Series/Tout sur moi/Tout sur moi - S02E02 - Ménage à trois (14-01-2008) [Rip by Ampli].avi => Tout sur moi; s=2; e=2; et=Ménage à trois
Series/Neverwhere/Neverwhere.05.Down.Street.[tvu.org.ru].avi => Neverwhere; h=series; e=5; et=Down Street
series/Freaks And Geeks/Season 1/Episode 4 - Kim Kelly Is My Friend-eng(1).srt => Freaks And Geeks; s=1; e=4
/media/Parks_and_Recreation-s03-e02-Flu_Season.mkv => Parks and Recreation; s=3; e=2; et=Flu Season
/TV Shows/new.girl.117.hdtv-lol.mp4 => new girl; s=1; e=17; src=hdtv; g=lol
Example S01E01E02.avi => Example; s=1; e=1-2
The.Office.(US).1x03.Health.Care.HDTV.XviD-LOL.avi => The Office (US); s=1; e=3; et=Health Care; g=LOL
Sons.of.Anarchy.S05E06.720p.WEB.DL.DD5.1.H.264-CtrlHD.mkv => Sons of Anarchy; s=5; e=6; src=web-dl; a=AC-3; ch=5.1; v=h264; g=CtrlHD
The.Simpsons.S24E03.Adventures.in.Baby-Getting.720p.WEB-DL.DD5.1.H.264-CtrlHD.mkv => The Simpsons; s=24; e=3; et=Adventures in Baby-Getting; g=CtrlHD
Game of Thrones S03E06 1080i HDTV DD5.1 MPEG2-TrollHD.ts => Game of Thrones; s=3; e=6; src=hdtv; a=AC-3; v=mpeg2; g=TrollHD
Marvels.Agents.of.S.H.I.E.L.D-S01E06.720p.HDTV.X264-DIMENSION.mkv => Marvels Agents of S.H.I.E.L.D.; s=1; e=6; g=DIMENSION
Dexter Saison VII FRENCH.BDRip.XviD-MiND.nfo => Dexter; s=7; v=xvid; l=French; src=bluray; g=MiND
One.Piece.E576.VOSTFR.720p.HDTV.x264-MARINE-FORD.mkv => One Piece; s=1; e=576; v=x264; src=hdtv; g=MARINE-FORD
Falling Skies Saison 1.HDLight.720p.x264.VFF.mkv => Falling Skies; s=1; r=720p; l=French; v=x264
The Big Bang Theory S00E00 Unaired Pilot VOSTFR TVRip XviD-VioCs => The Big Bang Theory; s=0; e=0; src=hdtv; v=xvid; g=VioCs
the.100.109.hdtv-lol.mp4 => the 100; s=1; e=9; src=hdtv; g=lol
[Evil-Saizen]_Laughing_Salesman_14_[DVD][1C98686A].mkv => Laughing Salesman; abs=14; src=dvd; g=Evil-Saizen; hash=1C98686A
[Doremi].Happiness.Charge.Precure.27.[1280x720].[DC91581A].mkv => Happiness Charge Precure; abs=27; r=720p; g=Doremi
`;
