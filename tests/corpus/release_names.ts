/**
 * Hand-written release names and library paths with their expected fields. A line is `name => title; key=value; …`.
 * Keys: h hint, y year, s season, ss seasons, e episodes, abs absolute, date, full, sp special, et episode title, q
 * quality, r resolution, src source, mod modifier, disc, v video codec, a audio codec, ch channels, hdr, bits, ed
 * edition, g group, l languages, proper, repack, ver version, hash, c container. Numbers, quality, edition, group,
 * languages and flags that a line omits must be absent. Codecs, channels, source and similar fields are checked only
 * where they are stated.
 */
export const WRITTEN = String.raw`
# films
Heat.1995.1080p.BluRay.x264-AMIABLE => Heat; y=1995; q=Bluray-1080p; r=1080p; src=bluray; v=x264; g=AMIABLE
The.Matrix.1999.2160p.UHD.BluRay.REMUX.DV.HDR.HEVC.TrueHD.Atmos.7.1-FraMeSToR => The Matrix; y=1999; q=Remux-2160p; mod=remux; r=2160p; src=bluray; hdr=DV,HDR; v=h265; a=TrueHD Atmos; ch=7.1; g=FraMeSToR
1917.2019.1080p.BluRay.x264-SPARKS => 1917; y=2019; q=Bluray-1080p; g=SPARKS
2012.2009.720p.BluRay.x264-METiS => 2012; y=2009; q=Bluray-720p; g=METiS
300.2006.1080p.BluRay.DTS.x264-CtrlHD => 300; y=2006; q=Bluray-1080p; a=DTS; g=CtrlHD
Blade.Runner.2049.2017.2160p.WEB-DL.DDP5.1.HDR.HEVC-NTG => Blade Runner 2049; y=2017; q=WEBDL-2160p; hdr=HDR; a=E-AC-3; ch=5.1; v=h265; g=NTG
Blade.Runner.1982.The.Final.Cut.2160p.BluRay.x265.10bit.HDR.TrueHD.7.1.Atmos-W4NK3R => Blade Runner; y=1982; ed=Final Cut; q=Bluray-2160p; bits=10; v=x265; a=TrueHD Atmos; ch=7.1; g=W4NK3R
2001.A.Space.Odyssey.1968.1080p.BluRay.x264-GRP => 2001 A Space Odyssey; y=1968; q=Bluray-1080p; g=GRP
Wonder.Woman.1984.2020.1080p.WEB-DL.DD5.1.H.264-EVO => Wonder Woman 1984; y=2020; q=WEBDL-1080p; a=AC-3; ch=5.1; v=h264; g=EVO
1984.1984.1080p.BluRay.x264-CiNEFiLE => 1984; y=1984; q=Bluray-1080p; g=CiNEFiLE
The.Proper.Man.2019.720p.WEBRip.x264-STRiFE => The Proper Man; y=2019; q=WEBRip-720p; src=webrip; g=STRiFE
Cam.2018.1080p.NF.WEB-DL.DDP5.1.x264-NTG => Cam; y=2018; q=WEBDL-1080p; src=web-dl; g=NTG
Web.of.Lies.2009.DVDRip.XviD-aXXo => Web of Lies; y=2009; q=DVD; src=dvd; v=xvid; g=aXXo
Charlotte's Web (2006) 1080p BluRay x264 => Charlotte's Web; y=2006; q=Bluray-1080p
HDR.The.Documentary.2016.1080p.WEBRip.x264-NOGRP => HDR The Documentary; y=2016; q=WEBRip-1080p; g=NOGRP
Uncut.Gems.2019.720p.BluRay.x264-YOL0W => Uncut Gems; y=2019; q=Bluray-720p; g=YOL0W
Extended.Family.2014.720p.WEB-DL.AAC2.0.H264-GRP => Extended Family; y=2014; q=WEBDL-720p; a=AAC; ch=2.0; g=GRP
The.Italian.Job.1969.1080p.BluRay.x264-HD4U => The Italian Job; y=1969; q=Bluray-1080p; g=HD4U
The.French.Dispatch.2021.2160p.WEB-DL.DDP5.1.Atmos.DV.HEVC-CMRG => The French Dispatch; y=2021; q=WEBDL-2160p; a=E-AC-3 Atmos; hdr=DV; g=CMRG
The.Good.German.2006.720p.HDTV.x264-TVP => The Good German; y=2006; q=HDTV-720p; g=TVP
Lost.in.Translation.2003.Criterion.1080p.BluRay.FLAC.2.0.x264-EbP => Lost in Translation; y=2003; ed=Criterion; q=Bluray-1080p; a=FLAC; ch=2.0; g=EbP
Apocalypse.Now.Redux.1979.1080p.BluRay.DTS-HD.MA.5.1.x264-FGT => Apocalypse Now; y=1979; ed=Redux; q=Bluray-1080p; a=DTS-HD MA; ch=5.1; g=FGT
Aliens.1986.Special.Edition.REMASTERED.1080p.BluRay.x264-GRP => Aliens; y=1986; ed=Special Edition Remastered; q=Bluray-1080p; g=GRP
Kingdom.of.Heaven.2005.Director's.Cut.1080p.BluRay.x265-RARBG => Kingdom of Heaven; y=2005; ed=Director's Cut; q=Bluray-1080p; v=x265; g=RARBG
Kingdom.of.Heaven.2005.DC.1080p.BluRay.x264-GRP => Kingdom of Heaven; y=2005; ed=Director's Cut; q=Bluray-1080p; g=GRP
The.Lord.of.the.Rings.The.Two.Towers.2002.EXTENDED.2160p.UHD.BluRay.x265-BOREDOR => The Lord of the Rings The Two Towers; y=2002; ed=Extended; q=Bluray-2160p; g=BOREDOR
Dune.Part.One.2021.2160p.WEB-DL.DDP5.1.Atmos.HDR10Plus.HEVC-GRP => Dune Part One; y=2021; q=WEBDL-2160p; hdr=HDR10+; a=E-AC-3 Atmos; g=GRP
Harry.Potter.and.the.Deathly.Hallows.Part.2.2011.1080p.BluRay.x264-GRP => Harry Potter and the Deathly Hallows Part 2; y=2011; q=Bluray-1080p; g=GRP
Kill.Bill.Vol.1.2003.1080p.BluRay.x264-HDCLUB => Kill Bill Vol 1; y=2003; q=Bluray-1080p; g=HDCLUB
Interstellar.2014.IMAX.1080p.BluRay.x264-GRP => Interstellar; y=2014; ed=IMAX; q=Bluray-1080p; g=GRP
Top.Gun.Maverick.2022.IMAX.Hybrid.2160p.REMUX.DV.HDR10+.HEVC.TrueHD.7.1.Atmos-GRP => Top Gun Maverick; y=2022; ed=IMAX Hybrid; q=Remux-2160p; hdr=DV,HDR10+; g=GRP
Jurassic.World.2015.Open.Matte.1080p.WEB-DL.DD5.1.H264-GRP => Jurassic World; y=2015; ed=Open Matte; q=WEBDL-1080p; g=GRP
Terminator.2.1991.THEATRICAL.REMASTERED.2160p.BluRay.x265-GRP => Terminator 2; y=1991; ed=Theatrical Remastered; q=Bluray-2160p; g=GRP
Watchmen.2009.Ultimate.Cut.1080p.BluRay.x264-GRP => Watchmen; y=2009; ed=Ultimate Cut; q=Bluray-1080p; g=GRP
American.Pie.1999.UNRATED.720p.BluRay.x264-GRP => American Pie; y=1999; ed=Unrated; q=Bluray-720p; g=GRP
Prometheus Extended 2012 1080p BluRay => Prometheus; y=2012; ed=Extended; q=Bluray-1080p
Deadpool.2016.TS.x264-CPG => Deadpool; y=2016; q=TELESYNC; src=telesync; g=CPG
Deadpool.2016.HDTS.720p.x264-GRP => Deadpool; y=2016; q=TELESYNC; r=720p; g=GRP
Joker.2019.HDCAM.x264-GRP => Joker; y=2019; q=CAM; src=cam; g=GRP
Joker.2019.CAM.XviD-GRP => Joker; y=2019; q=CAM; g=GRP
Joker.2019.HDTC.1080p.x264-GRP => Joker; y=2019; q=TELECINE; src=telecine; g=GRP
Parasite.2019.DVDSCR.x264-TOPKEK => Parasite; y=2019; q=DVDSCR; mod=screener; g=TOPKEK
Parasite.2019.SCREENER.XviD-GRP => Parasite; y=2019; q=DVDSCR; mod=screener; g=GRP
Borat.2006.R5.XviD-GRP => Borat; y=2006; q=REGIONAL; mod=regional; g=GRP
X-Men.Origins.2009.WORKPRINT.XviD-GRP => X-Men Origins; y=2009; q=WORKPRINT; src=workprint; g=GRP
Gladiator.2000.COMPLETE.BLURAY-GRP => Gladiator; y=2000; q=BR-DISK; mod=brdisk; disc=1; g=GRP
Gladiator.2000.1080p.BluRay.AVC.DTS-HD.MA.5.1-GRP => Gladiator; y=2000; q=BR-DISK; disc=1; v=h264; a=DTS-HD MA; g=GRP
Gladiator.2000.MULTi.COMPLETE.UHD.BLURAY-GRP => Gladiator; y=2000; q=BR-DISK; r=2160p; disc=1; l=Multi; g=GRP
Daylight.1996.BDISO => Daylight; y=1996; q=BR-DISK; disc=1
Life.2014.German.DL.PAL.DVDR-ETM => Life; y=2014; q=DVD-R; disc=1; l=German; g=ETM
Casablanca.1942.NTSC.DVD9-GRP => Casablanca; y=1942; q=DVD-R; disc=1; g=GRP
Casablanca.1942.DVDRip.x264-GRP => Casablanca; y=1942; q=DVD; disc=0; g=GRP
Planet.Earth.Movie.2008.1080i.HDTV.MPEG2.DD5.1-TrollHD => Planet Earth Movie; y=2008; q=Raw-HD; mod=rawhd; r=1080i; v=mpeg2; g=TrollHD
Concert.2010.1080i.BluRay.REMUX.VC-1.DTS-HD.MA.5.1-GRP => Concert; y=2010; q=Remux-1080p; r=1080i; v=vc1; g=GRP
Stalker.1979.BDRip.XviD.AC3-GRP => Stalker; y=1979; q=Bluray-480p; v=xvid; a=AC-3; g=GRP
Stalker.1979.576p.BDRip.x264-GRP => Stalker; y=1979; q=Bluray-576p; r=576p; g=GRP
Stalker.1979.BRRip.x264-GRP => Stalker; y=1979; q=Bluray-480p; g=GRP
Stalker.1979.480p.BluRay.x264-GRP => Stalker; y=1979; q=Bluray-480p; r=480p; g=GRP
Stalker.1979.BluRay.x264-GRP => Stalker; y=1979; q=Bluray-720p; src=bluray; g=GRP
Stalker.1979.HDTV.XviD-GRP => Stalker; y=1979; q=SDTV; src=hdtv; g=GRP
Stalker.1979.1080p.x264-GRP => Stalker; y=1979; q=HDTV-1080p; r=1080p; g=GRP
Soul.2020.2160p.DSNP.WEB-DL.DDP5.1.Atmos.DV.HDR10.H.265-FLUX => Soul; y=2020; q=WEBDL-2160p; hdr=DV,HDR10; a=E-AC-3 Atmos; v=h265; g=FLUX
Soul.2020.1080p.WEB.h264-RUMOUR => Soul; y=2020; q=WEBDL-1080p; src=web-dl; v=h264; g=RUMOUR
Soul.2020.PROPER.1080p.WEB.h264-RUMOUR => Soul; y=2020; q=WEBDL-1080p; proper=1; g=RUMOUR
Soul.2020.REPACK.720p.BluRay.x264-GRP => Soul; y=2020; q=Bluray-720p; repack=1; g=GRP
Soul.2020.RERIP.720p.BluRay.x264-GRP => Soul; y=2020; q=Bluray-720p; repack=1; g=GRP
Soul.2020.REAL.PROPER.720p.BluRay.x264-GRP => Soul; y=2020; q=Bluray-720p; proper=1; g=GRP
Soul (2020) [1080p] [WEBRip] [5.1] [YTS.MX] => Soul; y=2020; q=WEBRip-1080p; ch=5.1; g=YTS.MX
Soul (2020) (1080p BluRay x265 HEVC 10bit AAC 7.1 Tigole) [QxR] => Soul; y=2020; q=Bluray-1080p; v=x265; bits=10; a=AAC; ch=7.1; g=Tigole
Soul (2020) (2160p DSNP WEB-DL H265 DV HDR DDP Atmos 5.1 English - HONE) => Soul; y=2020; q=WEBDL-2160p; hdr=DV,HDR; l=English; g=HONE
Soul.2020.1080p.BluRay.x264-GRP[rarbg] => Soul; y=2020; q=Bluray-1080p; g=GRP
Soul.2020.1080p.BluRay.x264-GRP-AsRequested => Soul; y=2020; q=Bluray-1080p; g=GRP
Soul.2020.1080p.BluRay.x264-GRP-Obfuscated => Soul; y=2020; q=Bluray-1080p; g=GRP
Soul.2020.1080p.BluRay.x264-GRP-xpost-postbot => Soul; y=2020; q=Bluray-1080p; g=GRP
Soul.2020.1080p.BluRay.DTS.x264.D-Z0N3 => Soul; y=2020; q=Bluray-1080p; g=D-Z0N3
[ www.Torrenting.com ] - Soul.2020.720p.HDTV.X264-DIMENSION => Soul; y=2020; q=HDTV-720p; g=DIMENSION
www.UIndex.org - Soul.2020.1080p.WEB-DL.H264-GRP => Soul; y=2020; q=WEBDL-1080p; g=GRP
Skjegg.AKA.Rox.Beard.1965.DVDRip.XviD-KG.avi => Skjegg; y=1965; q=DVD; g=KG; c=avi
R.I.P.D.2013.720p.BluRay.x264-SPARKS => R.I.P.D.; y=2013; q=Bluray-720p; g=SPARKS
To.Live.and.Die.in.L.A.1985.1080p.BluRay.x264-GRP => To Live and Die in L.A.; y=1985; q=Bluray-1080p; g=GRP
A.I.Artificial.Intelligence.2001.1080p.BluRay.x264-GRP => A.I. Artificial Intelligence; y=2001; q=Bluray-1080p; g=GRP
Dr. Strangelove (1964) {imdb-tt0057012} Bluray-1080p.mkv => Dr. Strangelove; y=1964; q=Bluray-1080p; c=mkv
Blade Runner (1982) {edition-Final Cut} {tmdb-78} [Bluray-2160p][DV HDR10][TrueHD Atmos 7.1][x265]-GRP.mkv => Blade Runner; y=1982; ed=Final Cut; q=Bluray-2160p; hdr=DV,HDR10; a=TrueHD Atmos; v=x265; g=GRP; c=mkv
Heat (1995) [tmdbid-949] Remux-1080p.mkv => Heat; y=1995; q=Remux-1080p; mod=remux; c=mkv
Se7en.1995.1080p.BluRay.x264-GRP => Se7en; y=1995; q=Bluray-1080p; g=GRP
(500) Days of Summer (2009) 720p BluRay => (500) Days of Summer; y=2009; q=Bluray-720p
(1995) Heat 1080p BluRay => Heat; y=1995; q=Bluray-1080p
Die.Unfassbaren.EXTENDED.German.DTS.720p.BluRay.x264-RHD => Die Unfassbaren; ed=Extended; l=German; q=Bluray-720p; a=DTS; g=RHD
Der.Schuh.des.Manitu.2001.German.DL.1080p.BluRay.x264-GRP => Der Schuh des Manitu; y=2001; l=German; q=Bluray-1080p; g=GRP
Amelie.2001.FRENCH.1080p.BluRay.x264-GRP => Amelie; y=2001; l=French; q=Bluray-1080p; g=GRP
Amelie.2001.TRUEFRENCH.BDRip.XviD-GRP => Amelie; y=2001; l=French; q=Bluray-480p; g=GRP
Amelie.2001.VOSTFR.720p.WEB-DL.H264-GRP => Amelie; y=2001; l=French; q=WEBDL-720p; g=GRP
Amelie.2001.MULTi.VFF.2160p.WEB.H265-GRP => Amelie; y=2001; l=Multi,French; q=WEBDL-2160p; g=GRP
Gomorra.2008.iTALiAN.DVDRip.XviD-GRP => Gomorra; y=2008; l=Italian; q=DVD; g=GRP
Gomorra.2008.ITA.ENG.1080p.BluRay.x264-GRP => Gomorra; y=2008; l=Italian,English; q=Bluray-1080p; g=GRP
REC.2007.SPANiSH.1080p.BluRay.x264-GRP => REC; y=2007; l=Spanish; q=Bluray-1080p; g=GRP
REC.2007.CASTELLANO.720p.HDTV.x264-GRP => REC; y=2007; l=Spanish; q=HDTV-720p; g=GRP
Oldboy.2003.KOREAN.1080p.BluRay.x264-GRP => Oldboy; y=2003; l=Korean; q=Bluray-1080p; g=GRP
Festen.1998.DANiSH.1080p.WEB-DL.H264-GRP => Festen; y=1998; l=Danish; q=WEBDL-1080p; g=GRP
Kontroll.2003.HUN.DVDRip.XviD-GRP => Kontroll; y=2003; l=Hungarian; q=DVD; g=GRP
Ida.2013.PL.1080p.BluRay.x264-GRP => Ida; y=2013; l=Polish; q=Bluray-1080p; g=GRP
Brat.1997.RUS.720p.BluRay.x264-GRP => Brat; y=1997; l=Russian; q=Bluray-720p; g=GRP
Kon-Tiki.2012.NORDiC.1080p.BluRay.x264-GRP => Kon-Tiki; y=2012; l=Nordic; q=Bluray-1080p; g=GRP
RRR.2022.HINDI.2160p.NF.WEB-DL.DDP5.1.H.265-GRP => RRR; y=2022; l=Hindi; q=WEBDL-2160p; g=GRP
Hero.2002.CHINESE.1080p.BluRay.DTS.x264-GRP => Hero; y=2002; l=Chinese; q=Bluray-1080p; g=GRP
Pulp.Fiction.1994.1080p.AV1.10bit.Opus.5.1-GRP => Pulp Fiction; y=1994; q=HDTV-1080p; v=av1; bits=10; a=Opus; ch=5.1; g=GRP
Pulp.Fiction.1994.1080p.BluRay.DTS-X.7.1.x264-GRP => Pulp Fiction; y=1994; q=Bluray-1080p; a=DTS:X; ch=7.1; g=GRP
Pulp.Fiction.1994.1080p.BluRay.DTS-HD.HRA.5.1.x264-GRP => Pulp Fiction; y=1994; q=Bluray-1080p; a=DTS-HD HRA; g=GRP
Pulp.Fiction.1994.1080p.BluRay.DTS-ES.x264-GRP => Pulp Fiction; y=1994; q=Bluray-1080p; a=DTS; g=GRP
Pulp.Fiction.1994.1080p.BluRay.LPCM.2.0.x264-GRP => Pulp Fiction; y=1994; q=Bluray-1080p; a=LPCM; ch=2.0; g=GRP
Pulp.Fiction.1994.720p.BluRay.6CH.x265-PSA => Pulp Fiction; y=1994; q=Bluray-720p; ch=5.1; g=PSA
Pulp.Fiction.1994.2160p.HLG.WEB-DL.H265-GRP => Pulp Fiction; y=1994; q=WEBDL-2160p; hdr=HLG; g=GRP
Pulp.Fiction.1994.2160p.BluRay.SDR.x265-GRP => Pulp Fiction; y=1994; q=Bluray-2160p; hdr=SDR; g=GRP
Pulp Fiction 1994 1080p WEB DL DD5 1 H 264 => Pulp Fiction; y=1994; q=WEBDL-1080p; a=AC-3; ch=5.1; v=h264
Pulp_Fiction_1994_1080p_BluRay_x264-GRP => Pulp Fiction; y=1994; q=Bluray-1080p; g=GRP
Pulp Fiction [1994] 1080p => Pulp Fiction; y=1994; q=HDTV-1080p
Pulp.Fiction.1080p.BluRay.x264-GRP => Pulp Fiction; q=Bluray-1080p; g=GRP
Pulp Fiction (1994).mkv => Pulp Fiction; y=1994; c=mkv
Pulp Fiction.mkv => Pulp Fiction; c=mkv
Ocean's Eleven (2001) 1080p BluRay x264-GRP => Ocean's Eleven; y=2001; q=Bluray-1080p; g=GRP
Spider-Man.No.Way.Home.2021.1080p.WEBRip.x264-GRP => Spider-Man No Way Home; y=2021; q=WEBRip-1080p; g=GRP
Monsters, Inc. (2001) 1080p BluRay => Monsters, Inc.; y=2001; q=Bluray-1080p
Star Wars- Episode IV - A New Hope (1977) 2160p => Star Wars- Episode IV - A New Hope; h=movie; y=1977; q=HDTV-2160p
Star.Wars.Episode.V.1980.1080p.BluRay.x264-GRP => Star Wars Episode V; y=1980; q=Bluray-1080p; g=GRP
Avatar.2009.3D.HSBS.1080p.BluRay.x264-GRP => Avatar; y=2009; q=Bluray-1080p; g=GRP
Apollo.13.1995.1080p.BluRay.x264-GRP => Apollo 13; y=1995; q=Bluray-1080p; g=GRP
District.9.2009.1080p.BluRay.x264-GRP => District 9; y=2009; q=Bluray-1080p; g=GRP
21.2008.1080p.BluRay.x264-GRP => 21; y=2008; q=Bluray-1080p; g=GRP
# series
Breaking.Bad.S01E05.1080p.BluRay.x264-GRP => Breaking Bad; s=1; e=5; q=Bluray-1080p; g=GRP
Breaking.Bad.S05E14.Ozymandias.1080p.WEB-DL.DD5.1.H.264-BS => Breaking Bad; s=5; e=14; et=Ozymandias; q=WEBDL-1080p; a=AC-3; ch=5.1; g=BS
1923.S01E01.1080p.WEB.h264-TRUFFLE => 1923; s=1; e=1; q=WEBDL-1080p; g=TRUFFLE
24.S01E01.720p.WEB-DL.H264-GRP => 24; s=1; e=1; q=WEBDL-720p; g=GRP
The.4400.S02E03.DVDRip.XviD-GRP => The 4400; s=2; e=3; q=DVD; g=GRP
Doctor.Who.2005.S13E01.1080p.HDTV.H264-MTB => Doctor Who; y=2005; s=13; e=1; q=HDTV-1080p; g=MTB
Doctor Who (2005) - S01E01 - Rose [HDTV-720p].mkv => Doctor Who; y=2005; s=1; e=1; et=Rose; q=HDTV-720p; c=mkv
Mr. Robot - S01E01 - eps1.0_hellofriend.mov WEBDL-1080p.mkv => Mr. Robot; s=1; e=1; et=eps1.0_hellofriend.mov; q=WEBDL-1080p; c=mkv
Mr.Robot.S02E01.720p.HDTV.x264-KILLERS => Mr Robot; s=2; e=1; q=HDTV-720p; g=KILLERS
S.W.A.T.2017.S01E05.1080p.WEB.H264-GRP => S.W.A.T.; y=2017; s=1; e=5; q=WEBDL-1080p; g=GRP
Mushishi - S01E03 - Tender Horns - Bluray-1080p Remux.mkv => Mushishi; s=1; e=3; et=Tender Horns; q=Bluray-1080p Remux; mod=remux; c=mkv
Planet.Earth.II.S01E01.2160p.UHD.BluRay.REMUX.HDR.HEVC.DTS-HD.MA.5.1-GRP => Planet Earth II; s=1; e=1; q=Bluray-2160p Remux; hdr=HDR; g=GRP
The.Wire.1x05.DVDRip.XviD-GRP => The Wire; s=1; e=5; q=DVD; g=GRP
The Wire - 3x12 - Mission Accomplished.avi => The Wire; s=3; e=12; et=Mission Accomplished; c=avi; q=SDTV
The Wire [2x03] Hot Shots.mkv => The Wire; s=2; e=3; et=Hot Shots; c=mkv
the.wire.s02e04.hdtv.xvid-lol => the wire; s=2; e=4; q=SDTV; g=lol
The Wire Season 2 Episode 4 720p => The Wire; s=2; e=4; q=HDTV-720p
The.Wire.S02.E04.720p.BluRay.x264-GRP => The Wire; s=2; e=4; q=Bluray-720p; g=GRP
The Wire S2E4 HDTV x264 => The Wire; s=2; e=4; q=SDTV
The Wire - S02 - E06 - All Prologue.mkv => The Wire; s=2; e=6; et=All Prologue; c=mkv
Neighbours.S01E8000.1080p.WEB.h264-GRP => Neighbours; s=1; e=8000; q=WEBDL-1080p; g=GRP
Show.Name.S2019E14.720p.WEB.h264-GRP => Show Name; s=2019; e=14; q=WEBDL-720p; g=GRP
Dark.S01E01.GERMAN.1080p.NF.WEB-DL.DDP5.1.x264-GRP => Dark; s=1; e=1; l=German; q=WEBDL-1080p; g=GRP
Dark.S01E02.Luegen.German.DL.1080p.WEB.x264-GRP => Dark; s=1; e=2; et=Luegen; l=German; q=WEBDL-1080p; g=GRP
Lupin.S01E01.FRENCH.WEBRip.x264-GRP => Lupin; s=1; e=1; l=French; q=WEBRip-480p; g=GRP
Lupin.S01E02.MULTi.1080p.WEB.H264-GRP => Lupin; s=1; e=2; l=Multi; q=WEBDL-1080p; g=GRP
Show.S01E05.PROPER.720p.HDTV.x264-GRP => Show; s=1; e=5; proper=1; q=HDTV-720p; g=GRP
Show.S01E05.REPACK.1080p.WEB.h264-GRP => Show; s=1; e=5; repack=1; q=WEBDL-1080p; g=GRP
Show.S01E05.The.French.Connection.720p.HDTV.x264-GRP => Show; s=1; e=5; et=The French Connection; q=HDTV-720p; g=GRP
Show.S01E05.iNTERNAL.720p.HDTV.x264-GRP => Show; s=1; e=5; q=HDTV-720p; g=GRP
Show.S01E05.The.Final.Cut.720p.HDTV.x264-GRP => Show; s=1; e=5; et=The Final Cut; q=HDTV-720p; g=GRP
Show.S01E05.Web.of.Lies.720p.HDTV.x264-GRP => Show; s=1; e=5; et=Web of Lies; q=HDTV-720p; g=GRP
Show.S01E05.1985.720p.HDTV.x264-GRP => Show; s=1; e=5; et=1985; q=HDTV-720p; g=GRP
Show.S01E05.WEB.x264-GRP => Show; s=1; e=5; q=WEBDL-480p; g=GRP
Show.S01E05-GRP => Show; s=1; e=5; g=GRP
Show.S01E05.mkv => Show; s=1; e=5; c=mkv
Show S01E05 HDTV XviD LOL => Show; s=1; e=5; q=SDTV
Show.S01E05.480p.WEBRip.x264-GRP => Show; s=1; e=5; q=WEBRip-480p; g=GRP
Show.S01E05.WS.PDTV.XviD-GRP => Show; s=1; e=5; q=SDTV; g=GRP
Show.S01E05.HR.WS.PDTV.x264-GRP => Show; s=1; e=5; q=HDTV-720p; g=GRP
Show.S01E05.DSR.XviD-GRP => Show; s=1; e=5; q=SDTV; g=GRP
Show.S01E05.1080i.HDTV.DD5.1.MPEG2-TrollHD => Show; s=1; e=5; q=Raw-HD; g=TrollHD
Show.S01E05.2160p.AMZN.WEB-DL.DDP5.1.HDR10Plus.H.265-GRP => Show; s=1; e=5; q=WEBDL-2160p; hdr=HDR10+; g=GRP
Show.S01E05.720p.HDTV.x264-GRP[eztv] => Show; s=1; e=5; q=HDTV-720p; g=GRP
Show.S01E05.720p.HDTV.x264-GRP[TGx] => Show; s=1; e=5; q=HDTV-720p; g=GRP
Show.S01E05.720p.HDTV.x264-GRP.mkv => Show; s=1; e=5; q=HDTV-720p; g=GRP; c=mkv
Show.S01E05.720p.HDTV.x264-GRP-Scrambled => Show; s=1; e=5; q=HDTV-720p; g=GRP
Show.S00E05.Behind.the.Scenes.720p.WEB.h264-GRP => Show; s=0; e=5; sp=1; et=Behind the Scenes; q=WEBDL-720p; g=GRP
Show (2019) {tvdb-12345} - S01E02 - Title (1) WEBDL-1080p.mkv => Show; y=2019; s=1; e=2; et=Title (1); q=WEBDL-1080p; c=mkv
Warehouse.13.S01E01.720p.HDTV.x264-GRP => Warehouse 13; s=1; e=1; q=HDTV-720p; g=GRP
30 Rock - S01E01 - Pilot.avi => 30 Rock; s=1; e=1; et=Pilot; c=avi; q=SDTV
The.Office.US.103.720p.HDTV.x264-GRP => The Office US; s=1; e=3; q=HDTV-720p; g=GRP
the.office.110.hdtv-lol => the office; s=1; e=10; q=SDTV; g=lol
S03E09 WS PDTV XviD => ; s=3; e=9; q=SDTV
Show - [02x01] - Episode 1 => Show; s=2; e=1; et=Episode 1
Show - Temporada 2 [HDTV 720p][Cap.201][AC3 5.1 Castellano] => Show; s=2; e=1; l=Spanish; q=HDTV-720p; a=AC-3; ch=5.1
Show.Saison.2.Episode.03.FRENCH.720p.HDTV.x264-GRP => Show; s=2; e=3; l=French; q=HDTV-720p; g=GRP
Show.Staffel.1.Folge.4.GERMAN.720p.HDTV.x264-GRP => Show; s=1; e=4; l=German; q=HDTV-720p; g=GRP
Marvels.Agents.of.S.H.I.E.L.D.S01E01.720p.WEB-DL.H264-GRP => Marvels Agents of S.H.I.E.L.D.; s=1; e=1; q=WEBDL-720p; g=GRP
Band.of.Brothers.Part.1.720p.BluRay.x264-GRP => Band of Brothers; s=1; e=1; q=Bluray-720p; g=GRP
Show.Name.Part.Two.720p.HDTV.x264-GRP => Show Name; s=1; e=2; q=HDTV-720p; g=GRP
Show.Name.3of6.720p.HDTV.x264-GRP => Show Name; s=1; e=3; q=HDTV-720p; g=GRP
Show.Name.E05.1080p.WEB-DL.x264-GRP => Show Name; s=1; e=5; q=WEBDL-1080p; g=GRP
Show.Name.E01-02.1080p.WEB-DL.x264-GRP => Show Name; s=1; e=1-2; q=WEBDL-1080p; g=GRP
# multi
Show.S01E01E02.720p.HDTV.x264-GRP => Show; s=1; e=1-2; q=HDTV-720p; g=GRP
Show.S01E01-E03.720p.HDTV.x264-GRP => Show; s=1; e=1-3; q=HDTV-720p; g=GRP
Show.S01E01-03.720p.HDTV.x264-GRP => Show; s=1; e=1-3; q=HDTV-720p; g=GRP
Show.S01E01E02E03.720p.HDTV.x264-GRP => Show; s=1; e=1-3; q=HDTV-720p; g=GRP
Show.S01E01.E02.720p.HDTV.x264-GRP => Show; s=1; e=1-2; q=HDTV-720p; g=GRP
Show.S01E01.S01E02.720p.HDTV.x264-GRP => Show; s=1; e=1-2; q=HDTV-720p; g=GRP
Show S01E09 E10 HDTV x264 => Show; s=1; e=9-10; q=SDTV
Show - S07E22 - S07E23 - Name [HDTV-720p].mkv => Show; s=7; e=22-23; et=Name; q=HDTV-720p; c=mkv
Show - S07E22 - 7x23 - Name [HDTV-720p].mkv => Show; s=7; e=22-23; et=Name; q=HDTV-720p; c=mkv
Show - 1x01-1x03 - Name.mkv => Show; s=1; e=1-3; et=Name; c=mkv
Show - 1x05-06 - Name.mkv => Show; s=1; e=5-6; et=Name; c=mkv
Show.2x04.2x05.720p.BluRay-GRP => Show; s=2; e=4-5; q=Bluray-720p; g=GRP
2x04x05.720p.BluRay-GRP => ; s=2; e=4-5; q=Bluray-720p; g=GRP
Show - 8x01_02 - Name => Show; s=8; e=1-2; et=Name
S02E03-04-05.720p.BluRay-GRP => ; s=2; e=3-5; q=Bluray-720p; g=GRP
Kaamelott.S01E91-E100 => Kaamelott; s=1; e=91-100
Show (2010) - S02E01-E02 - Double [Bluray-1080p][x264].mkv => Show; y=2010; s=2; e=1-2; et=Double; q=Bluray-1080p; v=x264; c=mkv
Show.S01E01-E02.Pilot.1080p.WEB-DL.H264-GRP => Show; s=1; e=1-2; et=Pilot; q=WEBDL-1080p; g=GRP
Show.S01E01+E02.720p.HDTV.x264-GRP => Show; s=1; e=1-2; q=HDTV-720p; g=GRP
Show - S01E27 - 24-Hour Party.mkv => Show; s=1; e=27; et=24-Hour Party; c=mkv
# packs
Show.S01.1080p.BluRay.x264-GRP => Show; s=1; full=1; q=Bluray-1080p; g=GRP
Show.S02.COMPLETE.720p.WEB-DL.H264-GRP => Show; s=2; full=1; q=WEBDL-720p; g=GRP
Show Season 4 WS PDTV XviD => Show; s=4; full=1; q=SDTV
Show.Season.04.HDTV.XviD-GRP => Show; s=4; full=1; q=SDTV; g=GRP
Show.S01-S03.1080p.BluRay.x264-GRP => Show; s=1; ss=1-3; full=1; q=Bluray-1080p; g=GRP
Show.S01-03.1080p.BluRay.x264-GRP => Show; s=1; ss=1-3; full=1; q=Bluray-1080p; g=GRP
Show Season 1-3 720p BluRay => Show; s=1; ss=1-3; full=1; q=Bluray-720p
Show Seasons 1 to 5 DVDRip => Show; s=1; ss=1-5; full=1; q=DVD
Show (2010) Season 1 S01 (1080p BluRay x265 HEVC 10bit AAC 5.1 Vyndros) => Show; y=2010; s=1; full=1; q=Bluray-1080p; g=Vyndros
Show.Complete.Series.1080p.BluRay.x264-GRP => Show; ss=; full=1; q=Bluray-1080p; g=GRP
Show.The.Complete.Series.720p.WEB-DL.H264-GRP => Show; ss=; full=1; q=WEBDL-720p; g=GRP
Show.Saison.1.FRENCH.DVDRip.XviD-GRP => Show; s=1; full=1; l=French; q=DVD; g=GRP
Show.Staffel.3.German.720p.WEB.x264-GRP => Show; s=3; full=1; l=German; q=WEBDL-720p; g=GRP
Show Temporada 2 [HDTV 720p][Castellano] => Show; s=2; full=1; l=Spanish; q=HDTV-720p
Show.S01.German.DL.1080p.BluRay.x264-GRP => Show; s=1; full=1; l=German; q=Bluray-1080p; g=GRP
Show.S05.MULTi.1080p.WEB.H264-GRP => Show; s=5; full=1; l=Multi; q=WEBDL-1080p; g=GRP
Show.S01.2160p.UHD.BluRay.REMUX.HDR.HEVC.TrueHD.7.1.Atmos-GRP => Show; s=1; full=1; q=Bluray-2160p Remux; hdr=HDR; g=GRP
Show.2019.S01.720p.WEB-DL.H264-GRP => Show; y=2019; s=1; full=1; q=WEBDL-720p; g=GRP
Show.S00.1080p.WEB-DL.H264-GRP => Show; s=0; sp=1; full=1; q=WEBDL-1080p; g=GRP
Show.S01.S02.S03.720p.HDTV.x264-GRP => Show; s=1; ss=1-3; full=1; q=HDTV-720p; g=GRP
30.Rock.S03.720p.WEB-DL.H264-GRP => 30 Rock; s=3; full=1; q=WEBDL-720p; g=GRP
Show.3rd.Season.720p.HDTV.x264-GRP => Show; s=3; full=1; q=HDTV-720p; g=GRP
Show.S01.PROPER.1080p.WEB.h264-GRP => Show; s=1; full=1; proper=1; q=WEBDL-1080p; g=GRP
# daily
The.Daily.Show.2023.05.17.1080p.WEB.h264-EDITH => The Daily Show; date=2023-05-17; q=WEBDL-1080p; g=EDITH
The Daily Show - 2023-05-17 - Guest Name.mkv => The Daily Show; date=2023-05-17; et=Guest Name; c=mkv
The Daily Show 2023 05 17 720p WEB => The Daily Show; date=2023-05-17; q=WEBDL-720p
Conan.17-05-2023.720p.HDTV.x264-GRP => Conan; date=2023-05-17; q=HDTV-720p; g=GRP
Conan.17.05.2023.720p.HDTV.x264-GRP => Conan; date=2023-05-17; q=HDTV-720p; g=GRP
Conan.05.17.2023.720p.HDTV.x264-GRP => Conan; date=2023-05-17; q=HDTV-720p; g=GRP
Conan.01.05.2024.720p.HDTV.x264-GRP => Conan; q=HDTV-720p; g=GRP
Jimmy.Fallon.2024.02.29.Guest.Name.1080p.WEB.h264-GRP => Jimmy Fallon; date=2024-02-29; et=Guest Name; q=WEBDL-1080p; g=GRP
Tagesschau_2024-01-31_720p_HDTV_x264-GRP => Tagesschau; date=2024-01-31; q=HDTV-720p; g=GRP
2020.NZ.2011.12.02.PDTV.XviD-C4TV => 2020 NZ; date=2011-12-02; q=SDTV; g=C4TV
WWE.Raw.2023.10.09.1080p.WEB.h264-HEEL => WWE Raw; date=2023-10-09; q=WEBDL-1080p; g=HEEL
Last.Week.Tonight.20230514.720p.WEB.h264-GRP => Last Week Tonight; date=2023-05-14; q=WEBDL-720p; g=GRP
Show - S41E10478 - 2014-08-15.mkv => Show; s=41; e=10478; date=2014-08-15; c=mkv
# anime
[SubsPlease] Sousou no Frieren - 05 (1080p) [ABCD1234].mkv => Sousou no Frieren; abs=5; q=HDTV-1080p; g=SubsPlease; hash=ABCD1234; c=mkv
[Group] Title - 05v2 [1080p][abcd1234].mkv => Title; abs=5; ver=2; q=HDTV-1080p; g=Group; hash=ABCD1234; c=mkv
[HorribleSubs] Some Show - 145 [720p].mkv => Some Show; abs=145; q=HDTV-720p; g=HorribleSubs; c=mkv
[Commie]_Some_Show_-_15_[E76552EA] => Some Show; abs=15; g=Commie; hash=E76552EA
[Group] Title - 01-12 [BD 1080p] => Title; abs=1-12; q=Bluray-1080p; g=Group
[Erai-raws] Title! - 01 ~ 10 [1080p][Multiple Subtitle] => Title!; abs=1-10; q=HDTV-1080p; g=Erai-raws
[HorribleSubs] Some Show!! (01-25) [1080p] (Batch) => Some Show!!; abs=1-25; q=HDTV-1080p; g=HorribleSubs
[Group] Title S2 - 05 [720p].mkv => Title; s=2; abs=5; q=HDTV-720p; g=Group; c=mkv
[Group] Title 2nd Season - 03 [1080p].mkv => Title; s=2; abs=3; q=HDTV-1080p; g=Group; c=mkv
[Group] Title (Season 2) - 33 (1280x720 10bit EAC3) [42A12A76].mkv => Title; s=2; abs=33; q=HDTV-720p; g=Group; hash=42A12A76; c=mkv
[Group] Title OVA - 02 [BD 1080p].mkv => Title; abs=2; sp=1; q=Bluray-1080p; g=Group; c=mkv
[Group] Title - OVA [DVD 480p].mkv => Title; sp=1; q=DVD; g=Group; c=mkv
[Group] Title - NCOP1 [BD 1080p].mkv => Title; sp=1; q=Bluray-1080p; g=Group; c=mkv
[Group] Title - NCED [BD 720p][12AB34CD].mkv => Title; sp=1; q=Bluray-720p; g=Group; hash=12AB34CD; c=mkv
[Group] Title - SP1 [1080p].mkv => Title; abs=1; sp=1; q=HDTV-1080p; g=Group; c=mkv
[Group] Title - 12.5 [1080p].mkv => Title; abs=12.5; sp=1; q=HDTV-1080p; g=Group; c=mkv
[Group] 86 - 01 [1080p][D40A9E55].mkv => 86; abs=1; q=HDTV-1080p; g=Group; hash=D40A9E55; c=mkv
[Group] Series 100 - 07 [1080p].mkv => Series 100; abs=7; q=HDTV-1080p; g=Group; c=mkv
[Cheetah-Raws] Long Anime - 1000 (YTV 1280x720 x264 AAC) => Long Anime; abs=1000; q=HDTV-720p; a=AAC; g=Cheetah-Raws
[SubDESU]_Show_One_07_(1280x720_x264-AAC)_[6B7FD717] => Show One; abs=7; q=HDTV-720p; g=SubDESU; hash=6B7FD717
[Doki] Title - 07 (1280x720 Hi10P AAC) [80AF7DDE] => Title; abs=7; bits=10; q=HDTV-720p; g=Doki; hash=80AF7DDE
[Hatsuyuki]Title-01[1280x720][122E6EF8] => Title; abs=1; q=HDTV-720p; g=Hatsuyuki; hash=122E6EF8
[HatSubs] Anime Title 1004 [E63F2984].mkv => Anime Title; abs=1004; g=HatSubs; hash=E63F2984; c=mkv
[Coalgirls]_Durarara!!_01_(1920x1080_Blu-ray_FLAC)_[8370CB8F].mkv => Durarara!!; abs=1; q=Bluray-1080p; a=FLAC; g=Coalgirls; hash=8370CB8F; c=mkv
Title - 031 - The Resolution [Lunar].avi => Title; abs=31; et=The Resolution; g=Lunar; c=avi; q=SDTV
Title - S01E05 - 005 - Name.mkv => Title; s=1; e=5; abs=5; et=Name; c=mkv
Title - S01E01-E02 - 001-002 - Name HDTV-720p.mkv => Title; s=1; e=1-2; abs=1-2; et=Name; q=HDTV-720p; c=mkv
[Judas] Title (Season 1) [1080p][HEVC x265 10bit][Multi-Subs] (Batch) => Title; s=1; full=1; q=HDTV-1080p; v=x265; bits=10; g=Judas
[Vivid] Some Show S01 [Web][MKV][h264 10-bit][1080p][AAC 2.0] => Some Show; s=1; full=1; q=WEBDL-1080p; g=Vivid
[Group] Title - S01E05 [1080p].mkv => Title; s=1; e=5; q=HDTV-1080p; g=Group; c=mkv
[Group] Title - S02E03v2 (BD 1080p HEVC FLAC) [ABCDEF12].mkv => Title; s=2; e=3; ver=2; q=Bluray-1080p; v=h265; a=FLAC; g=Group; hash=ABCDEF12; c=mkv
[Shark-Raws] Title #957 (NBN 1280x720 x264 AAC).mp4 => Title; abs=957; q=HDTV-720p; g=Shark-Raws; c=mp4
[Group] Kimi no Na wa. (2016) [BD 1080p TrueHD].mkv => Kimi no Na wa.; y=2016; q=Bluray-1080p; a=TrueHD; g=Group; c=mkv
[Group] Title Movie 14 - Stampede [BD 1080p].mkv => Title Movie 14 - Stampede; q=Bluray-1080p; g=Group; c=mkv
[Group] Title - 05 [WEB 1080p][Dual-Audio].mkv => Title; abs=5; q=WEBDL-1080p; g=Group; c=mkv
Title - 05 (1080p) [ABCD1234].mkv => Title; abs=5; q=HDTV-1080p; hash=ABCD1234; c=mkv
Title Episode 56 [VOSTFR][720p][AAC].mp4 => Title; h=anime; abs=56; l=French; q=HDTV-720p; c=mp4
SeriesTitle.E1135.Lasst.den.Mond.GERMAN.1080p.WEBRip.x264-Group => SeriesTitle; abs=1135; et=Lasst den Mond; l=German; q=WEBRip-1080p; g=Group
# foreign
Брат.1997.1080p.BluRay.x264-GRP => Брат; y=1997; q=Bluray-1080p; g=GRP
Сталкер (1979) BDRip 1080p => Сталкер; y=1979; q=Bluray-1080p
Кухня.S01E05.720p.WEB-DL.H264-GRP => Кухня; s=1; e=5; q=WEBDL-720p; g=GRP
七人の侍.1954.1080p.BluRay.x264-GRP => 七人の侍; y=1954; q=Bluray-1080p; g=GRP
千と千尋の神隠し (2001) 1080p BluRay => 千と千尋の神隠し; y=2001; q=Bluray-1080p
기생충.2019.1080p.BluRay.x264-GRP => 기생충; y=2019; q=Bluray-1080p; g=GRP
كفرناحوم.2018.1080p.WEB-DL.H264-GRP => كفرناحوم; y=2018; q=WEBDL-1080p; g=GRP
ワンピース 第05話 [1080p].mkv => ワンピース; abs=5; q=HDTV-1080p; c=mkv
【Group】 Title - ０５ [1080p].mkv => Title; abs=5; q=HDTV-1080p; g=Group; c=mkv
[喵萌奶茶] Sousou no Frieren [05][1080p][CHS].mkv => Sousou no Frieren; abs=5; l=Chinese; q=HDTV-1080p; g=喵萌奶茶; c=mkv
【喵萌奶茶】★10月新番★[葬送的芙莉莲/Sousou no Frieren][05][1080p][CHT].mkv => Sousou no Frieren; abs=5; l=Chinese; q=HDTV-1080p; g=喵萌奶茶; c=mkv
[XKsub] Title S2 [05][HEVC-10bit 1080p AAC][CHS&CHT] => Title; s=2; abs=5; l=Chinese; q=HDTV-1080p; bits=10; g=XKsub
Amélie.2001.1080p.BluRay.x264-GRP => Amélie; y=2001; q=Bluray-1080p; g=GRP
Łódź.2010.PL.720p.HDTV.x264-GRP => Łódź; y=2010; l=Polish; q=HDTV-720p; g=GRP
Žižek.S01E01.720p.HDTV.x264-GRP => Žižek; s=1; e=1; q=HDTV-720p; g=GRP
# paths
/media/Movies/Heat (1995)/Heat (1995) Bluray-1080p.mkv => Heat; y=1995; q=Bluray-1080p; c=mkv
/media/Movies/Heat (1995) {imdb-tt0113277}/file.mkv => Heat; y=1995; c=mkv
Movies/Heat (1995) {tmdb-949}/Heat (1995) {tmdb-949} - 2160p.mkv => Heat; y=1995; q=HDTV-2160p; c=mkv
D:\Movies\Heat (1995)\heat.1995.1080p.bluray.x264-grp.mkv => Heat; y=1995; q=Bluray-1080p; g=grp; c=mkv
/tv/Show (2010)/Season 02/Show - S02E05 - Name.mkv => Show; y=2010; s=2; e=5; et=Name; c=mkv
Show (2010)/Season 02/05 - Name.mkv => Show; y=2010; s=2; e=5; et=Name; c=mkv
Show (2010)/Season 02 => Show; y=2010; s=2; full=1
/tv/Show/Season 2/S02E21 - 94 Meetings - 720p TV.mkv => Show; s=2; e=21; et=94 Meetings; q=HDTV-720p; c=mkv
Z:\TV Shows\battlestar galactica (2003)\Season 3\S03E05 - Collaborators.mkv => battlestar galactica; y=2003; s=3; e=5; et=Collaborators; c=mkv
/tv/Show/Specials/S00E16 - Dear Consumer.avi => Show; s=0; e=16; sp=1; et=Dear Consumer; c=avi; q=SDTV
/tv/Show/Staffel 1/Show.S01E02.German.720p.WEB.x264-GRP.mkv => Show; s=1; e=2; l=German; q=WEBDL-720p; g=GRP; c=mkv
/downloads/The.Big.Show.S01E01.720p.HDTV.x264-GRP/tbs101.avi => The Big Show; s=1; e=1; q=HDTV-720p; g=GRP; c=avi
/downloads/Heat.1995.1080p.BluRay.x264-GRP/ba27283b17c00d01193eacc02a8ba98eeb523a76.mkv => Heat; y=1995; q=Bluray-1080p; g=GRP; c=mkv
/downloads/Heat.1995.1080p.BluRay.x264-GRP/heat.1995.1080p.bluray.x264-grp.mkv => heat; y=1995; q=Bluray-1080p; g=grp; c=mkv
C:/Test/TV/Chuck.4x05.HDTV.XviD-LOL => Chuck; s=4; e=5; q=SDTV; g=LOL
/movies/Blade Runner (1982) {edition-Director's Cut}/Blade Runner (1982) {edition-Director's Cut}.mkv => Blade Runner; y=1982; ed=Director's Cut; c=mkv
/anime/Title (2023)/Season 01/Title (2023) - S01E05 - 005 - Name [WEBDL-1080p][HDR][x265].mkv => Title; y=2023; s=1; e=5; abs=5; et=Name; q=WEBDL-1080p; hdr=HDR; v=x265; c=mkv
/music/Artist/Album (2001)/01 - Track.flac => Artist - Album; y=2001; q=FLAC; c=flac
/music/Artist/Album (2001)/CD 1/01 - Track.flac => Artist - Album; y=2001; q=FLAC; c=flac
# music
Kendrick Lamar - DAMN (2017) FLAC => Kendrick Lamar - DAMN; h=music; y=2017; q=FLAC; a=FLAC
Migos-No_Label_II-CD-FLAC-2014-FORSAKEN => Migos - No Label II; h=music; y=2014; q=FLAC; g=FORSAKEN
Green_Day-Father_Of_All-24-44-WEB-FLAC-2020-OBZEN => Green Day - Father Of All; h=music; y=2020; q=FLAC 24bit; g=OBZEN
Kid_Cudi-Entergalactic-24BIT-WEBFLAC-2022-NACHOS => Kid Cudi - Entergalactic; h=music; y=2022; q=FLAC 24bit; g=NACHOS
Artist-Album-WEB-2022-GRP => Artist - Album; h=music; y=2022; q=MP3-320; g=GRP
Artist - Album (2015) [MP3 320] => Artist - Album; h=music; y=2015; q=MP3-320
Artist - Album (2015) 256 kbps => Artist - Album; h=music; y=2015; q=MP3-256
Artist - Album [2016-Web-MP3-V0(VBR)] => Artist - Album; h=music; y=2016; q=MP3-VBR-V0
Artist - Album (2016) [MP3 V2] => Artist - Album; h=music; y=2016; q=MP3-VBR-V2
Artist - Album (2016) [ALAC] => Artist - Album; h=music; y=2016; q=ALAC
Artist - Album (2016) [AAC, 256 kbps] => Artist - Album; h=music; y=2016; q=AAC-256
Artist - Album - 1998 - Ogg-Vorbis Q10 => Artist - Album; h=music; y=1998; q=OGG Vorbis Q10
Artist - Album [1978/Ogg/q8] => Artist - Album; h=music; y=1978; q=OGG Vorbis Q8
Artist - Album (2011) [WavPack] => Artist - Album; h=music; y=2011; q=WavPack
Artist - Album (1990) [APE] => Artist - Album; h=music; y=1990; q=APE
Artist - Album (1990) [WAV] => Artist - Album; h=music; y=1990; q=WAV
Artist - Album (2016) => Artist - Album; h=music; y=2016
Artist - Album (2016) [mp3] => Artist - Album; h=music; y=2016
Artist - Album (Deluxe Edition) (2017) 320 => Artist - Album; h=music; y=2017; q=MP3-320
Opus - Drums (1966) [Flac] => Opus - Drums; h=music; y=1966; q=FLAC
`;
