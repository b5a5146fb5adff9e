/** Fourth set: more unusual names, written before the parser was run on them, in the format of `release_names.ts`. */
export const FRESH_FOURTH = String.raw`
# fourth films
2067.mkv => 2067; c=mkv
1984 (1984).mkv => 1984; y=1984; c=mkv
1984.mkv => 1984; c=mkv
300.2006.mkv => 300; y=2006; c=mkv
[1080p] Film (2019) BluRay => Film; y=2019; q=Bluray-1080p
Film.2019.1080p.BluRay.x264.GRP => Film; y=2019; q=Bluray-1080p
Film 2019 => Film; y=2019
Film (2019) [720p] => Film; y=2019; q=HDTV-720p
Film {2019} 1080p => Film; y=2019; q=HDTV-1080p
Film.2019.PROPER.REPACK.1080p.BluRay.x264-GRP => Film; y=2019; proper=1; repack=1; q=Bluray-1080p; g=GRP
Film.2019.REPACK2.1080p.BluRay.x264-GRP => Film; y=2019; repack=1; q=Bluray-1080p; g=GRP
Film.2019.1080p.BluRay.x264-GRP (1) => Film; y=2019; q=Bluray-1080p; g=GRP
Film.2019.1080p.BluRay.x264-GRP.sample.mkv => Film; y=2019; q=Bluray-1080p; g=GRP; c=mkv
Film.2019.1080p.BluRay.x264-[GRP] => Film; y=2019; q=Bluray-1080p; g=GRP
Film.2019.1080p.BluRay.x264.{GRP} => Film; y=2019; q=Bluray-1080p; g=GRP
Film.2019.1080p.BluRay.x264-G3.LP => Film; y=2019; q=Bluray-1080p; g=G3.LP
Film.2019.1080p.BluRay.x264-4U => Film; y=2019; q=Bluray-1080p; g=4U
Film.2019.1080p.WEB.h264-watch.dog => Film; y=2019; q=WEBDL-1080p; g=watch.dog
Film.2019.1080p.BluRay.x265-r00t.mkv => Film; y=2019; q=Bluray-1080p; g=r00t; c=mkv
Film.2019.1080P.Bluray.Hevc.Dts-Grp => Film; y=2019; q=Bluray-1080p; v=h265; a=DTS; g=Grp
Film.2019.2160p.uhd.bluray.remux.hdr10.hevc.truehd.7.1.atmos-grp => Film; y=2019; q=Remux-2160p; mod=remux; hdr=HDR10; a=TrueHD Atmos; ch=7.1; g=grp
film 2019 german dl 1080p bluray x264 grp => film; y=2019; l=German; q=Bluray-1080p
FILM.2019.GERMAN.DL.1080P.WEB.H264-GRP => FILM; y=2019; l=German; q=WEBDL-1080p; g=GRP
The Film Of 1999 (2019) 1080p => The Film Of 1999; y=2019; q=HDTV-1080p
Film No. 5 (2019) 1080p WEB-DL => Film No. 5; y=2019; q=WEBDL-1080p
Film 2 - The Return (2019) 1080p WEB-DL => Film 2 - The Return; y=2019; q=WEBDL-1080p
Film - The Return (2019) [Bluray-1080p] => Film - The Return; y=2019; q=Bluray-1080p
Film.II.2019.1080p.BluRay.x264-GRP => Film II; y=2019; q=Bluray-1080p; g=GRP
Film.Vol.2.2019.1080p.BluRay.x264-GRP => Film Vol 2; y=2019; q=Bluray-1080p; g=GRP
Film.Episode.II.2019.1080p.BluRay.x264-GRP => Film Episode II; y=2019; q=Bluray-1080p; g=GRP
Film.Chapter.3.2019.1080p.BluRay.x264-GRP => Film Chapter 3; y=2019; q=Bluray-1080p; g=GRP
Film.Season.of.the.Witch.2019.1080p.BluRay.x264-GRP => Film Season of the Witch; y=2019; q=Bluray-1080p; g=GRP
Film.in.HD.2019.DVDRip.XviD-GRP => Film in HD; y=2019; q=DVD; g=GRP
Film.2019.German.TrueHD.Atmos.DL.2160p.UHD.BluRay.DV.HDR.x265-GRP => Film; y=2019; l=German; q=Bluray-2160p; a=TrueHD Atmos; hdr=DV,HDR; g=GRP
Film.2019.ITA.AC3.5.1.ENG.DTS.5.1.1080p.BluRay.x264-GRP => Film; y=2019; l=Italian,English; q=Bluray-1080p; a=AC-3; ch=5.1; g=GRP
Film.2019.Rus.Ukr.Eng.1080p.WEB-DL.H264 => Film; y=2019; l=Russian,Ukrainian,English; q=WEBDL-1080p; v=h264
Film (2019) [BDRip 1080p AVC AAC] => Film; y=2019; q=Bluray-1080p; v=h264; a=AAC
Film.2019.1080p.BluRay.3xRus.Ukr.Eng.x264-GRP => Film; y=2019; l=Ukrainian,English; q=Bluray-1080p; g=GRP
Film.2019.TELECiNE.x264-GRP => Film; y=2019; q=TELECINE; g=GRP
Film.2019.SCR.x264-GRP => Film; y=2019; q=DVDSCR; g=GRP
Film.2019.BRRip.XviD.MP3-XVID => Film; y=2019; q=Bluray-480p; a=MP3; g=XVID
# fourth series, anime, paths and music
Show S01E01.mkv => Show; s=1; e=1; c=mkv
Show.S01E01.The.Name.of.S01E02.mkv => Show; s=1; e=1; et=The Name of S01E02; c=mkv
Show.S01E01.Name-GRP => Show; s=1; e=1; et=Name; g=GRP
Show - S01E01 - Name-With-Dash.mkv => Show; s=1; e=1; et=Name-With-Dash; c=mkv
Show - S01E01 - Vol. 2.mkv => Show; s=1; e=1; et=Vol. 2; c=mkv
Show - S01E01 - Mr. Smith [WEBDL-1080p].mkv => Show; s=1; e=1; et=Mr. Smith; q=WEBDL-1080p; c=mkv
Show - S01E01 - TBA WEBDL-1080p.mkv => Show; s=1; e=1; et=TBA; q=WEBDL-1080p; c=mkv
Show - S01E01 - What (Really) Happened HDTV-720p Proper.mkv => Show; s=1; e=1; et=What (Really) Happened; proper=1; q=HDTV-720p; c=mkv
Show! - S01E01.mkv => Show!; s=1; e=1; c=mkv
Show 2 S01E01 1080p => Show 2; s=1; e=1; q=HDTV-1080p
S01E01.mkv => ; s=1; e=1; c=mkv
The 100 (2014) - S01E01 - Pilot.mkv => The 100; y=2014; s=1; e=1; et=Pilot; c=mkv
Show.S01E01.720p.HDTV.X264.AAC.5.1-GRP => Show; s=1; e=1; q=HDTV-720p; a=AAC; ch=5.1; g=GRP
Show S01E01-E03 (2019) 1080p => Show; y=2019; s=1; e=1-3; q=HDTV-1080p
[Group] 2.43 Seiin Koukou - 05 [1080p].mkv => 2.43 Seiin Koukou; abs=5; q=HDTV-1080p; g=Group; c=mkv
[Group] Title 2.5 Jigen no Ririsa - 05 [1080p].mkv => Title 2.5 Jigen no Ririsa; abs=5; q=HDTV-1080p; g=Group; c=mkv
[Group] 91 Days - 05 [1080p].mkv => 91 Days; abs=5; q=HDTV-1080p; g=Group; c=mkv
[Group] Title_-_05_[1080p].mkv => Title; abs=5; q=HDTV-1080p; g=Group; c=mkv
[Group] Title - E05 [1080p].mkv => Title; abs=5; q=HDTV-1080p; g=Group; c=mkv
[Group] Title - S2E05 [1080p].mkv => Title; s=2; e=5; q=HDTV-1080p; g=Group; c=mkv
[Group] Title - Part 2 - 05 [1080p].mkv => Title - Part 2; abs=5; q=HDTV-1080p; g=Group; c=mkv
/films/Alien (1979)/Alien (1979) Theatrical [1080p].mkv => Alien; y=1979; ed=Theatrical; q=HDTV-1080p; c=mkv
/films/Alien.1979.mkv => Alien; y=1979; c=mkv
/films/Alien (1979)/Alien (1979) - Theatrical Cut [tmdbid-348] [Bluray-1080p].mkv => Alien; y=1979; ed=Theatrical; q=Bluray-1080p; c=mkv
/films/A/Alien (1979)/alien.avi => Alien; y=1979; c=avi; q=SDTV
/films/Alien (1979)/Alien (1979).iso => Alien; y=1979; c=iso
/tv/Show (2019)/S01/Show S01E01.mkv => Show; y=2019; s=1; e=1; c=mkv
/tv/Show/1x02 - Name.mkv => Show; s=1; e=2; et=Name; c=mkv
/tv/Show/Season 10/10x02.mkv => Show; s=10; e=2; c=mkv
Various Artists - Film OST (2019) [FLAC 24-48] => Various Artists - Film OST; y=2019; q=FLAC 24bit; h=music
AC_DC-Back_In_Black-REMASTERED-CD-FLAC-2003-GRP => AC DC - Back In Black; y=2003; q=FLAC; src=cd; g=GRP
Artist-Album-Limited_Edition-CD-FLAC-2003-GRP => Artist - Album; y=2003; q=FLAC; src=cd; g=GRP
`;
