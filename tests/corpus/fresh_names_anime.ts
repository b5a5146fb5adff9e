/**
 * Anime names, library paths and music, written before the parser was run on them, in the format of `release_names.ts`.
 */
export const FRESH_ANIME = String.raw`
# fresh anime
[SubsPlease] Dungeon Meshi - 24 (1080p) [3C9D5E11].mkv => Dungeon Meshi; abs=24; q=HDTV-1080p; g=SubsPlease; hash=3C9D5E11; c=mkv
[SubsPlease] Kusuriya no Hitorigoto - 24v2 (720p) [0A1B2C3D].mkv => Kusuriya no Hitorigoto; abs=24; ver=2; q=HDTV-720p; g=SubsPlease; hash=0A1B2C3D; c=mkv
[SubsPlease] Spy x Family S2 (01-12) (1080p) [Batch] => Spy x Family; s=2; abs=1-12; q=HDTV-1080p; g=SubsPlease
[Erai-raws] Kaijuu 8-gou - 12 END [1080p CR WEBRip HEVC EAC3][MultiSub][AB12CD34].mkv => Kaijuu 8-gou; abs=12; q=WEBRip-1080p; v=h265; a=E-AC-3; g=Erai-raws; hash=AB12CD34; c=mkv
[Erai-raws] Mushoku Tensei II - Isekai Ittara Honki Dasu Part 2 - 05 [1080p][Multiple Subtitle].mkv => Mushoku Tensei II - Isekai Ittara Honki Dasu Part 2; abs=5; q=HDTV-1080p; g=Erai-raws; c=mkv
[HorribleSubs] Boku no Hero Academia - 63 [1080p].mkv => Boku no Hero Academia; abs=63; q=HDTV-1080p; g=HorribleSubs; c=mkv
[Judas] Kimetsu no Yaiba S4 - 08 [1080p][HEVC x265 10bit][Multi-Subs].mkv => Kimetsu no Yaiba; s=4; abs=8; q=HDTV-1080p; v=x265; bits=10; g=Judas; c=mkv
[EMBER] Frieren S01E28 [1080p] [HEVC WEBRip].mkv => Frieren; s=1; e=28; q=WEBRip-1080p; v=h265; g=EMBER; c=mkv
[ASW] Blue Lock S2 - 03 [1080p HEVC][F1E2D3C4].mkv => Blue Lock; s=2; abs=3; q=HDTV-1080p; v=h265; g=ASW; hash=F1E2D3C4; c=mkv
[Tsundere-Raws] Ousama Ranking - 05 VOSTFR [WEB 1080p x264 AAC].mkv => Ousama Ranking; abs=5; l=French; q=WEBDL-1080p; a=AAC; g=Tsundere-Raws; c=mkv
[Yameii] Undead Unluck - S01E03 [English Dub] [CR WEB-DL 1080p] [1234ABCD].mkv => Undead Unluck; s=1; e=3; l=English; q=WEBDL-1080p; g=Yameii; hash=1234ABCD; c=mkv
[Golumpa] Attack on Titan - 60 [English Dub] [FuniDub 1080p x264 AAC] [MKV] [9F8E7D6C] => Attack on Titan; abs=60; l=English; q=HDTV-1080p; a=AAC; g=Golumpa; hash=9F8E7D6C
[Anime Time] Mob Psycho 100 (S01+S02+S03) [BD][HEVC 10bit x265][AAC][Eng Sub] => Mob Psycho 100; s=1; ss=1-3; full=1; q=Bluray-720p; bits=10; v=x265; a=AAC; g=Anime Time
[Cleo] Mob Psycho 100 (Season 1+2) [Dual Audio 10bit BD1080p][HEVC-x265] => Mob Psycho 100; s=1; ss=1-2; full=1; q=Bluray-1080p; bits=10; g=Cleo
[DB]_Bleach_-_366_(10bit_BD1080p_x265).mkv => Bleach; abs=366; q=Bluray-1080p; bits=10; v=x265; g=DB; c=mkv
[Coalgirls]_Toradora_01_(1280x720_Blu-Ray_FLAC)_[85E0B7A2].mkv => Toradora; abs=1; q=Bluray-720p; a=FLAC; g=Coalgirls; hash=85E0B7A2; c=mkv
[Elysium]Cowboy.Bebop.EP01(BD.1080p.FLAC)[1A2B3C4D].mkv => Cowboy Bebop; abs=1; q=Bluray-1080p; a=FLAC; g=Elysium; hash=1A2B3C4D; c=mkv
[THORA] Gurren Lagann - 08v3 (BD 1920x1080 x264 AAC) [DEADBEEF].mkv => Gurren Lagann; abs=8; ver=3; q=Bluray-1080p; a=AAC; g=THORA; hash=DEADBEEF; c=mkv
[Eclipse] Code Geass R2 - 25 (1280x720 h264) [0F0F0F0F].mkv => Code Geass R2; abs=25; q=HDTV-720p; v=h264; g=Eclipse; hash=0F0F0F0F; c=mkv
[a.f.k.] Suzumiya Haruhi - 14 [DVD] [ABCDEF01].avi => Suzumiya Haruhi; abs=14; q=DVD; g=a.f.k.; hash=ABCDEF01; c=avi
[Commie] Steins;Gate - 23β [BD 1080p AAC] [12344321].mkv => Steins;Gate - 23β; q=Bluray-1080p; a=AAC; g=Commie; hash=12344321; c=mkv
[UTW-Mazui] Fate Zero - 13.5 [720p][AAAABBBB].mkv => Fate Zero; abs=13.5; sp=1; q=HDTV-720p; g=UTW-Mazui; hash=AAAABBBB; c=mkv
[Vivid-Asenshi] Akame ga Kill - 24 [5C7C1F0E].mkv => Akame ga Kill; abs=24; g=Vivid-Asenshi; hash=5C7C1F0E; c=mkv
[FFF] Highschool DxD - SP06 [BD][1080p-FLAC][11223344].mkv => Highschool DxD; abs=6; sp=1; q=Bluray-1080p; a=FLAC; g=FFF; hash=11223344; c=mkv
[Kametsu] Black Lagoon - OVA 03 (BD 1080p Hi10 FLAC) [CAFEBABE].mkv => Black Lagoon; abs=3; sp=1; q=Bluray-1080p; bits=10; a=FLAC; g=Kametsu; hash=CAFEBABE; c=mkv
[Group] Hellsing Ultimate - ONA 02 [1080p].mkv => Hellsing Ultimate; abs=2; sp=1; q=HDTV-1080p; g=Group; c=mkv
[Group] Clannad - NCOP1a [BD 1080p].mkv => Clannad; sp=1; q=Bluray-1080p; g=Group; c=mkv
[Group] Clannad - Creditless Ending 02 [BD 1080p].mkv => Clannad; sp=1; q=Bluray-1080p; g=Group; c=mkv
[Group] Clannad - PV3 [1080p].mkv => Clannad; sp=1; q=HDTV-1080p; g=Group; c=mkv
[Group] Clannad - Menu 01 [BD 1080p].mkv => Clannad; sp=1; q=Bluray-1080p; g=Group; c=mkv
[Group] Koe no Katachi (2016) [BD 1080p x265 10bit FLAC].mkv => Koe no Katachi; y=2016; q=Bluray-1080p; bits=10; a=FLAC; g=Group; c=mkv
[Group] Detective Conan Movie 26 [1080p][AABBCCDD].mkv => Detective Conan Movie 26; q=HDTV-1080p; g=Group; hash=AABBCCDD; c=mkv
[Group] Evangelion 3.0+1.01 [WEB 1080p].mkv => Evangelion 3.0+1.01; q=WEBDL-1080p; g=Group; c=mkv
[Group] Ranma 1-2 (2024) - 05 [1080p].mkv => Ranma 1-2; y=2024; abs=5; q=HDTV-1080p; g=Group; c=mkv
[Group] 3-gatsu no Lion - 11 [1080p].mkv => 3-gatsu no Lion; abs=11; q=HDTV-1080p; g=Group; c=mkv
[Group] Space Dandy 2 - 03 [720p].mkv => Space Dandy 2; abs=3; q=HDTV-720p; g=Group; c=mkv
[Group] Fruits Basket (2019) - 10 [1080p].mkv => Fruits Basket; y=2019; abs=10; q=HDTV-1080p; g=Group; c=mkv
[Group] Eighty-Six 2nd Season - 08v2 [1080p].mkv => Eighty-Six; s=2; abs=8; ver=2; q=HDTV-1080p; g=Group; c=mkv
[Group] Overlord Season 4 - 13 [1080p].mkv => Overlord; s=4; abs=13; q=HDTV-1080p; g=Group; c=mkv
[Group] Overlord S04 [BD 1080p HEVC 10bit] (Batch) => Overlord; s=4; full=1; q=Bluray-1080p; v=h265; bits=10; g=Group
[Group] Overlord IV - 01-13 (WEB 1080p) [Batch] => Overlord IV; abs=1-13; q=WEBDL-1080p; g=Group
[Group] One Piece - 1015-1025 [1080p] => One Piece; abs=1015-1025; q=HDTV-1080p; g=Group
[Group] One Piece 0001-0100 [DVD 480p] => One Piece; abs=1-100; q=DVD; g=Group
[Group] One Piece #1089 [1080p].mkv => One Piece; abs=1089; q=HDTV-1080p; g=Group; c=mkv
[Group] Title Ep. 12 [720p].mkv => Title; abs=12; q=HDTV-720p; g=Group; c=mkv
[Group] Title Episode 07 (720p).mkv => Title; abs=7; q=HDTV-720p; g=Group; c=mkv
[Group]_Title_07_[h264-720p][AABBCCDD].mkv => Title; abs=7; q=HDTV-720p; v=h264; g=Group; hash=AABBCCDD; c=mkv
[Group].Title.-.07.[1080p].mkv => Title; abs=7; q=HDTV-1080p; g=Group; c=mkv
(Group) Title - 07 [1080p].mkv => Title; abs=7; q=HDTV-1080p; g=Group; c=mkv
Title - 07 [1080p][HEVC][Group].mkv => Title; abs=7; q=HDTV-1080p; v=h265; g=Group; c=mkv
Title.S02E07.1080p.CR.WEB-DL.DUAL.AAC2.0.H.264-VARYG => Title; s=2; e=7; q=WEBDL-1080p; a=AAC; ch=2.0; g=VARYG
Title.S01.1080p.BluRay.Dual-Audio.FLAC2.0.x265-iAHD => Title; s=1; full=1; q=Bluray-1080p; a=FLAC; ch=2.0; v=x265; g=iAHD
Title.2023.S01E07.The.Name.1080p.NF.WEB-DL.JPN.AAC2.0.H.264.MSubs-ToonsHub => Title; y=2023; s=1; e=7; et=The Name; l=Japanese; q=WEBDL-1080p; a=AAC; g=ToonsHub
[Nekomoe kissaten&LoliHouse] Sousou no Frieren - 28 [WebRip 1080p HEVC-10bit AAC ASSx2].mkv => Sousou no Frieren; abs=28; q=WEBRip-1080p; bits=10; a=AAC; g=Nekomoe kissaten&LoliHouse; c=mkv
[Sakurato] Bocchi the Rock! [12][AVC-8bit 1080p AAC][CHS].mp4 => Bocchi the Rock!; abs=12; l=Chinese; q=HDTV-1080p; bits=8; v=h264; a=AAC; g=Sakurato; c=mp4
[Airota&Nekomoe kissaten][Yuru Camp][05][1080P][CHT].mp4 => Yuru Camp; abs=5; l=Chinese; q=HDTV-1080p; g=Airota&Nekomoe kissaten; c=mp4
[DMHY][Steins;Gate][01-24][BDRip][1080P][HEVC] => Steins;Gate; abs=1-24; q=Bluray-1080p; v=h265; g=DMHY
[VCB-Studio] Hibike! Euphonium [01][Ma10p_1080p][x265_flac].mkv => Hibike! Euphonium; abs=1; q=HDTV-1080p; v=x265; a=FLAC; g=VCB-Studio; c=mkv
[VCB-Studio] Hibike! Euphonium [Ma10p_1080p] => Hibike! Euphonium; q=HDTV-1080p; g=VCB-Studio
[桜都字幕组][Spy x Family][05][1080p][简体内嵌] => Spy x Family; abs=5; l=Chinese; q=HDTV-1080p; g=桜都字幕组
[ANi] 葬送的芙莉蓮 - 05 [1080P][Baha][WEB-DL][AAC AVC][CHT].mp4 => 葬送的芙莉蓮; abs=5; l=Chinese; q=WEBDL-1080p; a=AAC; v=h264; g=ANi; c=mp4
【幻樱字幕组】【4月新番】【鬼灭之刃 Kimetsu no Yaiba】【26】【GB_MP4】【1920X1080】 => 鬼灭之刃 Kimetsu no Yaiba; abs=26; l=Chinese; q=HDTV-1080p; g=幻樱字幕组
[Lilith-Raws] Re Zero kara Hajimeru Isekai Seikatsu - 05 [Baha][WEB-DL][1080p][AVC AAC][CHT][MP4] => Re Zero kara Hajimeru Isekai Seikatsu; abs=5; l=Chinese; q=WEBDL-1080p; g=Lilith-Raws
[Leopard-Raws] Shingeki no Kyojin - 59 END (NHKG 1280x720 x264 AAC).mp4 => Shingeki no Kyojin; abs=59; q=HDTV-720p; a=AAC; v=x264; g=Leopard-Raws; c=mp4
[ReinForce] Kanojo Okarishimasu - 12 (BDRip 1920x1080 x264 FLAC).mkv => Kanojo Okarishimasu; abs=12; q=Bluray-1080p; a=FLAC; g=ReinForce; c=mkv
[ANE] Cowboy Bebop [BDRip 1080p x265 FLAC] => Cowboy Bebop; q=Bluray-1080p; v=x265; a=FLAC; g=ANE
名探偵コナン 第1100話 (1280x720 x264 AAC).mp4 => 名探偵コナン; abs=1100; q=HDTV-720p; c=mp4
진격의 거인 - 05화 [1080p].mkv => 진격의 거인; abs=5; q=HDTV-1080p; c=mkv
# fresh library paths
/mnt/media/Movies/The Apartment (1960) {tmdb-284}/The Apartment (1960) {tmdb-284} {edition-4K Remaster} [Bluray-2160p].mkv => The Apartment; y=1960; ed=Remastered; q=Bluray-2160p; c=mkv
/mnt/media/Movies/The Apartment (1960) [imdbid-tt0053604]/The Apartment (1960) [imdbid-tt0053604] - Extended.mkv => The Apartment; y=1960; ed=Extended; c=mkv
/mnt/media/Movies/The Apartment (1960)/The Apartment (1960) - cd1.avi => The Apartment; y=1960; c=avi; q=SDTV
/mnt/media/Movies/The Apartment (1960)/The Apartment (1960) - pt2.mkv => The Apartment; y=1960; c=mkv
/mnt/media/Movies/The Apartment (1960)/The Apartment (1960) - 1080p.mkv => The Apartment; y=1960; q=HDTV-1080p; c=mkv
/mnt/media/Movies/The Apartment (1960)/movie.mkv => The Apartment; y=1960; c=mkv
/mnt/media/Movies/The Apartment (1960)/VIDEO_TS/VTS_01_1.VOB => The Apartment; y=1960; c=vob
/mnt/media/Movies/The Apartment (1960).mkv => The Apartment; y=1960; c=mkv
/mnt/media/Movies/The Apartment.mkv => The Apartment; c=mkv
/mnt/media/4K/Akira (1988) [tmdbid-149]/Akira (1988) [Remux-2160p][DV HDR10][TrueHD 5.1][HEVC]-FraMeSToR.mkv => Akira; y=1988; q=Remux-2160p; mod=remux; hdr=DV,HDR10; a=TrueHD; ch=5.1; g=FraMeSToR; c=mkv
/movies/2001 - A Space Odyssey (1968)/2001 - A Space Odyssey (1968) Bluray-1080p Proper.mkv => 2001 - A Space Odyssey; y=1968; proper=1; q=Bluray-1080p; c=mkv
/movies/1917 (2019)/1917 (2019) WEBDL-2160p.mkv => 1917; y=2019; q=WEBDL-2160p; c=mkv
/movies/Blade Runner 2049 (2017)/Blade Runner 2049 (2017) {imdb-tt1856101} [Bluray-2160p Proper][HDR10][TrueHD Atmos 7.1][x265]-W4NK3R.mkv => Blade Runner 2049; y=2017; proper=1; q=Bluray-2160p; hdr=HDR10; a=TrueHD Atmos; ch=7.1; g=W4NK3R; c=mkv
/movies/Léon - The Professional (1994)/Leon.The.Professional.1994.1080p.BluRay.x264-GRP.mkv => Léon - The Professional; y=1994; q=Bluray-1080p; g=GRP; c=mkv
D:\Filme\Der Pate (1972)\Der.Pate.1972.German.DL.1080p.BluRay.x264-GRP.mkv => Der Pate; y=1972; l=German; q=Bluray-1080p; g=GRP; c=mkv
/tv/The Wire (2002) {tvdb-79126}/Season 03/The Wire (2002) - S03E11 - Middle Ground [Bluray-1080p][DTS 5.1][x264]-GRP.mkv => The Wire; y=2002; s=3; e=11; et=Middle Ground; q=Bluray-1080p; a=DTS; ch=5.1; g=GRP; c=mkv
/tv/The Wire/Season 3/11 - Middle Ground.mkv => The Wire; s=3; e=11; et=Middle Ground; c=mkv
/tv/The Wire/Season 3/The Wire - 3x11 - Middle Ground.avi => The Wire; s=3; e=11; et=Middle Ground; c=avi; q=SDTV
/tv/The Wire/Season 3/Episode 11.mkv => The Wire; s=3; e=11; c=mkv
/tv/The Wire/Staffel 3/The.Wire.S03E11.German.720p.WEB.x264-GRP.mkv => The Wire; s=3; e=11; l=German; q=WEBDL-720p; g=GRP; c=mkv
/tv/The Wire/Saison 3 => The Wire; s=3; full=1
/tv/The Wire (2002)/Specials/The Wire - S00E03 - Making Of.mkv => The Wire; y=2002; s=0; e=3; sp=1; et=Making Of; c=mkv
/tv/The Wire/Season 01/The Wire - S01E01-E02 - The Target + The Detail HDTV-720p.mkv => The Wire; s=1; e=1-2; et=The Target + The Detail; q=HDTV-720p; c=mkv
/tv/Late Show (2015)/Season 2024/Late Show - 2024-03-05 - Emma Stone WEBDL-720p.mkv => Late Show; y=2015; s=2024; date=2024-03-05; et=Emma Stone; q=WEBDL-720p; c=mkv
/tv/Mr. Robot/Season 1/Mr. Robot - S01E01 - Pilot WEBDL-1080p Proper.mkv => Mr. Robot; s=1; e=1; et=Pilot; proper=1; q=WEBDL-1080p; c=mkv
/tv/The Wire/The.Wire.S03.1080p.BluRay.x264-GRP/The.Wire.S03E11.1080p.BluRay.x264-GRP.mkv => The Wire; s=3; e=11; q=Bluray-1080p; g=GRP; c=mkv
/downloads/The.Wire.S03E11.1080p.BluRay.x264-GRP/a8d0f1c7be5546b1a2c3d4e5f6a7b8c9.mkv => The Wire; s=3; e=11; q=Bluray-1080p; g=GRP; c=mkv
/downloads/Heat.1995.1080p.BluRay.x264-GRP/grp-heat-1080p.mkv => Heat; y=1995; q=Bluray-1080p; g=GRP; c=mkv
/anime/Mushishi (2005)/Season 01/Mushishi (2005) - S01E03 - 003 - Tender Horns [Bluray-1080p][10bit][x265][FLAC 2.0][JA]-GRP.mkv => Mushishi; y=2005; s=1; e=3; abs=3; et=Tender Horns; l=Japanese; q=Bluray-1080p; bits=10; a=FLAC; ch=2.0; g=GRP; c=mkv
/anime/One Piece/[SubsPlease] One Piece - 1089 (1080p) [ABCD1234].mkv => One Piece; abs=1089; q=HDTV-1080p; g=SubsPlease; hash=ABCD1234; c=mkv
/music/Nick Drake/Pink Moon (1972)/01 - Pink Moon.flac => Nick Drake - Pink Moon; y=1972; q=FLAC; a=FLAC; c=flac
/music/Nick Drake/Pink Moon (1972)/Nick Drake - Pink Moon - 01 - Pink Moon.flac => Nick Drake - Pink Moon; y=1972; q=FLAC; c=flac
/music/Pink Floyd/The Wall (1979)/CD 02/01 - Hey You.mp3 => Pink Floyd - The Wall; y=1979; a=MP3; c=mp3
/music/Nick Drake/1972 - Pink Moon/01. Pink Moon.m4a => Nick Drake - Pink Moon; y=1972; a=AAC; c=m4a
# fresh music
Radiohead-OK_Computer-CD-FLAC-1997-PERFECT => Radiohead - OK Computer; y=1997; q=FLAC; src=cd; a=FLAC; g=PERFECT
Adele-21_(Deluxe_Edition)-2CD-FLAC-2011-GRP => Adele - 21; y=2011; q=FLAC; src=cd; g=GRP
Adele-25-Deluxe_Edition-CD-FLAC-2015-GRP => Adele - 25; y=2015; q=FLAC; src=cd; g=GRP
Taylor_Swift-Midnights_(3am_Edition)-WEB-2022-AFO => Taylor Swift - Midnights (3am Edition); y=2022; q=MP3-320; src=web-dl; g=AFO
VA-Now_Thats_What_I_Call_Music_99-2CD-2018-GRP => VA - Now Thats What I Call Music 99; y=2018; src=cd; g=GRP; h=music
Boards_of_Canada-Geogaddi-REMASTERED-24BIT-WEB-FLAC-2013-OBZEN => Boards of Canada - Geogaddi; y=2013; q=FLAC 24bit; src=web-dl; g=OBZEN
Burial-Untrue-(HDBCD002)-CD-FLAC-2007-SCF => Burial - Untrue; h=music; y=2007; q=FLAC; src=cd; g=SCF
Portishead-Dummy-LP-FLAC-1994-mwndX => Portishead - Dummy; y=1994; q=FLAC; src=vinyl; g=mwndX
Portishead-Dummy-VINYL-MP3-1994-GRP => Portishead - Dummy; h=music; y=1994; src=vinyl; a=MP3; g=GRP
Portishead - Dummy (1994) [FLAC 24-96] [Vinyl] => Portishead - Dummy; y=1994; q=FLAC 24bit; src=vinyl; a=FLAC
Portishead - Dummy (1994) [Hi-Res FLAC 24bit 192kHz] => Portishead - Dummy; y=1994; q=FLAC 24bit; h=music
Portishead - Dummy (1994) [CD FLAC] => Portishead - Dummy; h=music; y=1994; q=FLAC; src=cd
Portishead - Dummy [1994] [MP3-320] => Portishead - Dummy; y=1994; q=MP3-320; a=MP3
Portishead - Dummy (1994) MP3 V0 => Portishead - Dummy; y=1994; q=MP3-VBR-V0; h=music
Portishead - Dummy (1994) 192kbps => Portishead - Dummy; y=1994; q=MP3-192
Portishead - Discography (1994-2008) [FLAC] => Portishead - Discography; y=1994; q=FLAC; h=music
Portishead - Dummy (Remastered) (2014) [AAC 256] => Portishead - Dummy; h=music; y=2014; q=AAC-256; a=AAC
Portishead - 1994 - Dummy [FLAC] => Portishead - Dummy; h=music; y=1994; q=FLAC
Portishead - Dummy - 01 - Mysterons.flac => Portishead - Dummy - 01 - Mysterons; q=FLAC; c=flac
The_Weeknd-After_Hours-PROPER-WEB-FLAC-2020-GRP => The Weeknd - After Hours; y=2020; proper=1; q=FLAC; src=web-dl; g=GRP
Prince-1999-2CD-FLAC-1982-GRP => Prince - 1999; h=music; y=1982; q=FLAC; src=cd; g=GRP
Van_Halen-1984-CD-FLAC-1984-GRP => Van Halen - 1984; h=music; y=1984; q=FLAC; src=cd; g=GRP
`;
