/**
 * Second set, written after the errors in the first set were fixed and before the parser was run on this set, in the
 * format of `release_names.ts`.
 */
export const FRESH_SECOND = String.raw`
# second films
MY MOVIE (2016) [R][Action, Horror][720p.WEB-DL.AVC.8Bit.6ch.AC3].mkv => MY MOVIE; y=2016; q=WEBDL-720p; v=h264; bits=8; a=AC-3; ch=5.1; c=mkv
V.H.S.2.2013.LIMITED.720p.BluRay.x264-GECKOS => V.H.S. 2; y=2013; ed=Limited; q=Bluray-720p; g=GECKOS
Movie.Title.Imax.2018.1080p.AMZN.WEB-DL.DDP5.1.H.264-GRP => Movie Title; y=2018; ed=IMAX; q=WEBDL-1080p; a=E-AC-3; g=GRP
Movie Title, The (2010) 720p BluRay => Movie Title, The; y=2010; q=Bluray-720p
We.Are.the.Best!.2013.720p.H264.mkv => We Are the Best!; y=2013; q=HDTV-720p; v=h264; c=mkv
The.Man.from.U.N.C.L.E.2015.1080p.BluRay.x264-SPARKS => The Man from U.N.C.L.E.; y=2015; q=Bluray-1080p; g=SPARKS
1776.1972.EXTENDED.1080p.BluRay.x264-GRP => 1776; y=1972; ed=Extended; q=Bluray-1080p; g=GRP
Mission.Impossible.-.Fallout.(2018).2160p.BluRay.HEVC.TrueHD.7.1.Atmos-GRP => Mission Impossible - Fallout; y=2018; q=BR-DISK; r=2160p; a=TrueHD Atmos; g=GRP
Movie.Title.2012.1080p.BluRay.DTS-HD.MA.7.1.x264-GRP.mkv.nzb => Movie Title; y=2012; q=Bluray-1080p; a=DTS-HD MA; ch=7.1; g=GRP; c=mkv
Brazil.1985.Final.Cut.Criterion.Collection.1080p.BluRay.DTS.x264-GRP => Brazil; y=1985; ed=Final Cut Criterion; q=Bluray-1080p; a=DTS; g=GRP
Legend.1985.Directors.Cut.Remastered.1080p.BluRay.x264-GRP => Legend; y=1985; ed=Director's Cut Remastered; q=Bluray-1080p; g=GRP
King Kong (2005) Extended Edition (1080p BluRay x265 HEVC 10bit DTS 5.1 Panda) => King Kong; y=2005; ed=Extended; q=Bluray-1080p; bits=10; a=DTS; g=Panda
Dune (1984) [Unrated] [1080p] [BluRay] => Dune; y=1984; ed=Unrated; q=Bluray-1080p
Troy.Directors.Cut.2004.1080p.BluRay.x264-GRP => Troy; y=2004; ed=Director's Cut; q=Bluray-1080p; g=GRP
Logan.Noir.2017.1080p.BluRay.x264-GRP => Logan Noir; y=2017; q=Bluray-1080p; g=GRP
Ben-Hur.1959.1080p.BluRay.x264-GRP => Ben-Hur; y=1959; q=Bluray-1080p; g=GRP
Catch-22.1970.1080p.BluRay.x264-GRP => Catch-22; y=1970; q=Bluray-1080p; g=GRP
K-19.The.Widowmaker.2002.1080p.WEB-DL.DD5.1.H264-GRP => K-19 The Widowmaker; y=2002; q=WEBDL-1080p; g=GRP
E.T.the.Extra-Terrestrial.1982.1080p.BluRay.x264-GRP => E.T. the Extra-Terrestrial; y=1982; q=Bluray-1080p; g=GRP
D.E.B.S.2004.DVDRip.XviD-GRP => D.E.B.S.; y=2004; q=DVD; g=GRP
eXistenZ.1999.1080p.BluRay.x264-GRP => eXistenZ; y=1999; q=Bluray-1080p; g=GRP
tick.tick...BOOM!.2021.1080p.NF.WEB-DL.DDP5.1.Atmos.x264-GRP => tick tick BOOM!; y=2021; q=WEBDL-1080p; a=E-AC-3 Atmos; g=GRP
Borat.Subsequent.Moviefilm.2020.2160p.AMZN.WEB-DL.DDP5.1.HDR.HEVC-BLUTONiUM => Borat Subsequent Moviefilm; y=2020; q=WEBDL-2160p; hdr=HDR; g=BLUTONiUM
Summer.of.84.2018.1080p.BluRay.x264-GRP => Summer of 84; y=2018; q=Bluray-1080p; g=GRP
Class.of.1984.1982.1080p.BluRay.x264-GRP => Class of 1984; y=1982; q=Bluray-1080p; g=GRP
Area.51.2015.1080p.WEB-DL.DD5.1.H264-GRP => Area 51; y=2015; q=WEBDL-1080p; g=GRP
S1m0ne.2002.1080p.BluRay.x264-GRP => S1m0ne; y=2002; q=Bluray-1080p; g=GRP
M3GAN.2.0.2025.1080p.WEB.H264-GRP => M3GAN 2.0; y=2025; q=WEBDL-1080p; g=GRP
Terminator.3.Rise.of.the.Machines.2003.1080p.BluRay.x264-GRP => Terminator 3 Rise of the Machines; y=2003; q=Bluray-1080p; g=GRP
The.Hobbit.An.Unexpected.Journey.2012.EXTENDED.3D.1080p.BluRay.HSBS.x264-GRP => The Hobbit An Unexpected Journey; y=2012; ed=Extended; q=Bluray-1080p; g=GRP
Metropolis.1927.Restored.1080p.BluRay.x264-GRP => Metropolis; y=1927; ed=Restored; q=Bluray-1080p; g=GRP
Concert.2015.MBLURAY.1080p.x264-GRP => Concert; y=2015; q=Bluray-1080p; g=GRP
Stop.Making.Sense.1984.1080p.MBluRay.x264-GRP => Stop Making Sense; y=1984; q=Bluray-1080p; g=GRP
Film.2019.BDRip.1080p.HEVC.10bit.AAC-GRP => Film; y=2019; q=Bluray-1080p; v=h265; bits=10; a=AAC; g=GRP
Film.2019.UHDRip.2160p.x265.HDR-GRP => Film; y=2019; q=Bluray-2160p; hdr=HDR; g=GRP
Film.2019.2160p.iT.WEB-DL.DDP5.1.Atmos.DV.HDR10+.HEVC-GRP => Film; y=2019; q=WEBDL-2160p; hdr=DV,HDR10+; a=E-AC-3 Atmos; g=GRP
Film.2019.1080p.WEB-DLRip.x264-GRP => Film; y=2019; q=WEBDL-1080p; g=GRP
Film (2019) WEB-DLRip [H.264/1080p] [EN / EN, RU Sub] => Film; y=2019; q=WEBDL-1080p; v=h264
Film.2019.DVDRip.x264.AC3.5.1-GRP => Film; y=2019; q=DVD; a=AC-3; ch=5.1; g=GRP
Film.2019.D.BDRip.1080p => Film; y=2019; q=Bluray-1080p
Film.2019.1080p.DD5.1.DTS.Dual.BluRay.x264-HDC => Film; y=2019; q=Bluray-1080p; a=AC-3; ch=5.1; g=HDC
Film.2019.SUBBED.DVDRip.XviD-GRP => Film; y=2019; q=DVD; g=GRP
Film.2019.HDTVRip.720p.x264-GRP => Film; y=2019; q=HDTV-720p; g=GRP
Film.2019.SATRip.XviD-GRP => Film; y=2019; q=SDTV; g=GRP
Film.2019.VHSRip.x264-GRP => Film; y=2019; q=SDTV; g=GRP
Film 2019 BluRay 1080p DTS AC3 x264-GRP => Film; y=2019; q=Bluray-1080p; a=DTS; g=GRP
Film.2019.FiNAL.CUT.1080p.BluRay.x264-GRP => Film; y=2019; ed=Final Cut; q=Bluray-1080p; g=GRP
Film.2019.1440p.WEB-DL.AV1.OPUS.2.0-GRP => Film; y=2019; q=WEBDL-1080p; r=1440p; v=av1; a=Opus; ch=2.0; g=GRP
Film.2019.2160p.BluRay.x265.12bit.HDR10+.DV-GRP => Film; y=2019; q=Bluray-2160p; bits=12; hdr=DV,HDR10+; g=GRP
Film.(2019).[1080p].{BluRay} => Film; y=2019; q=Bluray-1080p
Film.2019.Bluray.1080p.DTS-HDMA.5.1.x264-GRP => Film; y=2019; q=Bluray-1080p; a=DTS-HD MA; ch=5.1; g=GRP
Film.2019.1080p.BluRay.TrueHD7.1.Atmos.x264-GRP => Film; y=2019; q=Bluray-1080p; a=TrueHD Atmos; ch=7.1; g=GRP
Film.2019.GERMAN.DUBBED.DL.1080p.WEB.x264-GRP => Film; y=2019; l=German; q=WEBDL-1080p; g=GRP
Film.2019.Ger.Eng.1080p.BluRay.x264-GRP => Film; y=2019; l=German,English; q=Bluray-1080p; g=GRP
Film.2019.VFF.VFQ.VO.1080p.BluRay.x264-GRP => Film; y=2019; l=French; q=Bluray-1080p; g=GRP
Film.2019.iTALiAN.ENGLiSH.1080p.WEB.x264-GRP => Film; y=2019; l=Italian,English; q=WEBDL-1080p; g=GRP
Film.2019.ROMANIAN.1080p.WEB-DL.H264-GRP => Film; y=2019; l=Romanian; q=WEBDL-1080p; g=GRP
Film.2019.UKR.1080p.WEB-DL.H264-GRP => Film; y=2019; l=Ukrainian; q=WEBDL-1080p; g=GRP
# second series
Show.S03.E31.HDTV.x264-GRP => Show; s=3; e=31; q=SDTV; g=GRP
The_Show_US_s05e08_720p_WEB_x264-GRP => The Show US; s=5; e=8; q=WEBDL-720p; g=GRP
Show - 2x10 - The Name (Part 1).mkv => Show; s=2; e=10; et=The Name (Part 1); c=mkv
Show - S02E10 - The Name (1) [Bluray-1080p].mkv => Show; s=2; e=10; et=The Name (1); q=Bluray-1080p; c=mkv
Show.S01E01.Pilot.Part.1.720p.WEB.h264-GRP => Show; s=1; e=1; et=Pilot Part 1; q=WEBDL-720p; g=GRP
Show Season 01 Episode 22-23 720p => Show; s=1; e=22-23; q=HDTV-720p
Show.S02E04E05.The.Name.1080p.BluRay.x264-GRP => Show; s=2; e=4-5; et=The Name; q=Bluray-1080p; g=GRP
Show.s2e4.name.of.it.720p.web.h264-grp => Show; s=2; e=4; et=name of it; q=WEBDL-720p; g=grp
Show - S01E01 - Name - 720p WEB-DL.mkv => Show; s=1; e=1; et=Name; q=WEBDL-720p; c=mkv
Show - S01E01 - 1x01 - Name.mkv => Show; s=1; e=1; et=Name; c=mkv
Show [S02E04] Name.mkv => Show; s=2; e=4; et=Name; c=mkv
Show (US) S02E04 720p HDTV x264-GRP => Show (US); s=2; e=4; q=HDTV-720p; g=GRP
Show.S02E04.Name.with.WEB.in.it.1080p.WEB-DL.H264-GRP => Show; s=2; e=4; et=Name with WEB in it; q=WEBDL-1080p; g=GRP
Show.S02E04.The.German.1080p.WEB-DL.H264-GRP => Show; s=2; e=4; et=The German; q=WEBDL-1080p; g=GRP
Show.S02E04.1080p.ALL4.WEB-DL.AAC2.0.H.264-GRP => Show; s=2; e=4; q=WEBDL-1080p; a=AAC; g=GRP
Show.S02E04.1080p.PCOK.WEB-DL.DDP5.1.H.264-GRP => Show; s=2; e=4; q=WEBDL-1080p; a=E-AC-3; g=GRP
Show.S02E04.Name.1080p.MAX.WEB-DL.DDP5.1.Atmos.H.264-FLUX => Show; s=2; e=4; et=Name; q=WEBDL-1080p; a=E-AC-3 Atmos; g=FLUX
Show.S02E04.Name.1080p.STAN.WEBRip.AAC5.1.H.264-GRP => Show; s=2; e=4; et=Name; q=WEBRip-1080p; a=AAC; ch=5.1; g=GRP
Show.S02E04.Name.1080p.iP.WEBRip.AAC2.0.H264-GRP => Show; s=2; e=4; et=Name; q=WEBRip-1080p; g=GRP
Show.S02E04.2160p.DSNP.WEB-DL.x265.10bit.HDR.DDP5.1-GRP => Show; s=2; e=4; q=WEBDL-2160p; bits=10; hdr=HDR; a=E-AC-3; g=GRP
Show.S02E04.AAC.MP4-GRP.mp4 => Show; s=2; e=4; a=AAC; g=GRP; c=mp4
Show.S02E04.FRENCH.LD.HDTV.XviD-GRP => Show; s=2; e=4; l=French; q=SDTV; g=GRP
Show.S02E04.SUBFRENCH.720p.HDTV.x264-GRP => Show; s=2; e=4; l=French; q=HDTV-720p; g=GRP
Show.S02.iTALiAN.ENGLiSH.1080p.WEB.x264-GRP => Show; s=2; full=1; l=Italian,English; q=WEBDL-1080p; g=GRP
Show.S02E04.GERMAN.DUBBED.DL.720p.WEB.h264-GRP => Show; s=2; e=4; l=German; q=WEBDL-720p; g=GRP
Show.S02E04.German.Subbed.720p.WEB.h264-GRP => Show; s=2; e=4; l=German; q=WEBDL-720p; g=GRP
Show.S02.COMPLETE.GERMAN.DL.1080p.BluRay.x264-GRP => Show; s=2; full=1; l=German; q=Bluray-1080p; g=GRP
Show.2x04.HDTV.FUM[ettv].avi => Show; s=2; e=4; q=SDTV; c=avi
Show.S02E04-E06.720p.WEB-DL.DD5.1.H.264-GRP => Show; s=2; e=4-6; q=WEBDL-720p; a=AC-3; g=GRP
Show.S02E04~06.720p => Show; s=2; e=4-6; q=HDTV-720p
Show S02E04 to E06 720p WEB => Show; s=2; e=4-6; q=WEBDL-720p
Show.S01-05.720p.WEB-DL.x264-GRP => Show; s=1; ss=1-5; full=1; q=WEBDL-720p; g=GRP
Show Season One 720p => Show; s=1; full=1; q=HDTV-720p
Show - Season 2 (2012) [1080p] => Show; y=2012; s=2; full=1; q=HDTV-1080p
Show.Series.2.720p.HDTV.x264-GRP => Show; s=2; full=1; q=HDTV-720p; g=GRP
Show.S02.Extras.1080p.BluRay.x264-GRP => Show; s=2; full=1; q=Bluray-1080p; g=GRP
Show.S02.Part.1.1080p.NF.WEB-DL.x264-GRP => Show; s=2; full=1; q=WEBDL-1080p; g=GRP
Show.Christmas.Special.2019.720p.HDTV.x264-GRP => Show Christmas Special; y=2019; q=HDTV-720p; g=GRP
Formula1.2024.Round01.Bahrain.Grand.Prix.Race.1080p.WEB.h264-GRP => Formula1; y=2024; q=WEBDL-1080p; g=GRP; h=movie
The.Late.Late.Show.2023.04.27.REPACK.720p.WEB.h264-GRP => The Late Late Show; date=2023-04-27; repack=1; q=WEBDL-720p; g=GRP
Show.2024-01-15.S05E03.1080p.WEB.h264-GRP => Show; date=2024-01-15; s=5; e=3; q=WEBDL-1080p; g=GRP
Show 15 Jan 2024 720p WEB => Show; date=2024-01-15; q=WEBDL-720p
# second anime and paths
[DeadFish] Title - 01 [720p][AAC].mp4 => Title; abs=1; q=HDTV-720p; a=AAC; g=DeadFish; c=mp4
[neko-raws] Title 11 [BD][1080p].mkv => Title; abs=11; q=Bluray-1080p; g=neko-raws; c=mkv
[ACX]Title_Name_-_01_-_The_Name_[A1B2C3D4].avi => Title Name; abs=1; et=The Name; g=ACX; hash=A1B2C3D4; c=avi; q=SDTV
Title - 021 (480p).mkv => Title; abs=21; q=SDTV; c=mkv
Title.E05.1080p.WEB-DL.AAC2.0.H.264-GRP => Title; s=1; e=5; q=WEBDL-1080p; a=AAC; g=GRP
[Group] Title (TV) - 05 [1080p].mkv => Title (TV); abs=5; q=HDTV-1080p; g=Group; c=mkv
[Group] Title - S02E05 - The Name (WEB 1080p x265 10-bit Opus).mkv => Title; s=2; e=5; et=The Name; q=WEBDL-1080p; v=x265; bits=10; a=Opus; g=Group; c=mkv
[Group] Title S02 Part 2 - 05 [1080p].mkv => Title; s=2; abs=5; q=HDTV-1080p; g=Group; c=mkv
[Group] Title II - 05v0 [1080p].mkv => Title II; abs=5; ver=0; q=HDTV-1080p; g=Group; c=mkv
[Group] Title - 05.mkv => Title; abs=5; g=Group; c=mkv
[Group] Title - 100 [1080p].mkv => Title; abs=100; q=HDTV-1080p; g=Group; c=mkv
[Group] Title - Movie [BD 1080p].mkv => Title - Movie; q=Bluray-1080p; g=Group; c=mkv
[Group] Title The Movie (2020) [1080p].mkv => Title The Movie; y=2020; q=HDTV-1080p; g=Group; c=mkv
[Group] Title - 01-26 + OVA [BD 1080p] => Title; abs=1-26; q=Bluray-1080p; g=Group
[Group] Title - 05 (WEB 1080p HEVC E-AC-3 5.1) [Dual Audio].mkv => Title; abs=5; q=WEBDL-1080p; v=h265; a=E-AC-3; ch=5.1; g=Group; c=mkv
[Group][Title][01-12][BDRip][1080p][FLAC][Fin] => Title; abs=1-12; q=Bluray-1080p; a=FLAC; g=Group
/tv/Show (2019)/Season 01/Show.S01E02.mkv => Show; y=2019; s=1; e=2; c=mkv
/tv/Show (2019)/S01E02 - Name.mkv => Show; y=2019; s=1; e=2; et=Name; c=mkv
/tv/Show/Season 1/01. Pilot.mkv => Show; s=1; e=1; et=Pilot; c=mkv
/tv/Show/Season 1/Show - 101 - Pilot.mkv => Show; s=1; e=1; et=Pilot; c=mkv
/tv/Show/Season 1/102.mkv => Show; s=1; e=2; c=mkv
/movies/Heat.1995.1080p.BluRay.x264-GRP/Heat.mkv => Heat; y=1995; q=Bluray-1080p; g=GRP; c=mkv
/movies/Heat/Heat.1995.1080p.mkv => Heat; y=1995; q=HDTV-1080p; c=mkv
/movies/Collection/Heat (1995) [1080p]/Heat.mp4 => Heat; y=1995; q=HDTV-1080p; c=mp4
Artist-Title_EP-WEB-FLAC-2021-GRP => Artist - Title EP; y=2021; q=FLAC; src=web-dl; g=GRP
Artist-Album-(LABEL001)-WEB-2019-GRP => Artist - Album; y=2019; q=MP3-320; g=GRP
Artist - Album (2019) [24Bit-96kHz] FLAC => Artist - Album; h=music; y=2019; q=FLAC 24bit; a=FLAC
Artist - Album (2019) Mp3 320kbps => Artist - Album; y=2019; q=MP3-320; a=MP3
Artist - Album [FLAC] [2019] => Artist - Album; h=music; y=2019; q=FLAC
Artist - Album (2019) - WEB FLAC => Artist - Album; h=music; y=2019; q=FLAC; src=web-dl
`;
