/** A few names from each class that was once misread, in the format of `release_names.ts`. */
export const CLASSES = String.raw`
# episode words of other languages
Dizi 1.Sezon 5.Bölüm 1080p WEB-DL => Dizi; s=1; e=5; q=WEBDL-1080p
Dizi S01B05 1080p WEB-DL x264-GRP => Dizi; s=1; e=5; q=WEBDL-1080p; g=GRP
Dizi.5.Bölüm.1080p.WEB-DL.x264-GRP => Dizi; s=1; e=5; q=WEBDL-1080p; g=GRP
Dizi.BLM.12.720p.WEB-DL.x264-GRP => Dizi; s=1; e=12; q=WEBDL-720p; g=GRP
Dizi 12.BLM 720p HDTV => Dizi; s=1; e=12; q=HDTV-720p
Serie.Capitulo.7.720p.HDTV => Serie; s=1; e=7; q=HDTV-720p
Serie.Temporada.2.Capitulo.7.720p.HDTV => Serie; s=2; e=7; q=HDTV-720p
Serie afl. 6 720p HDTV => Serie; s=1; e=6; q=HDTV-720p
Serie.Afl.06.1080p.WEB-DL => Serie; s=1; e=6; q=WEBDL-1080p
# ranges behind the letter
Show.S5E6-8.1080p.WEB-DL.x264-GRP => Show; s=5; e=6-8; q=WEBDL-1080p; g=GRP
Show S2E1-16 of 16 1080p WEB-DL => Show; s=2; e=1-16; q=WEBDL-1080p
Show (2019) S2E1-8 of 8 720p HDTV => Show; y=2019; s=2; e=1-8; q=HDTV-720p
Show.S01E1-E3.720p.HDTV.x264-GRP => Show; s=1; e=1-3; q=HDTV-720p; g=GRP
Show.S5E6-8.Title.1080p.WEB-DL.x264-GRP => Show; s=5; e=6-8; et=Title; q=WEBDL-1080p; g=GRP
Show.S05E06-2.1080p.WEB-DL.x264-GRP => Show; s=5; e=6; q=WEBDL-1080p; et=2; g=GRP
# absolute ranges
[GRP] Anime - 01-12 (BD 1080p) => Anime; h=anime; abs=1-12; q=Bluray-1080p; g=GRP
[GRP] Anime [01-12] [1080p] => Anime; h=anime; abs=1-12; q=HDTV-1080p; g=GRP
[GRP] Anime (01-12) [BD 1080p] => Anime; h=anime; abs=1-12; q=Bluray-1080p; g=GRP
[GRP] Anime 01-12 [BD 1080p] => Anime; h=anime; abs=1-12; q=Bluray-1080p; g=GRP
[GRP] Anime - 25 (S02E01) [1080p] => Anime; h=anime; s=2; e=1; abs=25; q=HDTV-1080p; g=GRP
# seasons in the titles of anime
[GRP] Anime S2 - 07 [1080p] => Anime; h=anime; s=2; abs=7; q=HDTV-1080p; g=GRP
[GRP] Anime EP07 [1080p] => Anime; h=anime; abs=7; q=HDTV-1080p; g=GRP
[GRP] Anime Episode 07 [1080p] => Anime; h=anime; abs=7; q=HDTV-1080p; g=GRP
# groups
Film (2019) (1080p BluRay x265 10bit - WEM)[TAoE] => Film; y=2019; q=Bluray-1080p; v=x265; bits=10; g=TAoE
Film.2019.1080p.BluRay.x264-D-Z0N3 => Film; y=2019; q=Bluray-1080p; g=D-Z0N3
Film (2019) (1080p BluRay x265 Vyndros) [QxR] => Film; y=2019; q=Bluray-1080p; g=Vyndros
# qualities
Film.2019.720p.BluRay.REMUX.AVC.DTS-GRP => Film; y=2019; r=720p; src=bluray; g=GRP; q=Bluray-720p
Show.S01E01.480i.DVD.REMUX.MPEG2-GRP => Show; s=1; e=1; r=480i; src=dvd; q=DVD; g=GRP
Film.2019.2160p.UHDBDRip.x265-GRP => Film; y=2019; q=Bluray-2160p; g=GRP
Film.2019.UHD2BD.1080p.x264-GRP => Film; y=2019; q=Bluray-1080p; g=GRP
Film.2019.FHD.WEB-DL.x264-GRP => Film; y=2019; q=WEBDL-1080p; g=GRP
Film (2019).m2ts => Film; y=2019; q=Bluray-720p; c=m2ts
Film (2019).wmv => Film; y=2019; q=SDTV; c=wmv
# editions
Film.2019.Ultimate.Collectors.Edition.1080p.BluRay.x264-GRP => Film; y=2019; ed=Ultimate Collector's Edition; q=Bluray-1080p; g=GRP
Film.2019.Ultimate.Hunter.Edition.1080p.BluRay.x264-GRP => Film; y=2019; ed=Ultimate Hunter Edition; q=Bluray-1080p; g=GRP
Film.2019.Restored.1080p.BluRay.x264-GRP => Film; y=2019; ed=Restored; q=Bluray-1080p; g=GRP
Film.2019.Alternate.Cut.1080p.BluRay.x264-GRP => Film; y=2019; ed=Alternate Cut; q=Bluray-1080p; g=GRP
Film.Festival.2019.1080p.BluRay.x264-GRP => Film Festival; y=2019; q=Bluray-1080p; g=GRP
Film.2019.FESTIVAL.1080p.BluRay.x264-GRP => Film; y=2019; ed=Festival; q=Bluray-1080p; g=GRP
# names by posters
Film (2019) (1080p BluRay x265 10bit - WEM) [TAoE].mkv => Film; y=2019; q=Bluray-1080p; v=x265; bits=10; g=TAoE; c=mkv
[字幕组] 葬送的芙莉莲 / Sousou no Frieren [14][1080p] => Sousou no Frieren; h=anime; abs=14; q=HDTV-1080p; g=字幕组
[字幕组] 葬送的芙莉莲 / 另一个 [14][1080p] => 葬送的芙莉莲; h=anime; abs=14; q=HDTV-1080p; g=字幕组
(1994) Artist - Album [FLAC] => Artist - Album; h=music; y=1994; q=FLAC; a=FLAC
Artist - 1989 (2023) [24Bit-48kHz] FLAC [POSTER] ⭐️ => Artist - 1989; h=music; y=2023; q=FLAC 24bit; a=FLAC; g=POSTER
Film.2019.1080p.BluRay.x264-GRP 🎬 => Film; y=2019; q=Bluray-1080p; g=GRP
# sites, groups and second names
site.org__Film.2019.1080p.WEB-DL.x264-GRP => Film; y=2019; q=WEBDL-1080p; g=GRP
https://site.to/Film.2019.1080p.WEB-DL.x264-GRP => Film; y=2019; q=WEBDL-1080p; g=GRP
Film.2019.DVDRip.XviD-Two-Team.[tvu.org.ru] => Film; y=2019; q=DVD; g=Two-Team
Film.2019.1080p.BluRay.x264.DTS WiKi => Film; y=2019; q=Bluray-1080p; g=WiKi
{GRP} Film 2019 1080p BluRay => Film; y=2019; q=Bluray-1080p; g=GRP
Show - 141 - Name [KaiDubs] [1080p] => Show; abs=141; et=Name; q=HDTV-1080p; g=KaiDubs
Жара (Heat) 1995 BDRip 1080p => Жара; y=1995; q=Bluray-1080p
Heat - Жара (1995) => Heat; y=1995
# underscores, and numbers beside marks
Film_1.11_You_Are_(2009)_[1080p,BluRay,x264,DTS-ES]_-_THORA.mkv => Film 1.11 You Are; y=2009; q=Bluray-1080p; g=THORA; c=mkv
[GRP]_Anime_Name_00_S2_-_01v2_[1280x720_H.264_AAC][4863FBE8].mkv => Anime Name 00; s=2; abs=1; ver=2; q=HDTV-720p; g=GRP; hash=4863FBE8; c=mkv
[GRP]_Anime_225_[C63D149C].mkv => Anime; abs=225; g=GRP; hash=C63D149C; c=mkv
Film (2014) DvDScr x264 [DDR] => Film; y=2014; q=DVDSCR; g=DDR
Show S01x02 720p HDTV => Show; s=1; e=2; q=HDTV-720p
Show/Season 2/Episode - 16.mkv => Show; s=2; e=16; c=mkv
Show/Season 4/Show.Name.2199.E03.mkv => Show Name 2199; s=4; e=3; c=mkv
Show/Season 4/Show.S01E03.mkv => Show; s=1; e=3; c=mkv
# episodes joined by signs, and numbers that count something else
Show S01E03+04 1080p WEB-DL => Show; s=1; e=3-4; q=WEBDL-1080p
Show S01E05 & E06 720p HDTV => Show; s=1; e=5-6; q=HDTV-720p
Show - 5x01 - x02 - Name (2) [SDTV] => Show; s=5; e=1-2; et=Name (2); q=SDTV
Show 5x01&02 720p HDTV => Show; s=5; e=1-2; q=HDTV-720p
Show S02xE09-791 => Show; s=2; e=9; abs=791
Show 5x01-x03 720p HDTV => Show; s=5; e=1-3; q=HDTV-720p
Show 1x01 & 1x02 720p HDTV => Show; s=1; e=1-2; q=HDTV-720p
show.10708.hdtv-lol => show; s=1; e=7-8; q=SDTV; g=lol
ShowNameS01E05.720p.HDTV => ShowName; s=1; e=5; q=HDTV-720p
Planet Earth 1 of 6 Name 720p HDTV => Planet Earth; s=1; e=1; et=Name; q=HDTV-720p
Planet Earth (1 of 6) Name => Planet Earth; s=1; e=1; et=Name
The.Show.3.of.5.720p.HDTV => The Show; s=1; e=3; q=HDTV-720p
Show 19.12.31 720p HDTV => Show; date=2019-12-31; q=HDTV-720p
Serie Saison sept FRENCH 720p HDTV => Serie; s=7; full=1; l=French; q=HDTV-720p
Show S01E99-100 720p HDTV => Show; s=1; e=99-100; q=HDTV-720p
`;
