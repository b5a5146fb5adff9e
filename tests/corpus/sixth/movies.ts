/**
 * Sixth set, movies: names of scene, peer-to-peer, anime, web and foreign releases, written before the parser was run on
 * them and without knowledge of its rules, in the format of `release_names.ts`. Read with `readStated`. On the first
 * run, 97.0 % of the fields of the whole set were right. The conventions are those of `public_names.ts`.
 */
export const SIXTH_MOVIES = String.raw`
# sixth, scene movies
Oppenheimer.2023.1080p.BluRay.x264-VETO => Oppenheimer; y=2023; r=1080p; src=bluray; v=x264; g=VETO
Barbie.2023.2160p.WEB.H265-SLOT => Barbie; y=2023; r=2160p; src=web-dl; v=h265; g=SLOT
The.Banshees.of.Inisherin.2022.720p.BluRay.x264-WoAT => The Banshees of Inisherin; y=2022; r=720p; src=bluray; v=x264; g=WoAT
Everything.Everywhere.All.at.Once.2022.1080p.WEB.H264-NAISU => Everything Everywhere All at Once; y=2022; r=1080p; src=web-dl; v=h264; g=NAISU
1917.2019.DVDSCR.x264-TOPKEK => 1917; y=2019; src=dvd; mod=screener; v=x264; g=TOPKEK
2012.2009.720p.BluRay.x264-METiS => 2012; y=2009; r=720p; src=bluray; v=x264; g=METiS
Blade.Runner.2049.2017.1080p.BluRay.x264-SPARKS => Blade Runner 2049; y=2017; r=1080p; src=bluray; v=x264; g=SPARKS
2001.A.Space.Odyssey.1968.REMASTERED.1080p.BluRay.x264-DEPTH => 2001 A Space Odyssey; y=1968; ed=Remastered; r=1080p; src=bluray; v=x264; g=DEPTH
Wonder.Woman.1984.2020.IMAX.2160p.HMAX.WEB-DL.DDP5.1.Atmos.DV.HEVC-EVO => Wonder Woman 1984; y=2020; ed=IMAX; r=2160p; src=web-dl; v=h265; g=EVO
300.2006.iNTERNAL.DVDRip.XviD-iNTiMiD => 300; y=2006; src=dvd; v=xvid; g=iNTiMiD
21.2008.DVDRip.XviD-DiAMOND => 21; y=2008; src=dvd; v=xvid; g=DiAMOND
Se7en.1995.REMASTERED.1080p.BluRay.X264-AMIABLE => Se7en; y=1995; ed=Remastered; r=1080p; src=bluray; v=x264; g=AMIABLE
Alien.Directors.Cut.1979.1080p.BluRay.x264-REFiNED => Alien; y=1979; ed=Director's Cut; r=1080p; src=bluray; v=x264; g=REFiNED
Kingdom.of.Heaven.2005.DC.1080p.BluRay.x264-HANGOVER => Kingdom of Heaven; y=2005; ed=Director's Cut; r=1080p; src=bluray; v=x264; g=HANGOVER
Apocalypse.Now.1979.Final.Cut.2160p.UHD.BluRay.x265-SURCODE => Apocalypse Now; y=1979; ed=Final Cut; r=2160p; src=bluray; v=x265; g=SURCODE
The.Lord.of.the.Rings.The.Two.Towers.2002.EXTENDED.1080p.BluRay.x264-FSiHD => The Lord of the Rings The Two Towers; y=2002; ed=Extended; r=1080p; src=bluray; v=x264; g=FSiHD
Zack.Snyders.Justice.League.2021.1080p.WEB.H264-NAISU => Zack Snyders Justice League; y=2021; r=1080p; src=web-dl; v=h264; g=NAISU
Das.Boot.1981.The.Original.Uncut.Version.720p.BluRay.x264-CiNEFiLE => Das Boot; y=1981; ed=Uncut; r=720p; src=bluray; v=x264; g=CiNEFiLE
Terminator.2.Judgment.Day.1991.THEATRICAL.REMASTERED.1080p.BluRay.x264-FOXM => Terminator 2 Judgment Day; y=1991; ed=Theatrical Remastered; r=1080p; src=bluray; v=x264; g=FOXM
The.Thing.1982.PROPER.720p.BluRay.x264-AMIABLE => The Thing; y=1982; proper=1; r=720p; src=bluray; v=x264; g=AMIABLE
Logan.2017.REPACK.720p.BluRay.x264-DRONES => Logan; y=2017; repack=1; r=720p; src=bluray; v=x264; g=DRONES
Heat.1995.DIRFIX.1080p.BluRay.x264-OFT => Heat; y=1995; r=1080p; src=bluray; v=x264; g=OFT
Dune.Part.Two.2024.HDCAM.c1nem4.x264-SUNSCREEN => Dune Part Two; y=2024; src=cam; v=x264; g=SUNSCREEN
Joker.2019.HDTS.1080p.x264-HDETG => Joker; y=2019; src=telesync; r=1080p; v=x264; g=HDETG
Gladiator.II.2024.TELESYNC.x264-SyncUP => Gladiator II; y=2024; src=telesync; v=x264; g=SyncUP
Rush.Hour.3.2007.TC.XviD-DEViSE => Rush Hour 3; y=2007; src=telecine; v=xvid; g=DEViSE
X-Men.Origins.Wolverine.2009.WORKPRINT.XviD-NoRar => X-Men Origins Wolverine; y=2009; src=workprint; v=xvid; g=NoRar
Spider-Man.No.Way.Home.2021.1080p.BluRay.H264.AAC-RARBG => Spider-Man No Way Home; y=2021; r=1080p; src=bluray; v=h264; g=RARBG
Mission.Impossible.-.Dead.Reckoning.Part.One.2023.1080p.WEBRip.x264-LAMA => Mission Impossible - Dead Reckoning Part One; y=2023; r=1080p; src=webrip; v=x264; g=LAMA
Ocean's.Eleven.2001.1080p.BluRay.x264-HDMI => Ocean's Eleven; y=2001; r=1080p; src=bluray; v=x264; g=HDMI
Birdman.or.The.Unexpected.Virtue.of.Ignorance.2014.LIMITED.1080p.BluRay.x264-GECKOS => Birdman or The Unexpected Virtue of Ignorance; y=2014; ed=Limited; r=1080p; src=bluray; v=x264; g=GECKOS
Nosferatu.2024.EXTENDED.1080p.WEB.h264-EDITH => Nosferatu; y=2024; ed=Extended; r=1080p; src=web-dl; v=h264; g=EDITH
Crash.1996.UNCUT.720p.BluRay.x264-VETO => Crash; y=1996; ed=Uncut; r=720p; src=bluray; v=x264; g=VETO
American.Pie.1999.UNRATED.DVDRip.XviD-FRAGMENT => American Pie; y=1999; ed=Unrated; src=dvd; v=xvid; g=FRAGMENT
Close.Encounters.of.the.Third.Kind.1977.SPECIAL.EDITION.720p.BluRay.x264-SiNNERS => Close Encounters of the Third Kind; y=1977; ed=Special Edition; r=720p; src=bluray; v=x264; g=SiNNERS
Seven.Samurai.1954.CRITERION.1080p.BluRay.x264-GHOULS => Seven Samurai; y=1954; ed=Criterion; r=1080p; src=bluray; v=x264; g=GHOULS
Titanic.1997.OPEN.MATTE.1080p.WEB-DL.DD5.1.H.264-spartanec163 => Titanic; y=1997; ed=Open Matte; r=1080p; src=web-dl; v=h264; g=spartanec163
Ghostbusters.1984.4K.REMASTER.1080p.BluRay.x264.DTS-WiKi => Ghostbusters; y=1984; ed=Remastered; r=1080p; src=bluray; v=x264; g=WiKi
Suspiria.1977.MULTi.1080p.BluRay.x264-ULSHD => Suspiria; y=1977; r=1080p; src=bluray; v=x264; g=ULSHD
The.Godfather.1972.COMPLETE.UHD.BLURAY-B0MBARDiERS => The Godfather; y=1972; r=2160p; src=bluray; mod=brdisk; g=B0MBARDiERS
Casino.1995.COMPLETE.BLURAY-UNTOUCHED => Casino; y=1995; src=bluray; mod=brdisk; g=UNTOUCHED
Jaws.1975.PAL.DVDR-CELEBRE => Jaws; y=1975; src=dvd; g=CELEBRE
Fargo.1996.NTSC.MULTi.DVDR-VaLiOMEDiA => Fargo; y=1996; src=dvd; g=VaLiOMEDiA
# sixth, p2p movies
Past Lives 2023 1080p AMZN WEB-DL DDP5.1 H.264-FLUX => Past Lives; y=2023; r=1080p; src=web-dl; v=h264; g=FLUX
The.Holdovers.2023.2160p.PCOK.WEB-DL.DDP5.1.HDR.DV.HEVC-CMRG => The Holdovers; y=2023; r=2160p; src=web-dl; v=h265; g=CMRG
Killers.of.the.Flower.Moon.2023.2160p.ATVP.WEB-DL.DDP5.1.Atmos.DV.HDR10Plus.H.265-FLUX => Killers of the Flower Moon; y=2023; r=2160p; src=web-dl; v=h265; g=FLUX
Mad Max Fury Road 2015 UHD BluRay 2160p TrueHD Atmos 7.1 DV HEVC HYBRID REMUX-FraMeSToR => Mad Max Fury Road; y=2015; ed=Hybrid; r=2160p; src=bluray; mod=remux; v=h265; g=FraMeSToR
The.Matrix.1999.UHD.BluRay.2160p.TrueHD.Atmos.7.1.HEVC.REMUX-FraMeSToR => The Matrix; y=1999; r=2160p; src=bluray; mod=remux; v=h265; g=FraMeSToR
Heat.1995.1080p.BluRay.REMUX.AVC.DTS-HD.MA.5.1-EPSiLON => Heat; y=1995; r=1080p; src=bluray; mod=remux; v=h264; g=EPSiLON
Stalker.1979.Criterion.Collection.1080p.Blu-ray.Remux.AVC.FLAC.1.0-KRaLiMaRKo => Stalker; y=1979; ed=Criterion; r=1080p; src=bluray; mod=remux; v=h264; g=KRaLiMaRKo
Parasite 2019 KOREAN 1080p BluRay x265 HEVC 10bit AAC 5.1-Tigole => Parasite; y=2019; r=1080p; src=bluray; v=x265; g=Tigole
Inception (2010) (1080p BluRay x265 HEVC 10bit AAC 5.1 Tigole) [QxR] => Inception; y=2010; r=1080p; src=bluray; v=x265; g=Tigole
The Big Lebowski (1998) (2160p BluRay x265 HEVC 10bit HDR AAC 5.1 Tigole) => The Big Lebowski; y=1998; r=2160p; src=bluray; v=x265; g=Tigole
Arrival.2016.1080p.BluRay.DD+7.1.x264-playHD => Arrival; y=2016; r=1080p; src=bluray; v=x264; g=playHD
Drive.2011.1080p.BluRay.DTS.x264-D-Z0N3 => Drive; y=2011; r=1080p; src=bluray; v=x264; g=D-Z0N3
Her.2013.1080p.BluRay.DTS-ES.x264-VietHD => Her; y=2013; r=1080p; src=bluray; v=x264; g=VietHD
Moon.2009.720p.BluRay.DD5.1.x264-EbP => Moon; y=2009; r=720p; src=bluray; v=x264; g=EbP
La.La.Land.2016.2160p.UHD.BluRay.DDP7.1.DV.HDR.x265-W4NK3R => La La Land; y=2016; r=2160p; src=bluray; v=x265; g=W4NK3R
Aftersun.2022.1080p.MUBI.WEB-DL.DDP5.1.H.264-playWEB => Aftersun; y=2022; r=1080p; src=web-dl; v=h264; g=playWEB
The.Zone.of.Interest.2023.GERMAN.1080p.WEB-DL.DD5.1.H.264-BiTOR => The Zone of Interest; y=2023; r=1080p; src=web-dl; v=h264; g=BiTOR
Interstellar (2014) [1080p] [BluRay] [5.1] [YTS.MX] => Interstellar; y=2014; r=1080p; src=bluray; g=YTS.MX
Whiplash (2014) [720p] [YTS.AG] => Whiplash; y=2014; r=720p; g=YTS.AG
Gravity.2013.1080p.BluRay.x264.YIFY => Gravity; y=2013; r=1080p; src=bluray; v=x264; g=YIFY
Prisoners (2013) 1080p BrRip x264 - YIFY => Prisoners; y=2013; r=1080p; src=bluray; v=x264; g=YIFY
The.Northman.2022.1080p.WEBRip.x265-RARBG => The Northman; y=2022; r=1080p; src=webrip; v=x265; g=RARBG
Amelie.2001.FRENCH.1080p.BluRay.H264.AAC-VXT => Amelie; y=2001; r=1080p; src=bluray; v=h264; g=VXT
Nope.2022.720p.WEBRip.800MB.x264-GalaxyRG => Nope; y=2022; r=720p; src=webrip; v=x264; g=GalaxyRG
Tenet.2020.1080p.BluRay.1600MB.DD5.1.x264-GalaxyRG[TGx] => Tenet; y=2020; r=1080p; src=bluray; v=x264; g=GalaxyRG
Poor Things 2023 1080p WEB-DL x264 6CH-Pahe.in => Poor Things; y=2023; r=1080p; src=web-dl; v=x264; g=Pahe.in
Avatar.The.Way.of.Water.2022.3D.1080p.BluRay.Half-SBS.DDP5.1.x264-CAMELOT => Avatar The Way of Water; y=2022; r=1080p; src=bluray; v=x264; g=CAMELOT
Gravity.2013.3D.HSBS.1080p.BluRay.x264-YTS => Gravity; y=2013; r=1080p; src=bluray; v=x264; g=YTS
The.Hobbit.The.Battle.of.the.Five.Armies.2014.Extended.Edition.1080p.BluRay.DTS.x264-HDC => The Hobbit The Battle of the Five Armies; y=2014; ed=Extended; r=1080p; src=bluray; v=x264; g=HDC
Aliens.1986.Special.Edition.2160p.WEB-DL.DDP5.1.HDR10+.HEVC-DVSUX => Aliens; y=1986; ed=Special Edition; r=2160p; src=web-dl; v=h265; g=DVSUX
Watchmen 2009 The Ultimate Cut 1080p BluRay DTS x264-CtrlHD => Watchmen; y=2009; ed=Ultimate Cut; r=1080p; src=bluray; v=x264; g=CtrlHD
Metropolis.1927.The.Complete.Metropolis.1080p.BluRay.FLAC.x264-EA => Metropolis; y=1927; r=1080p; src=bluray; v=x264; g=EA
Donnie.Darko.2001.Theatrical.Cut.1080p.BluRay.DD5.1.x264-LoRD => Donnie Darko; y=2001; ed=Theatrical; r=1080p; src=bluray; v=x264; g=LoRD
Léon.The.Professional.1994.International.Cut.1080p.BluRay.x264-DON => Léon The Professional; y=1994; ed=International Cut; r=1080p; src=bluray; v=x264; g=DON
The Abyss (1989) Special Edition 1080p WEB-DL AAC2.0 H264-BLOOM => The Abyss; y=1989; ed=Special Edition; r=1080p; src=web-dl; v=h264; g=BLOOM
Star.Wars.Episode.IV.A.New.Hope.1977.Despecialized.1080p.x264-HARMY => Star Wars Episode IV A New Hope; y=1977; ed=Despecialized; r=1080p; v=x264; g=HARMY
Once.Upon.a.Time.in.America.1984.Extended.Directors.Cut.1080p.BluRay.x264-OFT => Once Upon a Time in America; y=1984; ed=Extended Director's Cut; r=1080p; src=bluray; v=x264; g=OFT
Blade Runner 1982 The Final Cut 2160p UHD BluRay x265 10bit HDR TrueHD 7.1 Atmos-RARBG => Blade Runner; y=1982; ed=Final Cut; r=2160p; src=bluray; v=x265; g=RARBG
Pulp Fiction 1994 1080p 10bit BluRay 5.1 x265 HEVC-MZABI => Pulp Fiction; y=1994; r=1080p; src=bluray; v=x265; g=MZABI
Fight.Club.1999.10th.Anniversary.Edition.1080p.BluRay.DTS.x264-DON => Fight Club; y=1999; ed=10th Anniversary Edition; r=1080p; src=bluray; v=x264; g=DON
[HDO] Whisper of the Heart (1995) 1080p BluRay AV1 Opus => Whisper of the Heart; y=1995; r=1080p; src=bluray; v=av1; g=HDO
The.Whale.2022.HYBRID.2160p.WEB-DL.DDP5.1.Atmos.DV.HDR.H.265-HONE => The Whale; y=2022; ed=Hybrid; r=2160p; src=web-dl; v=h265; g=HONE
Civil.War.2024.REPACK2.2160p.MA.WEB-DL.DDP5.1.Atmos.DV.HDR.H.265-FLUX => Civil War; y=2024; repack=1; r=2160p; src=web-dl; v=h265; g=FLUX
Anora.2024.1080p.BluRay.DDP5.1.x264-iFT.mkv => Anora; y=2024; r=1080p; src=bluray; v=x264; g=iFT
Taxi Driver (1976).mkv => Taxi Driver; y=1976
Chinatown.1974.mp4 => Chinatown; y=1974
Vertigo - 1958 - 1080p.mkv => Vertigo; y=1958; r=1080p
Blow-Up 1966.avi => Blow-Up; y=1966
12 Angry Men (1957) Criterion 1080p.mkv => 12 Angry Men; y=1957; ed=Criterion; r=1080p
8½ (1963) 1080p BluRay x264 AAC.mkv => 8½; y=1963; r=1080p; src=bluray; v=x264
9.2009.720p.BluRay.x264-HUBRIS => 9; y=2009; r=720p; src=bluray; v=x264; g=HUBRIS
Pi.1998.1080p.WEB-DL.DD5.1.H264-FGT => Pi; y=1998; r=1080p; src=web-dl; v=h264; g=FGT
WALL-E.2008.1080p.BluRay.x264-1080 => WALL-E; y=2008; r=1080p; src=bluray; v=x264; g=1080
Se7en (1995) BDRip 1080p x264 - Obfuscated => Se7en; y=1995; r=1080p; src=bluray; v=x264
Drive.My.Car.2021.JAPANESE.1080p.BluRay.x264-USURY-Obfuscated => Drive My Car; y=2021; r=1080p; src=bluray; v=x264; g=USURY
Cure.1997.1080p.BluRay.x264-PHOBOS-postbot => Cure; y=1997; r=1080p; src=bluray; v=x264; g=PHOBOS
Possession.1981.1080p.BluRay.x264-SADPANDA-xpost => Possession; y=1981; r=1080p; src=bluray; v=x264; g=SADPANDA
www.1TamilMV.tf - Leo (2023) Tamil TRUE WEB-DL - 1080p - AVC - (DD+5.1 - 192Kbps & AAC 2.0) - 3.2GB - ESub.mkv => Leo; y=2023; r=1080p; src=web-dl; v=h264
[ www.TorrentDay.com ] - The.Town.2010.EXTENDED.720p.BluRay.x264-iNFAMOUS => The Town; y=2010; ed=Extended; r=720p; src=bluray; v=x264; g=iNFAMOUS
www.UIndex.org    -    Bad.Boys.Ride.or.Die.2024.1080p.WEB.H264-AccomplishedYak => Bad Boys Ride or Die; y=2024; r=1080p; src=web-dl; v=h264; g=AccomplishedYak
# sixth, foreign movies
Der.Untergang.2004.German.DL.1080p.BluRay.x264-DETAiLS => Der Untergang; y=2004; r=1080p; src=bluray; v=x264; g=DETAiLS
Das.Leben.der.Anderen.2006.German.AC3D.DL.720p.BluRay.x264-HDS => Das Leben der Anderen; y=2006; r=720p; src=bluray; v=x264; g=HDS
Good.Bye.Lenin.2003.German.DTSHD.DL.1080p.BluRay.AVC.Remux-pmHD => Good Bye Lenin; y=2003; r=1080p; src=bluray; mod=remux; v=h264; g=pmHD
Im.Westen.nichts.Neues.2022.German.DL.DV.2160p.WEB.h265-W4K => Im Westen nichts Neues; y=2022; r=2160p; src=web-dl; v=h265; g=W4K
Intouchables.2011.FRENCH.BDRip.XviD-AYMO => Intouchables; y=2011; src=bluray; v=xvid; g=AYMO
Le.Comte.de.Monte.Cristo.2024.FRENCH.1080p.WEB.H264-FW => Le Comte de Monte Cristo; y=2024; r=1080p; src=web-dl; v=h264; g=FW
La.Haine.1995.FRENCH.REMASTERED.1080p.BluRay.x264-FiDELiO => La Haine; y=1995; ed=Remastered; r=1080p; src=bluray; v=x264; g=FiDELiO
Anatomie.d.une.chute.2023.TRUEFRENCH.1080p.BluRay.x264-LOST => Anatomie d une chute; y=2023; r=1080p; src=bluray; v=x264; g=LOST
Avatar 2 (2022) MULTi VFF 2160p 10bit 4KLight DOLBY VISION BluRay DDP 7.1 x265-QTZ => Avatar 2; y=2022; r=2160p; src=bluray; v=x265; g=QTZ
Perfetti.Sconosciuti.2016.iTALiAN.BDRiP.XviD-HDi => Perfetti Sconosciuti; y=2016; src=bluray; v=xvid; g=HDi
C'e.Ancora.Domani.2023.iTALiAN.WEBRiP.x264-LFi => C'e Ancora Domani; y=2023; src=webrip; v=x264; g=LFi
Il Gladiatore II (2024) iTA-ENG Bluray 1080p x264-Dr4gon.mkv => Il Gladiatore II; y=2024; r=1080p; src=bluray; v=x264; g=Dr4gon
El.laberinto.del.fauno.2006.SPANISH.1080p.BluRay.x264-dem3nt3 => El laberinto del fauno; y=2006; r=1080p; src=bluray; v=x264; g=dem3nt3
Relatos Salvajes [BluRay 720p X264 MKV][AC3 5.1 Castellano][www.newpct.com] => Relatos Salvajes; r=720p; src=bluray; v=x264
Cidade.de.Deus.2002.PORTUGUESE.1080p.BluRay.x265-VXT => Cidade de Deus; y=2002; r=1080p; src=bluray; v=x265; g=VXT
Zimna.Wojna.2018.PL.1080p.BluRay.x264-KiT => Zimna Wojna; y=2018; r=1080p; src=bluray; v=x264; g=KiT
Boze.Cialo.2019.PL.720p.WEB-DL.x264-MORS => Boze Cialo; y=2019; r=720p; src=web-dl; v=x264; g=MORS
Druk.2020.DANiSH.1080p.BluRay.x264-CONDITION => Druk; y=2020; r=1080p; src=bluray; v=x264; g=CONDITION
Lat.den.ratte.komma.in.2008.SWEDiSH.720p.BluRay.x264-CiNEFiLE => Lat den ratte komma in; y=2008; r=720p; src=bluray; v=x264; g=CiNEFiLE
Jagten.2012.NORDiC.1080p.BluRay.x264-EGEN => Jagten; y=2012; r=1080p; src=bluray; v=x264; g=EGEN
Kis.Uykusu.2014.TURKISH.1080p.BluRay.x264-HANDJOB => Kis Uykusu; y=2014; r=1080p; src=bluray; v=x264; g=HANDJOB
Oldeuboi.2003.KOREAN.1080p.BluRay.x264-DEFLATE => Oldeuboi; y=2003; r=1080p; src=bluray; v=x264; g=DEFLATE
RRR.2022.HINDI.1080p.NF.WEBRip.DD5.1.x264-NOGRP => RRR; y=2022; r=1080p; src=webrip; v=x264; g=NOGRP
Солярис / Solaris (1972) BDRip 1080p от HQCLUB => Солярис; y=1972; r=1080p; src=bluray
Брат.1997.BDRip.1080p.mkv => Брат; y=1997; r=1080p; src=bluray
Москва слезам не верит (1979) WEB-DL 1080p => Москва слезам не верит; y=1979; r=1080p; src=web-dl
你的名字.Your.Name.2016.1080p.BluRay.x264-WiKi => 你的名字 Your Name; y=2016; r=1080p; src=bluray; v=x264; g=WiKi
流浪地球.The.Wandering.Earth.2019.2160p.WEB-DL.H265.AAC-CMCTV => 流浪地球 The Wandering Earth; y=2019; r=2160p; src=web-dl; v=h265; g=CMCTV
`;
