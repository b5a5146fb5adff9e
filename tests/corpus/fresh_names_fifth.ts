/** Fifth set: name classes that were once misread, and everyday names, in the format of `release_names.ts`. */
export const FRESH_FIFTH = String.raw`
# fifth, groups with spaces
Film (2019) (1080p BluRay x265 10bit AAC 5.1 Silence) [QxR] => Film; y=2019; q=Bluray-1080p; v=x265; bits=10; a=AAC; ch=5.1; g=Silence
Film (2019) (1080p BluRay x265 HEVC 10bit AAC 7.1 Garshasp) => Film; y=2019; q=Bluray-1080p; bits=10; a=AAC; ch=7.1; g=Garshasp
Film 2019 1080p BluRay x264 DTS - HD Group => Film; y=2019; q=Bluray-1080p; g=HD Group
[Some Fansub Group] Anime - 07 (1080p) [ABCD1234].mkv => Anime; h=anime; abs=7; q=HDTV-1080p; g=Some Fansub Group; hash=ABCD1234; c=mkv
[Two Words] Anime - 07v2 [720p].mkv => Anime; h=anime; abs=7; ver=2; q=HDTV-720p; g=Two Words; c=mkv
Show S01E05 1080p WEB-DL DD5.1 H.264 - Two Words => Show; s=1; e=5; q=WEBDL-1080p; v=h264; ch=5.1; g=Two Words
[Group & Friends] Anime S02E03 [BD 1080p HEVC FLAC] => Anime; h=anime; s=2; e=3; q=Bluray-1080p; a=FLAC; g=Group & Friends
# fifth, decimals
[GRP] Anime - 12.5 [1080p].mkv => Anime; h=anime; abs=12.5; sp=1; q=HDTV-1080p; g=GRP; c=mkv
[GRP] Anime - 06.5 (1080p) [ABCD1234].mkv => Anime; h=anime; abs=6.5; sp=1; q=HDTV-1080p; g=GRP; hash=ABCD1234; c=mkv
App.Film.2.0.2018.1080p.WEB-DL.x264-GRP => App Film 2.0; y=2018; q=WEBDL-1080p; g=GRP
Film.3.2.1.2019.1080p.BluRay.x264-GRP => Film 3.2.1; y=2019; q=Bluray-1080p; g=GRP
Show.S01E01.Version.2.0.1.1080p.WEB-DL.x264-GRP => Show; s=1; e=1; et=Version 2.0.1; q=WEBDL-1080p; g=GRP
Evangelion.3.0+1.0.Thrice.Upon.a.Time.2021.1080p.BluRay.x264-GRP => Evangelion 3.0+1.0 Thrice Upon a Time; y=2021; q=Bluray-1080p; g=GRP
Film 3.0.1 (2019) 1080p WEB-DL => Film 3.0.1; y=2019; q=WEBDL-1080p
# fifth, limited
Film.2019.LIMITED.1080p.BluRay.x264-GRP => Film; y=2019; ed=Limited; q=Bluray-1080p; g=GRP
Film.2019.Limited.Edition.1080p.BluRay.x264-GRP => Film; y=2019; ed=Limited Edition; q=Bluray-1080p; g=GRP
Film.LIMITED.2019.DVDRip.XviD-GRP => Film; y=2019; ed=Limited; q=DVD; g=GRP
The.Limited.2019.1080p.WEB-DL.H264-GRP => The Limited; y=2019; q=WEBDL-1080p; v=h264; g=GRP
The.Darjeeling.Limited.2007.1080p.BluRay.x264-GRP => The Darjeeling Limited; y=2007; q=Bluray-1080p; g=GRP
# fifth, other languages
Dizi.S02.B03.1080p.WEB-DL.x264-GRP => Dizi; s=2; e=3; q=WEBDL-1080p; g=GRP
Dizi 2. Sezon 14. Bölüm 1080p => Dizi; s=2; e=14; q=HDTV-1080p
Serie Temporada 3 Capítulo 12 1080p WEB-DL => Serie; s=3; e=12; q=WEBDL-1080p
Serie.T03E12.1080p.WEB-DL.x264-GRP => Serie; s=3; e=12; q=WEBDL-1080p; g=GRP
Serie.S01.Afl.03.1080p.WEB-DL.x264-GRP => Serie; s=1; e=3; q=WEBDL-1080p; g=GRP
Serie.Saison.2.Episode.05.FRENCH.1080p.WEB-DL.x264-GRP => Serie; s=2; e=5; l=French; q=WEBDL-1080p; g=GRP
Serie.Staffel.2.Folge.5.German.720p.WEB.x264-GRP => Serie; s=2; e=5; l=German; q=WEBDL-720p; g=GRP
Serial.Sezon.1.Odcinek.5.1080p.WEB-DL => Serial; s=1; e=5; q=WEBDL-1080p
# fifth, ranges
Show.S01E01-E08.1080p.WEB-DL.x264-GRP => Show; s=1; e=1-8; q=WEBDL-1080p; g=GRP
Show.S01E01-08.1080p.WEB-DL.x264-GRP => Show; s=1; e=1-8; q=WEBDL-1080p; g=GRP
Show.S1E1-2.720p.HDTV.x264-GRP => Show; s=1; e=1-2; q=HDTV-720p; g=GRP
Show S03E01-10 of 10 1080p WEB-DL => Show; s=3; e=1-10; q=WEBDL-1080p
[GRP] Anime - 01 ~ 12 [BD 1080p] => Anime; h=anime; abs=1-12; q=Bluray-1080p; g=GRP
[GRP] Anime 01-26 (1080p BD x265) => Anime; h=anime; abs=1-26; q=Bluray-1080p; v=x265; g=GRP
Show.S01-S03.1080p.BluRay.x264-GRP => Show; s=1; ss=1-3; full=1; q=Bluray-1080p; g=GRP
# fifth, anime seasons
[GRP] Anime 2nd Season - 07 [1080p] => Anime; h=anime; s=2; abs=7; q=HDTV-1080p; g=GRP
[GRP] Anime Season 2 - 07 [1080p] => Anime; h=anime; s=2; abs=7; q=HDTV-1080p; g=GRP
[GRP] Anime Ep 07 [1080p] => Anime; h=anime; abs=7; q=HDTV-1080p; g=GRP
[GRP] Anime Ep.07 [1080p] => Anime; h=anime; abs=7; q=HDTV-1080p; g=GRP
[GRP] Anime - S02E07 [1080p] => Anime; h=anime; s=2; e=7; q=HDTV-1080p; g=GRP
[GRP] Anime - 31 (S02E07) (1080p) => Anime; h=anime; s=2; e=7; abs=31; q=HDTV-1080p; g=GRP
Anime.S02E07.1080p.CR.WEB-DL.AAC2.0.H.264-GRP => Anime; h=anime; s=2; e=7; q=WEBDL-1080p; v=h264; a=AAC; ch=2.0; g=GRP
# fifth, sources and qualities
Film.2019.1080i.BluRay.REMUX.VC-1.DTS-HD.MA.5.1-GRP => Film; y=2019; q=Remux-1080p; r=1080i; mod=remux; ch=5.1; g=GRP
Film.2019.576p.DVD.REMUX.MPEG2.DD2.0-GRP => Film; y=2019; q=DVD; r=576p; ch=2.0; g=GRP
Film.2019.UHD.BDRip.2160p.HEVC-GRP => Film; y=2019; q=Bluray-2160p; g=GRP
Film.2019.4K.HDR.DV.WEB-DL.HEVC-GRP => Film; y=2019; q=WEBDL-2160p; hdr=DV,HDR; g=GRP
Film.2019.QHD.WEB-DL.x264-GRP => Film; y=2019; q=WEBDL-1080p; g=GRP
Film (2019).ts => Film; y=2019; c=ts
Film (2019).avi => Film; y=2019; q=SDTV; c=avi
Film.2019.COMPLETE.UHD.BLURAY-GRP => Film; y=2019; q=BR-DISK; disc=1; g=GRP
# fifth, editions
Film.2019.Alternative.Cut.1080p.BluRay.x264-GRP => Film; y=2019; ed=Alternate Cut; q=Bluray-1080p; g=GRP
Film.2019.Remastered.1080p.BluRay.x264-GRP => Film; y=2019; ed=Remastered; q=Bluray-1080p; g=GRP
Film.2019.4K.Restored.1080p.BluRay.x264-GRP => Film; y=2019; ed=Remastered; q=Bluray-1080p; g=GRP
Film.2019.Directors.Cut.Remastered.1080p.BluRay.x264-GRP => Film; y=2019; ed=Director's Cut Remastered; q=Bluray-1080p; g=GRP
Film.2019.Open.Matte.1080p.WEB-DL.H264-GRP => Film; y=2019; ed=Open Matte; q=WEBDL-1080p; v=h264; g=GRP
Film.2019.Criterion.Collection.1080p.BluRay.x264-GRP => Film; y=2019; ed=Criterion; q=Bluray-1080p; g=GRP
# fifth, usenet and p2p
Film.2019.1080p.BluRay.x264-GRP-Obfuscated => Film; y=2019; q=Bluray-1080p; g=GRP
Film.2019.1080p.BluRay.x264-GRP-postbot => Film; y=2019; q=Bluray-1080p; g=GRP
Film.2019.1080p.BluRay.x264-GRP[rarbg] => Film; y=2019; q=Bluray-1080p; g=GRP
[ www.Example.com ] - Show.S01E05.720p.HDTV.x264-GRP => Show; s=1; e=5; q=HDTV-720p; g=GRP
Show.S01E05.Title.Words.REPACK.1080p.AMZN.WEB-DL.DDP5.1.H.264-GRP => Show; s=1; e=5; et=Title Words; repack=1; q=WEBDL-1080p; ch=5.1; v=h264; g=GRP
Show.2024.03.12.Guest.Name.1080p.WEB.h264-GRP => Show; date=2024-03-12; et=Guest Name; q=WEBDL-1080p; v=h264; g=GRP
# fifth, after the rules
11.22.63.S01E03.1080p.BluRay.x264-GRP => 11.22.63; s=1; e=3; q=Bluray-1080p; g=GRP
24.S01E01.1080p.WEB-DL.x264-GRP => 24; s=1; e=1; q=WEBDL-1080p; g=GRP
Ocean's.8.2018.1080p.BluRay.x264-GRP => Ocean's 8; y=2018; q=Bluray-1080p; g=GRP
Apollo.10.1.2022.1080p.WEB-DL.x264-GRP => Apollo 10 1; y=2022; q=WEBDL-1080p; g=GRP
Show.S02E01.1.0.1080p.WEB-DL.x264-GRP => Show; s=2; e=1; et=1.0; q=WEBDL-1080p; g=GRP
Film 2019 LIMITED 720p BluRay x264 - Some Team => Film; y=2019; ed=Limited; q=Bluray-720p; g=Some Team
Show - S01E05 - Title 1080p WEB-DL - My Group => Show; s=1; e=5; et=Title; q=WEBDL-1080p; g=My Group
Film (2019) 1080p BluRay - Director's Cut => Film; y=2019; ed=Director's Cut; q=Bluray-1080p
Film (2019) 1080p BluRay - English Dub => Film; y=2019; l=English; q=Bluray-1080p
Show S01E05 1080p WEB-DL DTS - HD MA 5.1 => Show; s=1; e=5; q=WEBDL-1080p; ch=5.1
[Cool Raws] Anime - 03 (BD 1920x1080 x264 FLAC) => Anime; h=anime; abs=3; q=Bluray-1080p; a=FLAC; g=Cool Raws
Film.2019.Limited.1080p.BluRay.x264-GRP => Film; y=2019; ed=Limited; q=Bluray-1080p; g=GRP
Film.2019.LIMITED.EXTENDED.1080p.BluRay.x264-GRP => Film; y=2019; ed=Limited Extended; q=Bluray-1080p; g=GRP
Serie.S03.Folge.07.German.1080p.WEB.x264-GRP => Serie; s=3; e=7; l=German; q=WEBDL-1080p; g=GRP
Serie S01 Cap 05 1080p WEB-DL => Serie; s=1; e=5; q=WEBDL-1080p
Dizi.S01.B12.720p.WEB-DL.x264-GRP => Dizi; s=1; e=12; q=WEBDL-720p; g=GRP
Film.2019.WQHD.WEB-DL.x264-GRP => Film; y=2019; q=WEBDL-1080p; g=GRP
Show.S05E06-08.1080p.WEB-DL.x264-GRP => Show; s=5; e=6-8; q=WEBDL-1080p; g=GRP
[GRP] Anime (2019) - 01-24 (BD 1080p) => Anime; h=anime; y=2019; abs=1-24; q=Bluray-1080p; g=GRP
[GRP] Anime - 1.0 [1080p].mkv => Anime - 1.0; h=anime; q=HDTV-1080p; g=GRP; c=mkv
`;
