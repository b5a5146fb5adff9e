/** Names that are hard to parse, in the format of `release_names.ts`. */
export const HARDER = String.raw`
# hard films
The.Final.Cut.2004.1080p.BluRay.x264-GRP => The Final Cut; y=2004; q=Bluray-1080p; g=GRP
Directors.Cut.2016.720p.WEB-DL.H264-GRP => Directors Cut; y=2016; q=WEBDL-720p; g=GRP
Cars.2.German.DL.720p.BluRay.x264-GRP => Cars 2; l=German; q=Bluray-720p; g=GRP
Der.Film.deines.Lebens.German.2011.PAL.DVDR-ETM => Der Film deines Lebens; y=2011; l=German; q=DVD-R; g=ETM
Klasse.von.1999.1990.German.720p.HDTV.x264-GRP => Klasse von 1999; y=1990; l=German; q=HDTV-720p; g=GRP
96.Hours.Taken.3.EXTENDED.2014.German.DL.1080p.BluRay.x264-GRP => 96 Hours Taken 3; y=2014; ed=Extended; l=German; q=Bluray-1080p; g=GRP
8.2019.GERMAN.720p.BluRay.x264-GRP => 8; y=2019; l=German; q=Bluray-720p; g=GRP
Star.Wars.Holiday.Special.1978.DVD.REMUX.DD.2.0-GRP => Star Wars Holiday Special; y=1978; q=DVD; g=GRP
Movie.Name.2013.720p.BluRay.x264 - ROUGH[PublicHD] => Movie Name; y=2013; q=Bluray-720p; g=ROUGH
The.Martian.2015.EXTENDED.HDR.2160p.WEBRip.DD5.1.x265-GASMASK => The Martian; y=2015; ed=Extended; q=WEBRip-2160p; hdr=HDR; g=GASMASK
The.Martian.2015.Extended.Cut.UHD.BluRay.2160p.HEVC.TrueHD.Atmos.7.1-GRP => The Martian; y=2015; ed=Extended; q=BR-DISK; g=GRP
Oppenheimer.2023.Hybrid.2160p.UHD.BluRay.REMUX.DV.HDR10.HEVC.DTS-HD.MA.5.1-GRP => Oppenheimer; y=2023; ed=Hybrid; q=Remux-2160p; hdr=DV,HDR10; g=GRP
Sydney A.K.A. Hard Eight 1996 1080p AMZN WEB-DL DD+ 2.0 H.264.mkv => Sydney; y=1996; q=WEBDL-1080p; a=E-AC-3; ch=2.0; v=h264; c=mkv
Tenet.2020.1080p.BluRay.x264.DTS-HD.MA.5.1-GRP => Tenet; y=2020; q=Bluray-1080p; a=DTS-HD MA; g=GRP
Tenet.2020.2160p.BluRay.x265.10bit.DTS-HD.MA.TrueHD.7.1.Atmos-SWTYBLZ => Tenet; y=2020; q=Bluray-2160p; g=SWTYBLZ
Tenet (2020) 4K UHD BluRay x265 HDR10+ => Tenet; y=2020; q=Bluray-2160p; r=2160p; hdr=HDR10+
Tenet.2020.UHD.BluRay.2160p.x265-GRP => Tenet; y=2020; q=Bluray-2160p; g=GRP
Tenet.2020.1080p.UHD.BluRay.x265-GRP => Tenet; y=2020; q=Bluray-1080p; r=1080p; g=GRP
Tenet.2020.iNTERNAL.1080p.BluRay.x264-GRP => Tenet; y=2020; q=Bluray-1080p; g=GRP
Tenet.2020.LIMITED.720p.BluRay.x264-GRP => Tenet; y=2020; ed=Limited; q=Bluray-720p; g=GRP
Tenet.LIMITED.2020.720p.BluRay.x264-GRP => Tenet; y=2020; ed=Limited; q=Bluray-720p; g=GRP
Tenet.2020.HDRip.XviD.AC3-EVO => Tenet; y=2020; q=SDTV; v=xvid; a=AC-3; g=EVO
Tenet.2020.720p.HC.WEBRip.x264-GRP => Tenet; y=2020; q=WEBRip-720p; g=GRP
Tenet.2020.1080p.KORSUB.HDRip.x264-GRP => Tenet; y=2020; q=HDTV-1080p; g=GRP
Tenet 2020 2160p HMAX WEB-DL DDP5 1 Atmos DV MP4 x265-DVSUX => Tenet; y=2020; q=WEBDL-2160p; hdr=DV; a=E-AC-3 Atmos; ch=5.1; g=DVSUX
Tenet.2020.2in1.1080p.BluRay.x264-GRP => Tenet; y=2020; ed=2in1; q=Bluray-1080p; g=GRP
Jaws 1975 (4K Remastered) 1080p BluRay x265 => Jaws; y=1975; ed=Remastered; q=Bluray-1080p
Jaws.1975.50th.Anniversary.Edition.1080p.BluRay.x264-GRP => Jaws; y=1975; ed=50th Anniversary Edition; q=Bluray-1080p; g=GRP
Mad.Max.Fury.Road.2015.Black.and.Chrome.1080p.BluRay.x264-GRP => Mad Max Fury Road; y=2015; ed=Black and Chrome; q=Bluray-1080p; g=GRP
Parasite.2019.KOREAN.B&W.EDITION.1080p.BluRay.H264.AAC-VXT => Parasite; y=2019; ed=Black and White; q=Bluray-1080p; g=VXT; l=Korean
Logan.2017.Black.and.White.1080p.BluRay.x264-GRP => Logan; y=2017; ed=Black and White; q=Bluray-1080p; g=GRP
Men.in.Black.and.White.2003.DVDRip.XviD-GRP => Men in Black and White; y=2003; q=DVD; g=GRP
Almost.Famous.2000.Ultimate.Bootleg.Edition.1080p.BluRay.x264-GRP => Almost Famous; y=2000; ed=Ultimate Bootleg Edition; q=Bluray-1080p; g=GRP
The.Hateful.Eight.2015.Roadshow.Version.1080p.WEB-DL.x264-GRP => The Hateful Eight; y=2015; ed=Roadshow Version; q=WEBDL-1080p; g=GRP
The.American.Cut.2019.1080p.WEB.h264-GRP => The American Cut; y=2019; q=WEBDL-1080p; g=GRP
Days.of.Future.Past.2014.The.Rogue.Cut.1080p.BluRay.x264-GRP => Days of Future Past; y=2014; ed=Rogue Cut; q=Bluray-1080p; g=GRP
Zulu.1964.1080p.BluRay.FLAC1.0.x264-GRP => Zulu; y=1964; q=Bluray-1080p; a=FLAC; ch=1.0; g=GRP
Zulu.1964.DVDRip.DivX-GRP => Zulu; y=1964; q=DVD; v=divx; g=GRP
Zulu.1964.720p.HDDVD.x264-GRP => Zulu; y=1964; q=Bluray-720p; g=GRP
Zulu.1964.540p.WEB-DL.x264-GRP => Zulu; y=1964; q=WEBDL-480p; r=540p; g=GRP
Zulu.1964.1080p.iT.WEB-DL.DD5.1.H.264-GRP => Zulu; y=1964; q=WEBDL-1080p; g=GRP
Zulu.1964.1080p.WEB-DL.VP9.Opus.2.0-GRP => Zulu; y=1964; q=WEBDL-1080p; v=vp9; a=Opus; g=GRP
Zulu (1964) [imdbid-tt0058777] - [Bluray-1080p][DTS 5.1][x264]-GRP.mkv => Zulu; y=1964; q=Bluray-1080p; a=DTS; ch=5.1; g=GRP; c=mkv
Zulu (1964) - 2160p.mkv => Zulu; y=1964; q=HDTV-2160p; c=mkv
Movie 43 (2013) 720p BluRay => Movie 43; y=2013; q=Bluray-720p
The.Hateful.Eight.2015.1080p.BluRay.x264.DTS-JYK => The Hateful Eight; y=2015; q=Bluray-1080p; g=JYK
Nymphomaniac.Vol.II.2013.1080p.BluRay.x264-GRP => Nymphomaniac Vol II; y=2013; q=Bluray-1080p; g=GRP
Scott.Pilgrim.vs.the.World.2010.1080p.BluRay.x264-GRP => Scott Pilgrim vs the World; y=2010; q=Bluray-1080p; g=GRP
T2.Trainspotting.2017.1080p.BluRay.x264-GRP => T2 Trainspotting; y=2017; q=Bluray-1080p; g=GRP
U-571.2000.1080p.BluRay.x264-GRP => U-571; y=2000; q=Bluray-1080p; g=GRP
Life.of.Pi.2012.1080p.3D.BluRay.Half-OU.x264-GRP => Life of Pi; y=2012; q=Bluray-1080p; g=GRP
Multi.Story.2019.1080p.WEBRip.x264-GRP => Multi Story; y=2019; q=WEBRip-1080p; g=GRP
Repack.2015.720p.WEB-DL.H264-GRP => Repack; y=2015; q=WEBDL-720p; g=GRP
The.Dual.2022.1080p.WEB-DL.H264-GRP => The Dual; y=2022; q=WEBDL-1080p; g=GRP
TS.Eliot.Documentary.2011.DVDRip.x264-GRP => TS Eliot Documentary; y=2011; q=DVD; g=GRP
Yes.Madam.1985.DUBBED.1080p.BluRay.x264-GRP => Yes Madam; y=1985; q=Bluray-1080p; g=GRP
Coco.2017.LATiNO.1080p.WEB-DL.H264-GRP => Coco; y=2017; l=Spanish (Latino); q=WEBDL-1080p; g=GRP
Coco.2017.FLEMISH.1080p.BluRay.x264-GRP => Coco; y=2017; l=Flemish; q=Bluray-1080p; g=GRP
Coco.2017.DUTCH.1080p.WEB.x264-GRP => Coco; y=2017; l=Dutch; q=WEBDL-1080p; g=GRP
Coco.2017.CZ.1080p.BluRay.x264-GRP => Coco; y=2017; l=Czech; q=Bluray-1080p; g=GRP
Coco.2017.SWEDiSH.1080p.BluRay.x264-GRP => Coco; y=2017; l=Swedish; q=Bluray-1080p; g=GRP
Coco.2017.JAPANESE.1080p.BluRay.x264-GRP => Coco; y=2017; l=Japanese; q=Bluray-1080p; g=GRP
Coco.2017.VFQ.1080p.WEB-DL.H264-GRP => Coco; y=2017; l=French; q=WEBDL-1080p; g=GRP
Coco 2017 [1080p BluRay x264][JA+EN] => Coco; y=2017; l=Japanese,English; q=Bluray-1080p
Coco.2017.TURKISH.1080p.WEB-DL.H264-GRP => Coco; y=2017; l=Turkish; q=WEBDL-1080p; g=GRP
Coco.2017.ARABIC.WEBRip.x264-GRP => Coco; y=2017; l=Arabic; q=WEBRip-480p; g=GRP
# hard series
The.Proper.People.S01E02.720p.HDTV.x264-GRP => The Proper People; s=1; e=2; q=HDTV-720p; g=GRP
Cam.Girls.S01E02.1080p.WEB.h264-GRP => Cam Girls; s=1; e=2; q=WEBDL-1080p; g=GRP
The.100.S01E02.720p.HDTV.x264-GRP => The 100; s=1; e=2; q=HDTV-720p; g=GRP
Sex.Education.S01E02.DUTCH.1080p.WEB.x264-GRP => Sex Education; s=1; e=2; l=Dutch; q=WEBDL-1080p; g=GRP
Das.Boot.S01E02.GERMAN.DL.DV.2160p.WEB.h265-GRP => Das Boot; s=1; e=2; l=German; q=WEBDL-2160p; hdr=DV; g=GRP
La.Casa.de.Papel.S01E02.SPANiSH.1080p.NF.WEB-DL.DDP5.1.x264-GRP => La Casa de Papel; s=1; e=2; l=Spanish; q=WEBDL-1080p; g=GRP
One.Day.at.a.Time.2017.S01E02.Bobos.and.Mamitas.1080p.NF.WEBRip.DD5.1.x264-NTb => One Day at a Time; y=2017; s=1; e=2; et=Bobos and Mamitas; q=WEBRip-1080p; g=NTb
Show.S01E02.Part.2.720p.HDTV.x264-GRP => Show; s=1; e=2; et=Part 2; q=HDTV-720p; g=GRP
Show.S01E02.100.720p.HDTV.x264-GRP => Show; s=1; e=2; et=100; q=HDTV-720p; g=GRP
Show.S01E02.Chapter.Two.The.Weirdo.on.Maple.Street.2160p.NF.WEBRip.x265-GRP => Show; s=1; e=2; et=Chapter Two The Weirdo on Maple Street; q=WEBRip-2160p; g=GRP
Show.S01E02.REAL.PROPER.720p.HDTV.x264-GRP => Show; s=1; e=2; proper=1; q=HDTV-720p; g=GRP
Show.S01E02.Name.REPACK2.1080p.AMZN.WEB-DL.DDP2.0.H.264-GRP => Show; s=1; e=2; et=Name; repack=1; q=WEBDL-1080p; ch=2.0; g=GRP
Show - S01E02 - Name [AMZN WEBDL-1080p][EAC3 5.1][h264]-GRP.mkv => Show; s=1; e=2; et=Name; q=WEBDL-1080p; a=E-AC-3; ch=5.1; v=h264; g=GRP; c=mkv
Show (2010) - S01E02 - Name [Bluray-1080p Remux][8bit][AVC][DTS-HD MA 5.1]-GRP.mkv => Show; y=2010; s=1; e=2; et=Name; q=Bluray-1080p Remux; bits=8; v=h264; a=DTS-HD MA; g=GRP; c=mkv
Show.s01e02.internal.bdrip.x264-archivist.mkv => Show; s=1; e=2; q=Bluray-480p; g=archivist; c=mkv
Show.S01E02.DVDRip.x264.AC3-GRP => Show; s=1; e=2; q=DVD; a=AC-3; g=GRP
Show.S01E02.BDRip.x264-GRP => Show; s=1; e=2; q=Bluray-480p; g=GRP
Show.S01E02.720p.WEB-DL.DD5.1.H.264-NTb-Rakuv02 => Show; s=1; e=2; q=WEBDL-720p; g=NTb
Show.S01E02.1080p.WEB.H264-GRP-NZBgeek.mkv => Show; s=1; e=2; q=WEBDL-1080p; g=GRP; c=mkv
[ www.UsaBit.com ] - Show.S01E02.HDTV.XviD-LOL => Show; s=1; e=2; q=SDTV; g=LOL
Show.S01E02.XviD-GRP => Show; s=1; e=2; q=SDTV; g=GRP
Show.S1E2-WEB-DL-1080p-GRP => Show; s=1; e=2; q=WEBDL-1080p; g=GRP
Show S01 Ep02 720p WEB => Show; s=1; e=2; q=WEBDL-720p
Show - 2016x231 => Show; s=2016; e=231
Show 101.mkv => Show; h=series; s=1; e=1; c=mkv
Show.S01.E01-E03.720p.WEB-DL.H264-GRP => Show; s=1; e=1-3; q=WEBDL-720p; g=GRP
Show.1x01.1x02.HDTV.XviD-GRP => Show; s=1; e=1-2; q=SDTV; g=GRP
Show.S02E22-23.720p.WEB-DL.H264-GRP => Show; s=2; e=22-23; q=WEBDL-720p; g=GRP
Show S01E01-02 (001-002) - Name.mkv => Show; s=1; e=1-2; abs=1-2; et=Name; c=mkv
Show.S01D02.COMPLETE.BLURAY-GRP => Show; s=1; q=Bluray-720p; g=GRP
Show.Season.1.Complete.720p.WEB-DL.x264-GRP => Show; s=1; full=1; q=WEBDL-720p; g=GRP
Show (1999-2004) Complete Series DVDRip => Show; y=1999; ss=; full=1; q=DVD
Show.INTEGRALE.FRENCH.DVDRip.XviD-GRP => Show; ss=; full=1; l=French; q=DVD; g=GRP
Show Stagione 2 iTALiAN 720p WEB-DL => Show; s=2; full=1; l=Italian; q=WEBDL-720p
Show.Seizoen.2.DUTCH.720p.WEB-DL.x264-GRP => Show; s=2; full=1; l=Dutch; q=WEBDL-720p; g=GRP
Show.S01.NORDiC.1080p.WEB-DL.H.265-GRP => Show; s=1; full=1; l=Nordic; q=WEBDL-1080p; g=GRP
Show.S01-S05.COMPLETE.1080p.WEB-DL.x265-GRP => Show; s=1; ss=1-5; full=1; q=WEBDL-1080p; g=GRP
The.Pacific.Part.Ten.1080p.BluRay.x264-GRP => The Pacific; s=1; e=10; q=Bluray-1080p; g=GRP
60.Minutes.2023.10.08.720p.HDTV.x264-GRP => 60 Minutes; date=2023-10-08; q=HDTV-720p; g=GRP
Real.Time.with.Bill.Maher.2024.03.08.1080p.WEB.h264-EDITH => Real Time with Bill Maher; date=2024-03-08; q=WEBDL-1080p; g=EDITH
EastEnders.2023_05_17.720p.WEB.H264-GRP => EastEnders; date=2023-05-17; q=WEBDL-720p; g=GRP
# hard anime
[Erai-raws] Jujutsu Kaisen 2nd Season - 23 END [1080p][HEVC][Multiple Subtitle].mkv => Jujutsu Kaisen; s=2; abs=23; q=HDTV-1080p; v=h265; g=Erai-raws; c=mkv
[SubsPlease] One Piece - 1089 (720p) [B1C2D3E4].mkv => One Piece; abs=1089; q=HDTV-720p; g=SubsPlease; hash=B1C2D3E4; c=mkv
[ASW] Spy x Family - 03 [1080p HEVC x265 10Bit][AAC].mkv => Spy x Family; abs=3; q=HDTV-1080p; v=x265; bits=10; a=AAC; g=ASW; c=mkv
[Judas] Vinland Saga S2 - 24 [1080p][HEVC x265 10bit][Multi-Subs].mkv => Vinland Saga; s=2; abs=24; q=HDTV-1080p; g=Judas; c=mkv
[Anime Time] Bleach - 001-366 [480p][Dual Audio] => Bleach; abs=1-366; q=SDTV; g=Anime Time
[DB]Naruto Shippuuden_-_220_(10bit_BD1080p_x265).mkv => Naruto Shippuuden; abs=220; q=Bluray-1080p; bits=10; v=x265; g=DB; c=mkv
[Beatrice-Raws] Kaguya-sama [BDRip 1920x1080 HEVC FLAC] => Kaguya-sama; q=Bluray-1080p; v=h265; a=FLAC; g=Beatrice-Raws
[Moozzi2] Clannad - 24 END (BD 1280x720 x.264 Flac).mkv => Clannad; abs=24; q=Bluray-720p; a=FLAC; g=Moozzi2; c=mkv
[Ohys-Raws] Mob Psycho 100 III - 05 (MX 1280x720 x264 AAC).mp4 => Mob Psycho 100 III; abs=5; q=HDTV-720p; g=Ohys-Raws; c=mp4
[Group] Re Zero kara Hajimeru Isekai Seikatsu - 13 [720p].mkv => Re Zero kara Hajimeru Isekai Seikatsu; abs=13; q=HDTV-720p; g=Group; c=mkv
[Group] Steins;Gate 0 - 08 [1080p].mkv => Steins;Gate 0; abs=8; q=HDTV-1080p; g=Group; c=mkv
[Group] K-ON!! - 10 [BD 720p].mkv => K-ON!!; abs=10; q=Bluray-720p; g=Group; c=mkv
[Group] Title S01E03 [WEB-DL 1080p AVC AAC] [Dual Audio].mkv => Title; s=1; e=3; q=WEBDL-1080p; g=Group; c=mkv
[Group] Title - S00E01 - OVA Name (BD 1080p) [A1B2C3D4].mkv => Title; s=0; e=1; sp=1; et=OVA Name; q=Bluray-1080p; g=Group; hash=A1B2C3D4; c=mkv
[Group] Title - NCOP 02v2 (BD 1080p).mkv => Title; sp=1; ver=2; q=Bluray-1080p; g=Group; c=mkv
[Group] Title - Special 1 (BD 1080p).mkv => Title; abs=1; sp=1; q=Bluray-1080p; g=Group; c=mkv
Title.S01E03.1080p.CR.WEB-DL.AAC2.0.H.264-VARYG => Title; s=1; e=3; q=WEBDL-1080p; a=AAC; ch=2.0; g=VARYG
Title.S02E03.Name.Here.1080p.BluRay.10-Bit.Dual-Audio.FLAC2.0.x265-YURASUKA => Title; s=2; e=3; et=Name Here; q=Bluray-1080p; bits=10; a=FLAC; g=YURASUKA
[Nekomoe kissaten][Bocchi the Rock!][05][1080p][JPSC].mp4 => Bocchi the Rock!; abs=5; q=HDTV-1080p; g=Nekomoe kissaten; c=mp4
[LoliHouse] Oshi no Ko - 05 [WebRip 1080p HEVC-10bit AAC SRTx2].mkv => Oshi no Ko; abs=5; q=WEBRip-1080p; bits=10; g=LoliHouse; c=mkv
# hard paths
/srv/media/movies/The Thing (1982)/The Thing (1982) [Remux-2160p][DV HDR10]-GRP.mkv => The Thing; y=1982; q=Remux-2160p; hdr=DV,HDR10; g=GRP; c=mkv
/srv/tv/Fargo (2014) [tvdbid-269613]/Season 01/Fargo (2014) - S01E03 - A Muddy Road WEBDL-720p.mkv => Fargo; y=2014; s=1; e=3; et=A Muddy Road; q=WEBDL-720p; c=mkv
\\nas\video\TV\Fargo\Season 1\Fargo S01E03.mkv => Fargo; s=1; e=3; c=mkv
/srv/tv/Fargo/Season 1/Fargo 1x03 A Muddy Road.mkv => Fargo; s=1; e=3; et=A Muddy Road; c=mkv
/srv/tv/Fargo/S01/E03.mkv => Fargo; s=1; e=3; c=mkv
/srv/tv/Fargo/Saison 2/Fargo - S02E01.mkv => Fargo; s=2; e=1; c=mkv
/srv/tv/Fargo/Season 00/Fargo - S00E01 - Making Of.mkv => Fargo; s=0; e=1; sp=1; et=Making Of; c=mkv
/srv/movies/The Thing (1982)/BDMV/STREAM/00001.m2ts => The Thing; y=1982; c=m2ts
/srv/downloads/Fargo.S01.1080p.BluRay.x264-GRP/Fargo.S01E03.1080p.BluRay.x264-GRP.mkv => Fargo; s=1; e=3; q=Bluray-1080p; g=GRP; c=mkv
/srv/anime/Frieren/Season 01/[SubsPlease] Sousou no Frieren - 05 (1080p) [ABCD1234].mkv => Sousou no Frieren; h=anime; s=1; abs=5; q=HDTV-1080p; g=SubsPlease; hash=ABCD1234; c=mkv
`;
