/** Third set, written before the parser was run on it, in the format of `release_names.ts`. */
export const FRESH_THIRD = String.raw`
# third films
The.Girl.with.the.Dragon.Tattoo.2009.SWEDiSH.EXTENDED.1080p.BluRay.x264-GRP => The Girl with the Dragon Tattoo; y=2009; ed=Extended; l=Swedish; q=Bluray-1080p; g=GRP
Pans.Labyrinth.2006.SPANiSH.Criterion.1080p.BluRay.x265.10bit.DTS-GRP => Pans Labyrinth; y=2006; ed=Criterion; l=Spanish; q=Bluray-1080p; bits=10; a=DTS; g=GRP
Movie.2022.2160p.Repack.WEB-DL.DDP5.1.Atmos.DV.HDR.H.265-FLUX => Movie; y=2022; repack=1; q=WEBDL-2160p; a=E-AC-3 Atmos; hdr=DV,HDR; g=FLUX
Movie 2022 2160p UHD BDRip DDP 7.1 DV HDR10 x265-GRP => Movie; y=2022; q=Bluray-2160p; a=E-AC-3; ch=7.1; hdr=DV,HDR10; v=x265; g=GRP
Movie.2022.Dolby.Vision.2160p.WEB-DL.H265-GRP => Movie; y=2022; q=WEBDL-2160p; hdr=DV; g=GRP
Movie.2022.2160p.BluRay.DoVi.P8.by.DVT => Movie; y=2022; q=Bluray-2160p; hdr=DV
Movie.2022.4K.UHD.WEB-DL.2160p.HEVC-GRP => Movie; y=2022; q=WEBDL-2160p; v=h265; g=GRP
Movie.2022.UHD.2160p.WEB.H265-GRP => Movie; y=2022; q=WEBDL-2160p; g=GRP
Movie.2022.1080p.Blu-ray.AVC.TrueHD.7.1-GRP => Movie; y=2022; q=BR-DISK; disc=1; a=TrueHD; ch=7.1; g=GRP
Movie.2022.BD50.1080p.AVC.DTS-HD.MA.5.1-GRP => Movie; y=2022; q=BR-DISK; disc=1; g=GRP
Movie.2022.1080p.BluRay.VC-1.REMUX.LPCM.5.1-GRP => Movie; y=2022; q=Remux-1080p; mod=remux; v=vc1; a=LPCM; ch=5.1; g=GRP
Movie.2022.BDREMUX.1080p-GRP => Movie; y=2022; q=Remux-1080p; mod=remux; g=GRP
Movie.2022.Blu-ray.Remux.1080p.AVC.DTS-HD.HRA.5.1.mkv => Movie; y=2022; q=Remux-1080p; a=DTS-HD HRA; c=mkv
Movie.2022.HD-TS.x264-GRP => Movie; y=2022; q=TELESYNC; g=GRP
Movie.2022.HQCAM.x264-GRP => Movie; y=2022; q=CAM; g=GRP
Movie.2022.PreDVDRip.x264-GRP => Movie; y=2022; q=DVD; g=GRP
Movie.2022.WEBScreener.720p.x264-GRP => Movie; y=2022; q=DVDSCR; g=GRP
Movie.2022.720p.WEBRip.2CH.x265.HEVC-PSA => Movie; y=2022; q=WEBRip-720p; ch=2.0; v=x265; g=PSA
Movie.2022.1080p.WEB-DL.5.1CH.x264-GRP => Movie; y=2022; q=WEBDL-1080p; ch=5.1; g=GRP
Movie.2022.1080p.WEBRip.DD.5.1.x264-EVO[eztv.re].mkv => Movie; y=2022; q=WEBRip-1080p; a=AC-3; ch=5.1; g=EVO; c=mkv
Movie (2022) 1080p BluRay x265 10bit EAC3 5.1-Silence => Movie; y=2022; q=Bluray-1080p; a=E-AC-3; ch=5.1; g=Silence
Movie (2022) {imdb-tt1234567} {edition-Extended} [WEBDL-1080p][EAC3 5.1][h264]-FLUX.mkv => Movie; y=2022; ed=Extended; q=WEBDL-1080p; a=E-AC-3; ch=5.1; v=h264; g=FLUX; c=mkv
Movie, A (2022) [imdbid-tt1234567] - 1080p BluRay.mkv => Movie, A; y=2022; q=Bluray-1080p; c=mkv
Movie!.2022.1080p.WEB.H264-GRP => Movie!; y=2022; q=WEBDL-1080p; g=GRP
What's.Up.Doc.1972.1080p.WEB-DL.H264-GRP => What's Up Doc; y=1972; q=WEBDL-1080p; g=GRP
Mr.Smith.Goes.to.Washington.1939.1080p.BluRay.x264-GRP => Mr Smith Goes to Washington; y=1939; q=Bluray-1080p; g=GRP
L.A.Confidential.1997.1080p.BluRay.x264-GRP => L.A. Confidential; y=1997; q=Bluray-1080p; g=GRP
The.Rocketeer.1991.WS.DVDRip.XviD-GRP => The Rocketeer; y=1991; q=DVD; g=GRP
The.Untouchables.1987.CE.DVDRip.XviD-GRP => The Untouchables; y=1987; q=DVD; g=GRP
The.Uncensored.Story.2010.DVDRip.XviD-GRP => The Uncensored Story; y=2010; q=DVD; g=GRP
Red.2010.1080p.BluRay.x264-GRP => Red; y=2010; q=Bluray-1080p; g=GRP
Max.2015.1080p.BluRay.x264-GRP => Max; y=2015; q=Bluray-1080p; g=GRP
The.Multi.Man.2015.1080p.BluRay.x264-GRP => The Multi Man; y=2015; q=Bluray-1080p; g=GRP
Opus.2025.1080p.AMZN.WEB-DL.DDP5.1.H.264-GRP => Opus; y=2025; q=WEBDL-1080p; a=E-AC-3; g=GRP
Complete.Unknown.2016.1080p.WEB-DL.DD5.1.H264-GRP => Complete Unknown; y=2016; q=WEBDL-1080p; g=GRP
A.Complete.Unknown.2024.2160p.WEB.H265-GRP => A Complete Unknown; y=2024; q=WEBDL-2160p; g=GRP
Final.Cut.2022.FRENCH.1080p.WEB.H264-GRP => Final Cut; y=2022; l=French; q=WEBDL-1080p; g=GRP
Italian.for.Beginners.2000.DANiSH.DVDRip.XviD-GRP => Italian for Beginners; y=2000; l=Danish; q=DVD; g=GRP
French.Exit.2020.1080p.BluRay.x264-GRP => French Exit; y=2020; q=Bluray-1080p; g=GRP
Unrated.The.Movie.2009.DVDRip.XviD-GRP => Unrated The Movie; y=2009; q=DVD; g=GRP
Das.Leben.der.Anderen.2006.German.1080p.BluRay.x264.iNTERNAL-GRP => Das Leben der Anderen; y=2006; l=German; q=Bluray-1080p; g=GRP
Taxi.1998.FRENCH.DVDRiP.XViD-GRP => Taxi; y=1998; l=French; q=DVD; v=xvid; g=GRP
# third series
Show.S01E02.1080p.WEB-DL.DDP5.1.H.264-GRP.mkv => Show; s=1; e=2; q=WEBDL-1080p; a=E-AC-3; ch=5.1; g=GRP; c=mkv
Show.S01E02.Uncut.720p.WEB.h264-GRP => Show; s=1; e=2; ed=Uncut; q=WEBDL-720p; g=GRP
Show.S01E02.DIRECTORS.CUT.720p.WEB.h264-GRP => Show; s=1; e=2; ed=Director's Cut; q=WEBDL-720p; g=GRP
Show.S01E02.Final.720p.WEB.h264-GRP => Show; s=1; e=2; et=Final; q=WEBDL-720p; g=GRP
Show.S01E02.Live.720p.HDTV.x264-GRP => Show; s=1; e=2; et=Live; q=HDTV-720p; g=GRP
Show.S01E02.24.Hours.in.L.A.720p.HDTV.x264-GRP => Show; s=1; e=2; et=24 Hours in L.A.; q=HDTV-720p; g=GRP
Show.S01E02.Proper.Behaviour.1080p.WEB.h264-GRP => Show; s=1; e=2; et=Proper Behaviour; q=WEBDL-1080p; g=GRP
Show.S01E02.Name.REAL.REPACK.1080p.WEB.h264-GRP => Show; s=1; e=2; et=Name; repack=1; q=WEBDL-1080p; g=GRP
Show.S01E02E03E04.Name.DVDRip.x264-GRP => Show; s=1; e=2-4; et=Name; q=DVD; g=GRP
Show.01x02.Name.HDTV.x264-GRP => Show; s=1; e=2; et=Name; q=SDTV; g=GRP
Show.S1.E2.720p.WEB => Show; s=1; e=2; q=WEBDL-720p
Show.S001E002.720p.WEB.h264-GRP => Show; s=1; e=2; q=WEBDL-720p; g=GRP
Show.Saison.01.Episode.02.FRENCH.WEBRip.x264-GRP => Show; s=1; e=2; l=French; q=WEBRip-480p; g=GRP
Show.T1.E02.720p.HDTV => Show; s=1; e=2; q=HDTV-720p
Show Temporada 1 Capitulo 2 720p HDTV => Show; s=1; e=2; q=HDTV-720p
Show [HDTV 720p][Cap.1205][AC3 5.1 Spanish] => Show; s=12; e=5; l=Spanish; q=HDTV-720p; a=AC-3; ch=5.1
Show.Stagione.1.Episodio.02.iTALiAN.HDTV.x264-GRP => Show; s=1; e=2; l=Italian; q=SDTV; g=GRP
Show.Sezon.1.Odcinek.02.PL.720p.HDTV.x264-GRP => Show; s=1; e=2; l=Polish; q=HDTV-720p; g=GRP
Show.S01.1080p.WEB-DL.DDP5.1.Atmos.H.264-FLUX => Show; s=1; full=1; q=WEBDL-1080p; a=E-AC-3 Atmos; g=FLUX
Show S01-S04 + Movie 1080p BluRay x265 => Show; s=1; ss=1-4; full=1; q=Bluray-1080p
Show.The.Complete.Third.Season.DVDRip.XviD-GRP => Show; s=3; full=1; q=DVD; g=GRP
Show.Integrale.MULTi.1080p.BluRay.x264-GRP => Show; ss=; full=1; l=Multi; q=Bluray-1080p; g=GRP
Show.2024.03.05.720p.HEVC.x265-MeGusta => Show; date=2024-03-05; q=HDTV-720p; v=x265; g=MeGusta
Show.2024.3.5.720p.WEB.h264-GRP => Show; date=2024-03-05; q=WEBDL-720p; g=GRP
Show (2024-03-05) 720p WEB => Show; date=2024-03-05; q=WEBDL-720p
Show.March.5.2024.720p.WEB.h264-GRP => Show; date=2024-03-05; q=WEBDL-720p; g=GRP
# third anime, paths and music
[Group] Title - 05 - The Name [1080p].mkv => Title; abs=5; et=The Name; q=HDTV-1080p; g=Group; c=mkv
[Group] Title 2 - 05 [1080p].mkv => Title 2; abs=5; q=HDTV-1080p; g=Group; c=mkv
[Group] Title: Subtitle - 05 [1080p].mkv => Title: Subtitle; abs=5; q=HDTV-1080p; g=Group; c=mkv
[Group] Title S3 - 05v2 [1080p][HEVC].mkv => Title; s=3; abs=5; ver=2; q=HDTV-1080p; v=h265; g=Group; c=mkv
[Group] Title - S03E05v2 [1080p].mkv => Title; s=3; e=5; ver=2; q=HDTV-1080p; g=Group; c=mkv
[Group] Title 3rd Season - 05 (1080p).mkv => Title; s=3; abs=5; q=HDTV-1080p; g=Group; c=mkv
[Group] Title OVA (BD 1080p).mkv => Title; sp=1; q=Bluray-1080p; g=Group; c=mkv
[Group] Title - NCED2v2 (BD 1080p) [ABCDEF99].mkv => Title; sp=1; ver=2; q=Bluray-1080p; g=Group; hash=ABCDEF99; c=mkv
[Group] Title - 00 [1080p].mkv => Title; abs=0; q=HDTV-1080p; g=Group; c=mkv
[Group] Title [BD 1080p][Dual-Audio] => Title; q=Bluray-1080p; g=Group
[Group] Title [01-24 END][WebRip 1080p] => Title; abs=1-24; q=WEBRip-1080p; g=Group
[Group][Title][05v2][1080P][GB_JP][MP4] => Title; abs=5; ver=2; l=Chinese; q=HDTV-1080p; g=Group
/media/TV/Show (2010) [tvdbid-1234]/Season 02/Show (2010) S02E05.mkv => Show; y=2010; s=2; e=5; c=mkv
/media/TV/Show/Season 01/Show - S01E105.mkv => Show; s=1; e=105; c=mkv
/media/TV/Show/Season 01/Episode 105.mkv => Show; s=1; e=105; c=mkv
/media/TV/Show/Season 02/S02E05-E06.mkv => Show; s=2; e=5-6; c=mkv
/media/TV/Show/Season 02/Show - S02E05 - Name - pt1.mkv => Show; s=2; e=5; et=Name; c=mkv
/media/Movies/Heat (1995)/Heat (1995) - part1.mkv => Heat; y=1995; c=mkv
/media/Movies/Heat (1995)/Heat (1995) - [1080p].mkv => Heat; y=1995; q=HDTV-1080p; c=mkv
/media/Movies/Heat (1995)/Heat (1995) - Director's Cut.mkv => Heat; y=1995; ed=Director's Cut; c=mkv
/media/Movies/300 (2006)/300 (2006).mkv => 300; y=2006; c=mkv
/music/Artist/Artist - Album (2001) [FLAC]/01 Track.flac => Artist - Album; y=2001; q=FLAC; a=FLAC; c=flac
Artist-Album-2CD-2001-GRP => Artist - Album; h=music; y=2001; src=cd; g=GRP
Artist_-_Album-WEB-FLAC-2021-GRP => Artist - Album; y=2021; q=FLAC; src=web-dl; g=GRP
Artist - Album (2021) {LABEL 001} [FLAC 16-44] => Artist - Album; h=music; y=2021; q=FLAC
`;
