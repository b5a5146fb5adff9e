/** Everyday series names, written before the parser was run on them, in the format of `release_names.ts`. */
export const FRESH_SERIES = String.raw`
# fresh episodes
Firefly.S01E14.Objects.in.Space.1080p.BluRay.x264-SHORTBREHD => Firefly; s=1; e=14; et=Objects in Space; q=Bluray-1080p; r=1080p; src=bluray; v=x264; g=SHORTBREHD
Lost.S06E17E18.720p.BluRay.x264-MACRO => Lost; s=6; e=17-18; q=Bluray-720p; g=MACRO
The.Shield.S04E02.DVDRip.XviD-WAT => The Shield; s=4; e=2; q=DVD; v=xvid; g=WAT
House.MD.S03E10.HDTV.XviD-XOR => House MD; s=3; e=10; q=SDTV; src=hdtv; g=XOR
Severance.S02E03.Who.Is.Alive.2160p.ATVP.WEB-DL.DDP5.1.Atmos.DV.HDR10+.H.265-NTb => Severance; s=2; e=3; et=Who Is Alive; q=WEBDL-2160p; hdr=DV,HDR10+; a=E-AC-3 Atmos; ch=5.1; v=h265; g=NTb
Andor.S01E12.Rix.Road.REPACK.2160p.DSNP.WEB-DL.DDP5.1.Atmos.DV.H.265-FLUX => Andor; s=1; e=12; et=Rix Road; repack=1; q=WEBDL-2160p; hdr=DV; a=E-AC-3 Atmos; g=FLUX
Slow.Horses.S03E01.1080p.WEB.H264-NHTFS => Slow Horses; s=3; e=1; q=WEBDL-1080p; v=h264; g=NHTFS
9-1-1.S05E01.1080p.WEB.H264-CAKES => 9-1-1; s=5; e=1; q=WEBDL-1080p; g=CAKES
9-1-1.Lone.Star.S02E03.720p.HDTV.x264-SYNCOPY => 9-1-1 Lone Star; s=2; e=3; q=HDTV-720p; g=SYNCOPY
11.22.63.S01E01.720p.WEBRip.x264-2HD => 11.22.63; s=1; e=1; q=WEBRip-720p; g=2HD
1883.S01E04.2160p.WEB.H265-GLHF => 1883; s=1; e=4; q=WEBDL-2160p; g=GLHF
Sealab.2021.S01E01.DVDRip.XviD-DEiMOS => Sealab 2021; s=1; e=1; q=DVD; g=DEiMOS
Space.1999.S01E02.1080p.BluRay.x264-SHORTBREHD => Space 1999; s=1; e=2; q=Bluray-1080p; g=SHORTBREHD
Frasier.2023.S01E05.1080p.WEB.h264-ETHEL => Frasier; y=2023; s=1; e=5; q=WEBDL-1080p; g=ETHEL
Ghosts.US.S02E07.720p.HDTV.x264-SYNCOPY => Ghosts US; s=2; e=7; q=HDTV-720p; g=SYNCOPY
House.of.Cards.1990.S01E01.DVDRip.x264-HAGGiS => House of Cards; y=1990; s=1; e=1; q=DVD; g=HAGGiS
The.Office.UK.S02E05.DVDRip.XviD-TVEP => The Office UK; s=2; e=5; q=DVD; g=TVEP
M.A.S.H.S01E01.Pilot.DVDRip.x264-GRP => M.A.S.H.; s=1; e=1; et=Pilot; q=DVD; g=GRP
S.W.A.T.S05E01.1080p.HDTV.x264-GRP => S.W.A.T.; s=5; e=1; q=HDTV-1080p; g=GRP
Mr.&.Mrs.Smith.S01E02.1080p.AMZN.WEB-DL.DDP5.1.H.264-FLUX => Mr & Mrs Smith; s=1; e=2; q=WEBDL-1080p; a=E-AC-3; g=FLUX
V.2009.S01E03.720p.HDTV.X264-DIMENSION => V; y=2009; s=1; e=3; q=HDTV-720p; g=DIMENSION
24.S08E24.720p.HDTV.x264-IMMERSE => 24; s=8; e=24; q=HDTV-720p; g=IMMERSE
The.Web.Therapist.S01E02.WEB.h264-GRP => The Web Therapist; s=1; e=2; q=WEBDL-480p; g=GRP
Real.Humans.S01E01.SWEDiSH.720p.HDTV.x264-xD2V => Real Humans; s=1; e=1; l=Swedish; q=HDTV-720p; g=xD2V
Show.S01E01.Real.Proper.720p.HDTV.x264-GRP => Show; s=1; e=1; proper=1; q=HDTV-720p; g=GRP
Billions.S01E01.PROPER.HDTV.x264-KILLERS => Billions; s=1; e=1; proper=1; q=SDTV; g=KILLERS
Ballers.2015.S01E04.720p.HDTV.x264-BATV[rarbg] => Ballers; y=2015; s=1; e=4; q=HDTV-720p; g=BATV
Community.S05E11.G.I.Jeff.1080p.WEB-DL.DD5.1.H.264-NTb => Community; s=5; e=11; et=G.I. Jeff; q=WEBDL-1080p; a=AC-3; g=NTb
Atlanta.S02E06.Teddy.Perkins.1080p.AMZN.WEB-DL.DDP5.1.H.264-NTb.mkv => Atlanta; s=2; e=6; et=Teddy Perkins; q=WEBDL-1080p; g=NTb; c=mkv
Yellowjackets.S02E09.1080p.WEB.x265-MiNX[TGx] => Yellowjackets; s=2; e=9; q=WEBDL-1080p; v=x265; g=MiNX
Rome.s02e10.720p.bluray.x264-orpheus.mkv => Rome; s=2; e=10; q=Bluray-720p; g=orpheus; c=mkv
deadwood.1x12.dvdrip.xvid-ffndvd => deadwood; s=1; e=12; q=DVD; g=ffndvd
Deadwood - 2x05 - Complications (1080p BluRay) => Deadwood; s=2; e=5; et=Complications; q=Bluray-1080p
Deadwood - s01e03 - Reconnoitering the Rim.mkv => Deadwood; s=1; e=3; et=Reconnoitering the Rim; c=mkv
Deadwood S01 E03 1080p => Deadwood; s=1; e=3; q=HDTV-1080p
Deadwood S1 E3 Reconnoitering the Rim => Deadwood; s=1; e=3; et=Reconnoitering the Rim
Deadwood Season 1 Episode 03 - Reconnoitering the Rim.avi => Deadwood; s=1; e=3; et=Reconnoitering the Rim; c=avi; q=SDTV
Deadwood.Season.1.Episode.03.DVDRip.XviD-GRP => Deadwood; s=1; e=3; q=DVD; g=GRP
Deadwood.S01.EP03.1080p.BluRay.x265-GRP => Deadwood; s=1; e=3; q=Bluray-1080p; g=GRP
Deadwood.S1EP03.WEB-DL.1080p.H264-GRP => Deadwood; s=1; e=3; q=WEBDL-1080p; g=GRP
Deadwood (2004) S01E03 (1080p BluRay x265 10bit DTS 5.1 Garshasp) => Deadwood; y=2004; s=1; e=3; q=Bluray-1080p; bits=10; a=DTS; ch=5.1; g=Garshasp
Deadwood (2004) - S01E03 - Reconnoitering the Rim (1080p AMZN WEB-DL x265 MONOLITH).mkv => Deadwood; y=2004; s=1; e=3; et=Reconnoitering the Rim; q=WEBDL-1080p; v=x265; g=MONOLITH; c=mkv
Deadwood.S01E03.Reconnoitering.the.Rim.1080p.10bit.BluRay.AAC5.1.HEVC-Vyndros => Deadwood; s=1; e=3; et=Reconnoitering the Rim; q=Bluray-1080p; bits=10; a=AAC; ch=5.1; v=h265; g=Vyndros
Deadwood.S01E03.HDTV.x264-LOL[ettv].mp4 => Deadwood; s=1; e=3; q=SDTV; g=LOL; c=mp4
Deadwood.S01E03.iNTERNAL.HDTV.x264-UAV => Deadwood; s=1; e=3; q=SDTV; g=UAV
Deadwood.S01E03.Reconnoitering.the.Rim.iNTERNAL.720p.WEB.H264-BAMBOOZLE => Deadwood; s=1; e=3; et=Reconnoitering the Rim; q=WEBDL-720p; g=BAMBOOZLE
Deadwood.S01E03.EXTENDED.720p.HDTV.x264-GRP => Deadwood; s=1; e=3; ed=Extended; q=HDTV-720p; g=GRP
Deadwood.S01E03.UNCENSORED.1080p.WEB.x264-GRP => Deadwood; s=1; e=3; ed=Uncensored; q=WEBDL-1080p; g=GRP
Deadwood.S01E03.CONVERT.720p.WEB.h264-GRP => Deadwood; s=1; e=3; q=WEBDL-720p; g=GRP
Deadwood.S01E03.1080p.HEVC.x265-MeGusta.mkv => Deadwood; s=1; e=3; q=HDTV-1080p; v=x265; g=MeGusta; c=mkv
Deadwood.S01E03.XviD-AFG.avi => Deadwood; s=1; e=3; q=SDTV; v=xvid; g=AFG; c=avi
Deadwood.S01E03.480p.x264-mSD => Deadwood; s=1; e=3; q=SDTV; r=480p; g=mSD
Deadwood S01E03 720p WEB H264-GRP EZTV => Deadwood; s=1; e=3; q=WEBDL-720p; g=GRP
[www.speed.cd] Deadwood.S01E03.720p.WEB.H264-GRP => Deadwood; s=1; e=3; q=WEBDL-720p; g=GRP
Deadwood.S01E03.1080p.WEB.H264-GRP-Scrambled.mkv => Deadwood; s=1; e=3; q=WEBDL-1080p; g=GRP; c=mkv
Deadwood.S01E03.1080p.WEB.H264-GRP-Obfuscation => Deadwood; s=1; e=3; q=WEBDL-1080p; g=GRP
Deadwood.S01E03.1080p.WEB-DL.Dual-Audio.Hindi.English => Deadwood; s=1; e=3; l=Hindi,English; q=WEBDL-1080p
Deadwood.S01E03.1080p.WEB.AV1.Opus => Deadwood; s=1; e=3; q=WEBDL-1080p; v=av1; a=Opus
Deadwood.S01E03.1080p.BluRay.x265.AAC => Deadwood; s=1; e=3; q=Bluray-1080p; v=x265; a=AAC
Deadwood.S01E03.Reconnoitering.the => Deadwood; s=1; e=3; et=Reconnoitering the
Deadwood.S01E03.1080i.HDTV.H264-GRP => Deadwood; s=1; e=3; r=1080i; q=HDTV-1080p; g=GRP
Deadwood.S01E03.576p.DVDRip.DD2.0.x264-GRP => Deadwood; s=1; e=3; r=576p; q=DVD; a=AC-3; ch=2.0; g=GRP
Deadwood.S01E03.NTSC.DVD.DD2.0.MPEG-2.REMUX-GRP => Deadwood; s=1; e=3; q=DVD; v=mpeg2; a=AC-3; ch=2.0; g=GRP
Deadwood.S01E03.1080p.BluRay.REMUX.VC-1.DTS-HD.MA.5.1-NOGRP => Deadwood; s=1; e=3; q=Bluray-1080p Remux; mod=remux; v=vc1; a=DTS-HD MA; g=NOGRP
Deadwood.2004.05.09.S01E08.Suffer.720p.HDTV.x264-GRP => Deadwood; date=2004-05-09; s=1; e=8; et=Suffer; q=HDTV-720p; g=GRP
Deadwood EP06 720p WEB => Deadwood; s=1; e=6; q=WEBDL-720p
Deadwood.EP06.1080p.WEB-DL.AAC.H264-GRP => Deadwood; s=1; e=6; q=WEBDL-1080p; a=AAC; g=GRP
Deadwood Ep. 12 [720p] => Deadwood; s=1; e=12; q=HDTV-720p
Deadwood.Ep12.HDTV.x264-GRP => Deadwood; s=1; e=12; q=SDTV; g=GRP
Deadwood.105.HDTV.XviD-LOL => Deadwood; s=1; e=5; q=SDTV; g=LOL
Cosmos.Part.7.720p.HDTV.x264-GRP => Cosmos; s=1; e=7; q=HDTV-720p; g=GRP
Chernobyl.Pt.3.1080p.AMZN.WEB-DL.DDP5.1.H.264-GRP => Chernobyl; s=1; e=3; q=WEBDL-1080p; g=GRP
BBC.Frozen.Planet.4of7.Autumn.1080p.HDTV.x264-GRP => BBC Frozen Planet; s=1; e=4; et=Autumn; q=HDTV-1080p; g=GRP
BBC.The.Blue.Planet.3of8.Open.Ocean.XviD.AC3.MVGroup.org => BBC The Blue Planet; s=1; e=3; et=Open Ocean; q=SDTV; v=xvid; a=AC-3
John.Adams.Part.VI.720p.BluRay.x264-GRP => John Adams; s=1; e=6; q=Bluray-720p; g=GRP
Roots.1977.Part.2.DVDRip.XviD-GRP => Roots; y=1977; h=series; s=1; e=2; q=DVD; g=GRP
Deadwood.S01E03-04.1080p.BluRay.x264-GRP => Deadwood; s=1; e=3-4; q=Bluray-1080p; g=GRP
Deadwood.S01E03.E04.E05.720p.HDTV.x264-GRP => Deadwood; s=1; e=3-5; q=HDTV-720p; g=GRP
Deadwood.S01E03-S01E06.720p.HDTV.x264-GRP => Deadwood; s=1; e=3-6; q=HDTV-720p; g=GRP
Deadwood - S01E03-E04 - Reconnoitering the Rim + Here Was a Man [Bluray-1080p].mkv => Deadwood; s=1; e=3-4; et=Reconnoitering the Rim + Here Was a Man; q=Bluray-1080p; c=mkv
Deadwood 1x03-04 Name.avi => Deadwood; s=1; e=3-4; et=Name; c=avi; q=SDTV
Deadwood.1x03-1x05.DVDRip-GRP => Deadwood; s=1; e=3-5; q=DVD; g=GRP
Deadwood S01E03 & E04 720p => Deadwood; s=1; e=3-4; q=HDTV-720p
Deadwood.S00E02.Making.of.Deadwood.DVDRip.x264-GRP => Deadwood; s=0; e=2; sp=1; et=Making of Deadwood; q=DVD; g=GRP
Top.Gear.S22E00.Special.720p.HDTV.x264-GRP => Top Gear; s=22; e=0; et=Special; q=HDTV-720p; g=GRP
Doctor.Who.S00E164.The.Star.Beast.1080p.WEB.H264-GRP => Doctor Who; s=0; e=164; sp=1; et=The Star Beast; q=WEBDL-1080p; g=GRP
Naruto.S05E112.720p.WEB-DL.x264-GRP => Naruto; s=5; e=112; q=WEBDL-720p; g=GRP
Coronation.Street.S01E11234.1080p.WEB.h264-GRP => Coronation Street; s=1; e=11234; q=WEBDL-1080p; g=GRP
Mythbusters.S2003E01.DVDRip.x264-GRP => Mythbusters; s=2003; e=1; q=DVD; g=GRP
# fresh packs
Deadwood.S01.1080p.BluRay.DTS.5.1.x265-GRP => Deadwood; s=1; full=1; q=Bluray-1080p; a=DTS; ch=5.1; v=x265; g=GRP
Deadwood.S01-S03.1080p.BluRay.x265.10bit-GRP => Deadwood; s=1; ss=1-3; full=1; q=Bluray-1080p; bits=10; g=GRP
Deadwood.Season.1-3.Complete.1080p.BluRay-GRP => Deadwood; s=1; ss=1-3; full=1; q=Bluray-1080p; g=GRP
Deadwood (2004) Season 1-3 S01-S03 (1080p BluRay x265 HEVC 10bit AAC 5.1 Silence) => Deadwood; y=2004; s=1; ss=1-3; full=1; q=Bluray-1080p; bits=10; a=AAC; ch=5.1; g=Silence
Deadwood Complete Series 1080p BluRay x264 => Deadwood; ss=; full=1; q=Bluray-1080p
Deadwood.COMPLETE.SERIES.DVDRip.XviD-GRP => Deadwood; ss=; full=1; q=DVD; g=GRP
Deadwood (2004-2006) - Complete TV Series - 720p WEB-DL => Deadwood; y=2004; ss=; full=1; q=WEBDL-720p
Deadwood Seasons 1 & 2 DVDRip => Deadwood; s=1; ss=1-2; full=1; q=DVD
Deadwood S01 + S02 720p BluRay => Deadwood; s=1; ss=1-2; full=1; q=Bluray-720p
Deadwood S1-3 720p => Deadwood; s=1; ss=1-3; full=1; q=HDTV-720p
Deadwood.S01.PROPER.REPACK.1080p.AMZN.WEB-DL.DDP5.1.H.264-GRP => Deadwood; s=1; full=1; proper=1; repack=1; q=WEBDL-1080p; a=E-AC-3; g=GRP
Deadwood.S01.S02.COMPLETE.DVDRip.x264-GRP => Deadwood; s=1; ss=1-2; full=1; q=DVD; g=GRP
Deadwood.S01.Disc.2.1080p.BluRay.AVC.DTS-HD.MA.5.1-GRP => Deadwood; s=1; q=Bluray-1080p; v=h264; a=DTS-HD MA; g=GRP
Deadwood.S01D01.PAL.DVDR-GRP => Deadwood; s=1; q=DVD; g=GRP
Deadwood.S01E01-E12.COMPLETE.1080p.WEB.x264-GRP => Deadwood; s=1; e=1-12; q=WEBDL-1080p; g=GRP
The.Simpsons.S30.1080p.DSNP.WEB-DL.DDP5.1.H.264-NTb => The Simpsons; s=30; full=1; q=WEBDL-1080p; a=E-AC-3; g=NTb
Blackadder.The.Complete.Collection.DVDRip.XviD-GRP => Blackadder; ss=; full=1; q=DVD; g=GRP
The.Vietnam.War.2017.S01.1080p.BluRay.x264-GRP => The Vietnam War; y=2017; s=1; full=1; q=Bluray-1080p; g=GRP
Deadwood - The Complete First Season (2004) DVDRip => Deadwood; y=2004; s=1; full=1; q=DVD
# fresh daily
Late.Night.with.Seth.Meyers.2024.11.14.Guest.Name.720p.WEB.h264-EDITH => Late Night with Seth Meyers; date=2024-11-14; et=Guest Name; q=WEBDL-720p; g=EDITH
Stephen.Colbert.2024.03.05.Emma.Stone.1080p.WEB.h264-EDITH => Stephen Colbert; date=2024-03-05; et=Emma Stone; q=WEBDL-1080p; g=EDITH
Jeopardy.2023.10.30.720p.HDTV.x264-NTb => Jeopardy; date=2023-10-30; q=HDTV-720p; g=NTb
The Tonight Show - 2024-03-05 - Emma Stone WEBDL-1080p.mkv => The Tonight Show; date=2024-03-05; et=Emma Stone; q=WEBDL-1080p; c=mkv
The.Tonight.Show.2024-03-05.1080p.WEB.h264-GRP => The Tonight Show; date=2024-03-05; q=WEBDL-1080p; g=GRP
AEW.Dynamite.2024.01.03.1080p.WEB.h264-HEEL => AEW Dynamite; date=2024-01-03; q=WEBDL-1080p; g=HEEL
WWE.SmackDown.Live.2024.01.05.720p.HDTV.x264-NWCHD => WWE SmackDown Live; date=2024-01-05; q=HDTV-720p; g=NWCHD
UFC.Fight.Night.2023.12.09.1080p.HDTV.h264-VERUM => UFC Fight Night; date=2023-12-09; q=HDTV-1080p; g=VERUM
NBA.2024.02.18.All-Star.Game.720p.WEB.H264-GRP => NBA; date=2024-02-18; et=All-Star Game; q=WEBDL-720p; g=GRP
Panorama.2023.02.27.The.Missing.Ones.1080p.iP.WEB-DL.AAC2.0.H.264-GRP => Panorama; date=2023-02-27; et=The Missing Ones; q=WEBDL-1080p; a=AAC; g=GRP
heute.show.2024.05.17.GERMAN.1080p.WEB.h264-GRP => heute show; date=2024-05-17; l=German; q=WEBDL-1080p; g=GRP
Quotidien.2023.11.24.FRENCH.1080p.WEB.H264-GRP => Quotidien; date=2023-11-24; l=French; q=WEBDL-1080p; g=GRP
Tagesthemen.31.01.2024.GERMAN.720p.HDTV.x264-GRP => Tagesthemen; date=2024-01-31; l=German; q=HDTV-720p; g=GRP
Newsnight 24th Jan 2023 720p HDTV => Newsnight; date=2023-01-24; q=HDTV-720p
# fresh series of many tongues
Dark.S02E03.GERMAN.DL.DV.HDR.2160p.WEB.h265-W4K => Dark; s=2; e=3; l=German; q=WEBDL-2160p; hdr=DV,HDR; g=W4K
Tatort.E1234.Der.Fall.GERMAN.1080p.WEB.x264-GRP => Tatort; abs=1234; et=Der Fall; l=German; q=WEBDL-1080p; g=GRP
Babylon.Berlin.S01E01.GERMAN.720p.HDTV.x264-ACED => Babylon Berlin; s=1; e=1; l=German; q=HDTV-720p; g=ACED
4.Blocks.S01.German.1080p.BluRay.x264-iNTENTiON => 4 Blocks; s=1; full=1; l=German; q=Bluray-1080p; g=iNTENTiON
Die.Sopranos.Staffel.3.Folge.02.GERMAN.DVDRip.XviD-GRP => Die Sopranos; s=3; e=2; l=German; q=DVD; g=GRP
Das.Rad.der.Zeit.S01E02.German.EAC3.DL.1080p.WEB.H264-GRP => Das Rad der Zeit; s=1; e=2; l=German; q=WEBDL-1080p; a=E-AC-3; g=GRP
Engrenages.S08E01.FRENCH.1080p.WEB.H264-CiELOS => Engrenages; s=8; e=1; l=French; q=WEBDL-1080p; g=CiELOS
Les.Revenants.S01E01.VOSTFR.HDTV.XviD-GRP => Les Revenants; s=1; e=1; l=French; q=SDTV; g=GRP
Kaamelott.Livre.3.FRENCH.DVDRip.XviD-GRP => Kaamelott; s=3; full=1; l=French; q=DVD; g=GRP
Game.of.Thrones.Saison.4.MULTi.1080p.BluRay.x264-GRP => Game of Thrones; s=4; full=1; l=Multi; q=Bluray-1080p; g=GRP
Ted.Lasso.S03E01.MULTi.VF2.1080p.WEB.H264-GRP => Ted Lasso; s=3; e=1; l=Multi,French; q=WEBDL-1080p; g=GRP
Gomorra.S05E10.iTALiAN.1080p.WEB.H264-NTROPiC => Gomorra; s=5; e=10; l=Italian; q=WEBDL-1080p; g=NTROPiC
Suburra.1x02.iTALiAN.WEBRip.x264-GRP => Suburra; s=1; e=2; l=Italian; q=WEBRip-480p; g=GRP
The.Last.of.Us.S01E03.ITA.ENG.2160p.WEB-DL.DDP5.1.HDR.HEVC-MeM => The Last of Us; s=1; e=3; l=Italian,English; q=WEBDL-2160p; hdr=HDR; a=E-AC-3; g=MeM
Una.Serie.T02E05.Castellano.HDTV.x264-GRP => Una Serie; s=2; e=5; l=Spanish; q=SDTV; g=GRP
Una Serie - Temporada 1 [HDTV 720p][Cap.102] => Una Serie; s=1; e=2; q=HDTV-720p
Una Serie - Temporada 3 [HDTV 720p][Cap.310][AC3 5.1 Castellano][www.site.com] => Una Serie; s=3; e=10; l=Spanish; q=HDTV-720p; a=AC-3; ch=5.1
Una Serie [HDTV][Cap.104-105][Castellano] => Una Serie; s=1; e=4-5; l=Spanish; q=HDTV-720p
Una Serie T2 1080p WEB-DL Castellano => Una Serie; s=2; full=1; l=Spanish; q=WEBDL-1080p
Una.Serie.1x03.Castellano.DVDRip.XviD-GRP => Una Serie; s=1; e=3; l=Spanish; q=DVD; g=GRP
Elite.S01E02.SPANiSH.1080p.NF.WEB-DL.DD5.1.x264-GRP => Elite; s=1; e=2; l=Spanish; q=WEBDL-1080p; a=AC-3; g=GRP
Cidade.Invisivel.S01E01.PORTUGUESE.1080p.NF.WEBRip.DDP5.1.x264-GRP => Cidade Invisivel; s=1; e=1; l=Portuguese; q=WEBRip-1080p; a=E-AC-3; g=GRP
Wataha.S02E04.PL.1080p.WEB-DL.H264-GRP => Wataha; s=2; e=4; l=Polish; q=WEBDL-1080p; g=GRP
Wielka.woda.S01E01.POLISH.1080p.NF.WEB-DL.DDP5.1.H.264-GRP => Wielka woda; s=1; e=1; l=Polish; q=WEBDL-1080p; a=E-AC-3; g=GRP
Кухня (2 сезон: 1-20 серии из 20) 2013 WEB-DL 720p => Кухня; y=2013; s=2; e=1-20; q=WEBDL-720p
Метод.S02.2020.WEB-DL.1080p => Метод; y=2020; s=2; full=1; q=WEBDL-1080p
Метод (сезон 2, серия 3) WEB-DL 1080p => Метод; s=2; e=3; q=WEBDL-1080p
Broen.S03E02.NORDiC.1080p.BluRay.x264-GRP => Broen; s=3; e=2; l=Nordic; q=Bluray-1080p; g=GRP
Borgen.S01E01.DANiSH.720p.HDTV.x264-GRP => Borgen; s=1; e=1; l=Danish; q=HDTV-720p; g=GRP
Undercover.S01E01.FLEMISH.1080p.WEB.x264-GRP => Undercover; s=1; e=1; l=Flemish; q=WEBDL-1080p; g=GRP
Baantjer.S01E01.DUTCH.WEB.x264-GRP => Baantjer; s=1; e=1; l=Dutch; q=WEBDL-480p; g=GRP
Mirzapur.S02E01.1080p.AMZN.WEB-DL.Hindi.DDP5.1.H.264-GRP => Mirzapur; s=2; e=1; l=Hindi; q=WEBDL-1080p; a=E-AC-3; g=GRP
Mirzapur (2020) S02 Complete Hindi 720p WEBRip x264 AAC ESub => Mirzapur; y=2020; s=2; full=1; l=Hindi; q=WEBRip-720p; a=AAC
Squid.Game.S01E06.KOREAN.1080p.NF.WEB-DL.DDP5.1.Atmos.x264-GRP => Squid Game; s=1; e=6; l=Korean; q=WEBDL-1080p; a=E-AC-3 Atmos; g=GRP
My.Mister.E05.180404.720p-NEXT => My Mister; date=2018-04-04; s=1; e=5; q=HDTV-720p; g=NEXT
도깨비.E01.161202.1080p-NEXT => 도깨비; date=2016-12-02; s=1; e=1; q=HDTV-1080p; g=NEXT
三体.Three-Body.2023.S01E05.2160p.WEB-DL.H265.AAC-GRP => 三体 Three-Body; y=2023; s=1; e=5; q=WEBDL-2160p; v=h265; a=AAC; g=GRP
Dizi.S01E02.TURKISH.1080p.WEB-DL.AAC.H264-GRP => Dizi; s=1; e=2; l=Turkish; q=WEBDL-1080p; a=AAC; g=GRP
Fauda.S01E02.HEBREW.1080p.NF.WEB-DL.x264-GRP => Fauda; s=1; e=2; l=Hebrew; q=WEBDL-1080p; g=GRP
`;
