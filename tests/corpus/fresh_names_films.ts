/** Everyday movie names, written before the parser was run on them, in the format of `release_names.ts`. */
export const FRESH_FILMS = String.raw`
# fresh scene films
The.Boondock.Saints.1999.UNCUT.DVDRip.XviD-DOMiNO => The Boondock Saints; y=1999; ed=Uncut; q=DVD; src=dvd; v=xvid; g=DOMiNO
Training.Day.2001.DVDRip.DivX-FiNaLe => Training Day; y=2001; q=DVD; src=dvd; v=divx; g=FiNaLe
Eurotrip.UNRATED.2004.DVDRip.XviD-DVL => Eurotrip; y=2004; ed=Unrated; q=DVD; v=xvid; g=DVL
Collateral.2004.SCREENER.XviD-MPT => Collateral; y=2004; q=DVDSCR; mod=screener; v=xvid; g=MPT
Casino.Royale.2006.TS.XviD-maVenssupplieR => Casino Royale; y=2006; q=TELESYNC; src=telesync; v=xvid; g=maVenssupplieR
Hot.Fuzz.2007.720p.HDDVD.x264-SiNNERS => Hot Fuzz; y=2007; q=Bluray-720p; r=720p; src=bluray; v=x264; g=SiNNERS
WALL-E.2008.2160p.UHD.BluRay.x265-TERMiNAL => WALL-E; y=2008; q=Bluray-2160p; r=2160p; src=bluray; v=x265; g=TERMiNAL
WALL-E.2008.720p.BluRay.x264-CiRCLE => WALL-E; y=2008; q=Bluray-720p; g=CiRCLE
X-Men.2000.1080p.BluRay.x264-HALCYON => X-Men; y=2000; q=Bluray-1080p; g=HALCYON
Fahrenheit.9.11.2004.DVDRip.XviD-DEiTY => Fahrenheit 9 11; y=2004; q=DVD; v=xvid; g=DEiTY
22.July.2018.1080p.WEB.x264-STRiFE => 22 July; y=2018; q=WEBDL-1080p; g=STRiFE
3.10.to.Yuma.2007.1080p.BluRay.x264-HANGOVER => 3 10 to Yuma; y=2007; q=Bluray-1080p; g=HANGOVER
9.2009.720p.BluRay.x264-REFiNED => 9; y=2009; q=Bluray-720p; g=REFiNED
50.50.2011.1080p.BluRay.x264-SPARKS => 50 50; y=2011; q=Bluray-1080p; g=SPARKS
2067.2020.1080p.BluRay.x264-PiGNUS => 2067; y=2020; q=Bluray-1080p; g=PiGNUS
1922.2017.1080p.WEBRip.x264-STRiFE => 1922; y=2017; q=WEBRip-1080p; g=STRiFE
Death.Race.2000.1975.1080p.BluRay.x264-SADPANDA => Death Race 2000; y=1975; q=Bluray-1080p; g=SADPANDA
2001.A.Space.Odyssey.1968.INTERNAL.2160p.UHD.BluRay.x265-WhiteRhino => 2001 A Space Odyssey; y=1968; q=Bluray-2160p; v=x265; g=WhiteRhino
127.Hours.2010.720p.BluRay.x264-AVS720 => 127 Hours; y=2010; q=Bluray-720p; g=AVS720
Oceans.8.2018.1080p.BluRay.x264-GECKOS => Oceans 8; y=2018; q=Bluray-1080p; g=GECKOS
Se7en.1995.REMASTERED.720p.BluRay.x264-MOOVEE => Se7en; y=1995; ed=Remastered; q=Bluray-720p; g=MOOVEE
xXx.2002.UNCUT.DVDRip.XviD-DEViSE => xXx; y=2002; ed=Uncut; q=DVD; g=DEViSE
Web.Junkie.2013.720p.WEBRip.x264-KiSS => Web Junkie; y=2013; q=WEBRip-720p; g=KiSS
The.Remastered.Man.2016.DVDRip.x264-BiPOLAR => The Remastered Man; y=2016; q=DVD; v=x264; g=BiPOLAR
Limitless.2011.UNRATED.EXTENDED.CUT.1080p.BluRay.x264-BRMP => Limitless; y=2011; ed=Unrated Extended; q=Bluray-1080p; g=BRMP
The.Abyss.1989.SPECIAL.EDITION.2160p.WEB.H265-SLOT => The Abyss; y=1989; ed=Special Edition; q=WEBDL-2160p; v=h265; g=SLOT
Das.Boot.1981.DIRECTORS.CUT.1080p.BluRay.x264-GAIA => Das Boot; y=1981; ed=Director's Cut; q=Bluray-1080p; g=GAIA
Alien.3.1992.ASSEMBLY.CUT.1080p.BluRay.X264-AMIABLE => Alien 3; y=1992; ed=Assembly Cut; q=Bluray-1080p; v=x264; g=AMIABLE
Donnie.Darko.2001.DC.PROPER.1080p.BluRay.x264-AMIABLE => Donnie Darko; y=2001; ed=Director's Cut; proper=1; q=Bluray-1080p; g=AMIABLE
Zack.Snyders.Justice.League.2021.2160p.WEB.H265-NAISU => Zack Snyders Justice League; y=2021; q=WEBDL-2160p; v=h265; g=NAISU
Avengers.Endgame.2019.IMAX.1080p.WEB.H264-SLOT => Avengers Endgame; y=2019; ed=IMAX; q=WEBDL-1080p; g=SLOT
Gravity.2013.3D.HSBS.1080p.BluRay.x264-PublicHD => Gravity; y=2013; q=Bluray-1080p; g=PublicHD
Up.2009.3D.1080p.BluRay.x264-PFa => Up; y=2009; q=Bluray-1080p; g=PFa
Us.2019.1080p.WEB-DL.DD5.1.H264-FGT => Us; y=2019; q=WEBDL-1080p; a=AC-3; ch=5.1; v=h264; g=FGT
It.2017.HC.HDRip.XviD.AC3-EVO => It; y=2017; q=SDTV; v=xvid; a=AC-3; g=EVO
M.1931.1080p.BluRay.x264-CiNEFiLE => M; y=1931; q=Bluray-1080p; g=CiNEFiLE
Z.1969.1080p.BluRay.x264-USURY => Z; y=1969; q=Bluray-1080p; g=USURY
Nosferatu.2024.EXTENDED.1080p.WEB.H264-SLOT => Nosferatu; y=2024; ed=Extended; q=WEBDL-1080p; g=SLOT
The.Substance.2024.REPACK.2160p.UHD.BluRay.H265-GUHZER => The Substance; y=2024; repack=1; q=Bluray-2160p; r=2160p; v=h265; g=GUHZER
Flow.2024.COMPLETE.UHD.BLURAY-UNTOUCHED => Flow; y=2024; q=BR-DISK; disc=1; r=2160p; g=UNTOUCHED
Tar.2022.COMPLETE.BLURAY-iNTEGRUM => Tar; y=2022; q=BR-DISK; disc=1; g=iNTEGRUM
Charade.1963.NTSC.DVDR-PRiDE => Charade; y=1963; q=DVD-R; disc=1; src=dvd; g=PRiDE
Amadeus.1984.PAL.MDVDR-iCON => Amadeus; y=1984; q=DVD-R; disc=1; g=iCON
Klute.1971.R5.LiNE.XviD-KAMERA => Klute; y=1971; q=REGIONAL; mod=regional; g=KAMERA
Trap.2024.CAM.x264-RBB => Trap; y=2024; q=CAM; src=cam; g=RBB
Trap.2024.1080p.TELESYNC.x264.AC3-AOC => Trap; y=2024; q=TELESYNC; r=1080p; a=AC-3; g=AOC
Trap.2024.720p.HDCAM-C1NEM4 => Trap; y=2024; q=CAM; r=720p; g=C1NEM4
Wicked.2024.V2.1080p.HDTS.x264-RGB => Wicked; y=2024; q=TELESYNC; ver=2; g=RGB
Juno.2007.DVDSCR.PROPER.XviD-TWiZTED => Juno; y=2007; q=DVDSCR; proper=1; g=TWiZTED
Serenity.2005.TC.XviD-PUKKA => Serenity; y=2005; q=TELECINE; src=telecine; g=PUKKA
Real.Steel.2011.720p.BluRay.x264-SPARKS => Real Steel; y=2011; q=Bluray-720p; g=SPARKS
The.Proposal.2009.iNTERNAL.BDRip.x264-LiBRARiANS => The Proposal; y=2009; q=Bluray-480p; src=bluray; v=x264; g=LiBRARiANS
Clue.1985.REAL.REPACK.1080p.BluRay.x264-OLDTiME => Clue; y=1985; repack=1; q=Bluray-1080p; g=OLDTiME
Heat.1995.Read.Nfo.DVDRip.XviD-GRP => Heat; y=1995; q=DVD; g=GRP
[REC].2007.1080p.BluRay.x264-GRP => [REC]; y=2007; q=Bluray-1080p; g=GRP
Alita.Battle.Angel.2019.MULTi.VFF.1080p.BluRay.x264.AC3-EXTREME => Alita Battle Angel; y=2019; l=Multi,French; q=Bluray-1080p; a=AC-3; g=EXTREME
# fresh peer films
Vertigo.1958.UHD.BluRay.2160p.DTS-X.7.1.HEVC.REMUX-FraMeSToR => Vertigo; y=1958; q=Remux-2160p; mod=remux; a=DTS:X; ch=7.1; v=h265; g=FraMeSToR
Ran.1985.1080p.BluRay.REMUX.AVC.FLAC.2.0-EPSiLON => Ran; y=1985; q=Remux-1080p; mod=remux; v=h264; a=FLAC; ch=2.0; g=EPSiLON
Dunkirk.2017.Hybrid.2160p.BluRay.REMUX.HEVC.DTS-HD.MA.5.1-CiNEPHiLES => Dunkirk; y=2017; ed=Hybrid; q=Remux-2160p; mod=remux; a=DTS-HD MA; g=CiNEPHiLES
Aliens 1986 Special Edition Hybrid 1080p BluRay REMUX AVC DTS-HD MA 5.1-PmP => Aliens; y=1986; ed=Special Edition Hybrid; q=Remux-1080p; mod=remux; a=DTS-HD MA; ch=5.1; g=PmP
Her.2013.UHD.Remux.2160p.DV.HDR10.TrueHD.5.1-BTN => Her; y=2013; q=Remux-2160p; hdr=DV,HDR10; a=TrueHD; ch=5.1; g=BTN
Drive.2011.2160p.Hybrid.UHD.BluRay.REMUX.DV.HDR10+.HEVC.TrueHD.7.1.Atmos-3L => Drive; y=2011; ed=Hybrid; q=Remux-2160p; hdr=DV,HDR10+; a=TrueHD Atmos; ch=7.1; g=3L
Sicario (2015) 2160p UHD Blu-ray Remux HEVC HDR TrueHD Atmos 7.1 - HDH => Sicario; y=2015; q=Remux-2160p; mod=remux; hdr=HDR; a=TrueHD Atmos; g=HDH
Solaris.1972.Criterion.Collection.1080p.Blu-ray.Remux.AVC.LPCM.1.0-KRaLiMaRKo => Solaris; y=1972; ed=Criterion; q=Remux-1080p; a=LPCM; ch=1.0; g=KRaLiMaRKo
Ikiru.1952.Criterion.DVD9.NTSC.DD.1.0-GRP => Ikiru; y=1952; ed=Criterion; q=DVD-R; disc=1; a=AC-3; ch=1.0; g=GRP
Persona.1966.BluRay.1080i.AVC.LPCM.1.0-CHDBits => Persona; y=1966; q=BR-DISK; disc=1; r=1080i; v=h264; a=LPCM; ch=1.0; g=CHDBits
Inception 2010 UHD BluRay 2160p HEVC DTS-HD MA 5.1-COYS => Inception; y=2010; q=BR-DISK; disc=1; r=2160p; a=DTS-HD MA; g=COYS
Tenet.2020.MULTi.2160p.UHD.BluRay.TrueHD.Atmos.7.1.HEVC-BD66 => Tenet; y=2020; l=Multi; q=BR-DISK; disc=1; a=TrueHD Atmos
Paprika.2006.1080p.BluRay.DD+5.1.x264-LoRD => Paprika; y=2006; q=Bluray-1080p; a=E-AC-3; ch=5.1; v=x264; g=LoRD
Safe.1995.1080p.BluRay.DDP.2.0.x264-c0kE => Safe; y=1995; q=Bluray-1080p; a=E-AC-3; ch=2.0; g=c0kE
Stalker.1979.1080p.BluRay.AAC.1.0.x264-ZQ => Stalker; y=1979; q=Bluray-1080p; a=AAC; ch=1.0; g=ZQ
Playtime.1967.1080p.BluRay.x265.10bit.FLAC.5.1-SARTRE => Playtime; y=1967; q=Bluray-1080p; bits=10; a=FLAC; ch=5.1; v=x265; g=SARTRE
The.Thing.1982.2160p.UHD.BluRay.x265.10bit.HDR.DTS-X.7.1-SWTYBLZ => The Thing; y=1982; q=Bluray-2160p; hdr=HDR; bits=10; a=DTS:X; ch=7.1; g=SWTYBLZ
Mandy.2018.2160p.UHD.BluRay.DoVi.HDR10.x265-W32 => Mandy; y=2018; q=Bluray-2160p; hdr=DV,HDR10; v=x265; g=W32
Barbie.2023.2160p.MA.WEB-DL.DDP5.1.Atmos.DV.HDR10.H.265-FLUX => Barbie; y=2023; q=WEBDL-2160p; a=E-AC-3 Atmos; ch=5.1; hdr=DV,HDR10; v=h265; g=FLUX
Barbie.2023.2160p.WEB-DL.DDP5.1.Atmos.DV.MP4.x265-DVSUX => Barbie; y=2023; q=WEBDL-2160p; hdr=DV; a=E-AC-3 Atmos; v=x265; g=DVSUX
Past.Lives.2023.1080p.BCORE.WEB-DL.DTS-HD.MA.5.1.H.264-NTb => Past Lives; y=2023; q=WEBDL-1080p; a=DTS-HD MA; ch=5.1; v=h264; g=NTb
Roma.2018.2160p.NF.WEB-DL.DDP5.1.Atmos.SDR.HEVC-CMRG => Roma; y=2018; q=WEBDL-2160p; hdr=SDR; a=E-AC-3 Atmos; v=h265; g=CMRG
Coda 2021 2160p ATVP WEB-DL DDP5 1 Atmos DoVi HDR H 265-TEPES => Coda; y=2021; q=WEBDL-2160p; hdr=DV,HDR; a=E-AC-3 Atmos; ch=5.1; v=h265; g=TEPES
Encanto.2021.1080p.DSNP.WEBRip.DDP5.1.Atmos.x264-CM => Encanto; y=2021; q=WEBRip-1080p; a=E-AC-3 Atmos; ch=5.1; v=x264; g=CM
Possession.1981.1080p.WEBRip.AAC2.0.x264-ADE => Possession; y=1981; q=WEBRip-1080p; a=AAC; ch=2.0; g=ADE
Titane.2021.1080p.WEBRip.AV1.Opus.5.1-SAV1OR => Titane; y=2021; q=WEBRip-1080p; v=av1; a=Opus; ch=5.1; g=SAV1OR
Titane.2021.1080p.BluRay.AV1.Opus => Titane; y=2021; q=Bluray-1080p; v=av1; a=Opus
Titane.2021.1080p.BluRay.x264.FLAC => Titane; y=2021; q=Bluray-1080p; v=x264; a=FLAC
Titane (2021) [2160p] [4K] [WEB] [5.1] [YTS.MX] => Titane; y=2021; q=WEBDL-2160p; r=2160p; ch=5.1; g=YTS.MX
Titane (2021) [BluRay] [1080p] [YTS.AM] => Titane; y=2021; q=Bluray-1080p; g=YTS.AM
Titane.2021.1080p.BluRay.x264-[YTS.AM].mp4 => Titane; y=2021; q=Bluray-1080p; g=YTS.AM; c=mp4
Titane.2021.720p.BRrip.x264.YIFY.mp4 => Titane; y=2021; q=Bluray-720p; v=x264; g=YIFY; c=mp4
Titane (2021) 1080p BrRip x264 - YIFY => Titane; y=2021; q=Bluray-1080p; g=YIFY
Titane.2021.1080p.BluRay.H264.AAC-RARBG => Titane; y=2021; q=Bluray-1080p; a=AAC; v=h264; g=RARBG
Titane.2021.1080p.WEBRip.x265.RARBG.mp4 => Titane; y=2021; q=WEBRip-1080p; v=x265; g=RARBG; c=mp4
Titane 2021 1080p BluRay x265 HEVC 10bit AAC 5 1 Tigole QxR => Titane; y=2021; q=Bluray-1080p; bits=10; a=AAC; ch=5.1; g=Tigole
Titane (2021) (1080p BluRay x265 SAMPA) => Titane; y=2021; q=Bluray-1080p; v=x265; g=SAMPA
Titane (2021) (1080p BluRay x265 10bit EAC3 5.1 French r00t) [QxR] => Titane; y=2021; l=French; q=Bluray-1080p; bits=10; a=E-AC-3; ch=5.1; g=r00t
Titane.2021.2160p.WEB-DL.DDP5.1.HDR10+.H.265-GRP-xpost => Titane; y=2021; q=WEBDL-2160p; hdr=HDR10+; g=GRP
Titane.2021.1080p.WEB.H264-GRP.mkv-xpost => Titane; y=2021; q=WEBDL-1080p; g=GRP; c=mkv
Titane.2021.1080p.WEB-DL.H264.DD5.1-GRP[TGx] => Titane; y=2021; q=WEBDL-1080p; a=AC-3; ch=5.1; g=GRP
Titane.2021.1080p.WEB-DL.H264.DD5.1-GRP[rartv].mkv => Titane; y=2021; q=WEBDL-1080p; g=GRP; c=mkv
Titane.2021.1080p.WEB-DL.H264-GRP-BUYMORE => Titane; y=2021; q=WEBDL-1080p; g=GRP
Titane.2021.1080p.WEB-DL.H264-GRP_AsRequested => Titane; y=2021; q=WEBDL-1080p; g=GRP
www.1TamilMV.tf - Titane (2021) French HQ HDRip - 1080p - x264 - AAC - ESub.mkv => Titane; y=2021; l=French; q=HDTV-1080p; v=x264; a=AAC; c=mkv
[ TorrentCouch.com ].Titane.2021.720p.WEB-DL.x264-GRP => Titane; y=2021; q=WEBDL-720p; g=GRP
www.SceneTime.com - Titane 2021 DVDRip XviD-GRP => Titane; y=2021; q=DVD; g=GRP
Titane.2021.DVDRip.XviD.CD1-GRP.avi => Titane; y=2021; q=DVD; v=xvid; g=GRP; c=avi
titane.2021.1080p.bluray.x264-grp => titane; y=2021; q=Bluray-1080p; g=grp
TITANE.2021.1080P.BLURAY.X264-GRP => TITANE; y=2021; q=Bluray-1080p; v=x264; g=GRP
Titane_2021_720p_WEB-DL_DD5.1_H.264-GRP => Titane; y=2021; q=WEBDL-720p; a=AC-3; ch=5.1; v=h264; g=GRP
Titane.1080p.WEB-DL.DD5.1.H264-GRP => Titane; q=WEBDL-1080p; a=AC-3; g=GRP
Titane [2021] [1080p BluRay x264 DTS-HD MA 5.1] => Titane; y=2021; q=Bluray-1080p; a=DTS-HD MA; ch=5.1; v=x264
Titane - 2021 - 1080p.mkv => Titane; y=2021; q=HDTV-1080p; c=mkv
Titane.2021.1080p.BluRay.8CH.x265.HEVC-PSA => Titane; y=2021; q=Bluray-1080p; ch=7.1; v=x265; g=PSA
Titane.2021.4K.HDR.DV.2160p.BDRemux.Ita.Eng.x265-NAHOM => Titane; y=2021; l=Italian,English; q=Remux-2160p; mod=remux; hdr=DV,HDR; g=NAHOM
Titane.2021.1080p.3D.Half-SBS.BluRay.DTS.x264-GRP => Titane; y=2021; q=Bluray-1080p; a=DTS; g=GRP
Titane.2021.Uncut.Uncensored.720p.BluRay.800MB.x264-GalaxyRG => Titane; y=2021; ed=Uncut Uncensored; q=Bluray-720p; g=GalaxyRG
Titane.2021.1080p.BluRay.1600MB.DD5.1.x264-GalaxyRG[TGx] => Titane; y=2021; q=Bluray-1080p; a=AC-3; ch=5.1; g=GalaxyRG
# fresh films of many tongues
Toni.Erdmann.2016.German.1080p.BluRay.x264-DETAiLS => Toni Erdmann; y=2016; l=German; q=Bluray-1080p; g=DETAiLS
Fack.ju.Goehte.3.2017.German.DTS.DL.1080p.BluRay.x265-HDSource => Fack ju Goehte 3; y=2017; l=German; q=Bluray-1080p; a=DTS; v=x265; g=HDSource
Dune.Teil.Zwei.2024.German.DL.EAC3.2160p.UHD.BluRay.DV.HDR.HEVC.Remux-QfG => Dune Teil Zwei; y=2024; l=German; q=Remux-2160p; a=E-AC-3; hdr=DV,HDR; g=QfG
Matrix.1999.German.AC3D.BDRip.XviD-XF => Matrix; y=1999; l=German; q=Bluray-480p; a=AC-3; g=XF
Lammbock.2001.German.DVDRip.x264.iNTERNAL-CiA => Lammbock; y=2001; l=German; q=DVD; g=CiA
Die.Welle.2008.German.AC3.DVD9.PAL-GRP => Die Welle; y=2008; l=German; q=DVD-R; disc=1; a=AC-3; g=GRP
Der.Pate.1972.REMASTERED.German.AC3D.DL.1080p.BluRay.x264-CDD => Der Pate; y=1972; ed=Remastered; l=German; q=Bluray-1080p; a=AC-3; g=CDD
Oppenheimer.2023.German.Dubbed.DL.AAC.720p.WEB.h264-PsO => Oppenheimer; y=2023; l=German; q=WEBDL-720p; a=AAC; g=PsO
Saw.X.2023.Uncut.German.EAC3.DL.1080p.WEB.H265-VECTOR => Saw X; y=2023; ed=Uncut; l=German; q=WEBDL-1080p; a=E-AC-3; v=h265; g=VECTOR
Avatar.2009.EXTENDED.GERMAN.DTSHD.DL.2160p.UHD.BluRay.x265-GRP => Avatar; y=2009; ed=Extended; l=German; q=Bluray-2160p; g=GRP
Intouchables.2011.FRENCH.BRRip.XviD.AC3-AUTOPSiE => Intouchables; y=2011; l=French; q=Bluray-480p; a=AC-3; v=xvid; g=AUTOPSiE
Le.Prenom.2012.TRUEFRENCH.720p.BluRay.x264-AiRLiNE => Le Prenom; y=2012; l=French; q=Bluray-720p; g=AiRLiNE
Anatomie.d.une.chute.2023.FRENCH.1080p.WEB.H264-FW => Anatomie d une chute; y=2023; l=French; q=WEBDL-1080p; g=FW
Le.Comte.de.Monte-Cristo.2024.FRENCH.2160p.4KLight.HDR.DV.x265-BONBON => Le Comte de Monte-Cristo; y=2024; l=French; q=HDTV-2160p; hdr=DV,HDR; v=x265; g=BONBON
Blow.Up.1966.VOSTFR.DVDRip.x264-LOST => Blow Up; y=1966; l=French; q=DVD; g=LOST
Gladiator.II.2024.MULTI.VF2.1080p.HDLight.x264.AC3-TFA => Gladiator II; y=2024; l=Multi,French; q=HDTV-1080p; a=AC-3; g=TFA
Starmania.2022.MULTi.VFQ.VFF.1080p.BluRay.REMUX.AVC.DTS-HD.MA.5.1-ONLY => Starmania; y=2022; l=Multi,French; q=Remux-1080p; mod=remux; g=ONLY
Joker.2019.MULTI.TRUEFRENCH.2160p.UHD.BluRay.REMUX.HDR.HEVC.TrueHD.7.1.Atmos-NoTag => Joker; y=2019; l=Multi,French; q=Remux-2160p; hdr=HDR; a=TrueHD Atmos; g=NoTag
Perfetti.Sconosciuti.2016.iTALiAN.BDRip.XviD-PRiME => Perfetti Sconosciuti; y=2016; l=Italian; q=Bluray-480p; g=PRiME
La.Grande.Bellezza.2013.iTALiAN.AC3.1080p.BluRay.x264-TRL => La Grande Bellezza; y=2013; l=Italian; q=Bluray-1080p; a=AC-3; g=TRL
Il.Traditore.2019.iTA.AC3.WEBMux.x264-HD4ME => Il Traditore; y=2019; l=Italian; q=WEBRip-480p; a=AC-3; g=HD4ME
Inside.Out.2.2024.iTA-ENG.Bluray.1080p.x264-CYBER.mkv => Inside Out 2; y=2024; l=Italian,English; q=Bluray-1080p; g=CYBER; c=mkv
Oppenheimer (2023) BDRip 1080p x265 AC3 ITA DTS-HD ENG -- MIRCrew => Oppenheimer; y=2023; l=Italian,English; q=Bluray-1080p; v=x265; a=AC-3; g=MIRCrew
La.Abuela.2021.SPANiSH.1080p.BluRay.x264-dem3nt3 => La Abuela; y=2021; l=Spanish; q=Bluray-1080p; g=dem3nt3
Campeones.2018.CASTELLANO.BluRay.1080p.DTS.x264-GRP => Campeones; y=2018; l=Spanish; q=Bluray-1080p; a=DTS; g=GRP
As Bestas (2022) [BluRay 1080p][AC3 5.1 Castellano] => As Bestas; y=2022; l=Spanish; q=Bluray-1080p; a=AC-3; ch=5.1
Roma (2018) [WEBRip][1080p][Latino][AC3 5.1] => Roma; y=2018; l=Spanish (Latino); q=WEBRip-1080p; a=AC-3; ch=5.1
Coco.2017.1080p.Dual.Latino.Ingles.BRRip.x264-GRP => Coco; y=2017; l=Spanish (Latino),English; q=Bluray-1080p; g=GRP
Bacurau.2019.PORTUGUESE.1080p.BluRay.x264-CiNEFiLE => Bacurau; y=2019; l=Portuguese; q=Bluray-1080p; g=CiNEFiLE
Tropa.de.Elite.2007.DUBLADO.DVDRip.XviD-GRP => Tropa de Elite; y=2007; l=Portuguese (Brazil); q=DVD; g=GRP
Ainda.Estou.Aqui.2024.1080p.WEB-DL.PT-BR.DDP5.1.H.264-GRP => Ainda Estou Aqui; y=2024; l=Portuguese (Brazil); q=WEBDL-1080p; a=E-AC-3; g=GRP
Kler.2018.PL.1080p.BluRay.x264.AC3-KiT => Kler; y=2018; l=Polish; q=Bluray-1080p; a=AC-3; g=KiT
Chlopi.2023.POLISH.1080p.WEB.H264-A4O => Chlopi; y=2023; l=Polish; q=WEBDL-1080p; g=A4O
Shrek.2001.PLDUB.1080p.BluRay.x264.AC3-LTS => Shrek; y=2001; l=Polish; q=Bluray-1080p; a=AC-3; g=LTS
Heat (1995) [1080p] [BluRay] [x264] [AC3] [Lektor PL] => Heat; y=1995; l=Polish; q=Bluray-1080p; v=x264; a=AC-3
Brat.2.2000.RUSSiAN.1080p.BluRay.x264-GUACAMOLE => Brat 2; y=2000; l=Russian; q=Bluray-1080p; g=GUACAMOLE
Leviafan.2014.RUS.BDRip.XviD.AC3-HQCLUB => Leviafan; y=2014; l=Russian; q=Bluray-480p; g=HQCLUB
Майор Гром (2021) WEB-DL 1080p => Майор Гром; y=2021; q=WEBDL-1080p
Джентльмены / The Gentlemen (2019) BDRip 1080p => Джентльмены; y=2019; q=Bluray-1080p
Дюна.2021.BDRemux.2160p.HDR.DV.Rus.Eng.mkv => Дюна; y=2021; l=Russian,English; q=Remux-2160p; hdr=DV,HDR; c=mkv
Druk.2020.DANiSH.1080p.BluRay.x264-CONDITION => Druk; y=2020; l=Danish; q=Bluray-1080p; g=CONDITION
Jagten.2012.NORDiC.PAL.DVDR-RAPiDCOWS => Jagten; y=2012; l=Nordic; q=DVD-R; disc=1; g=RAPiDCOWS
En.Man.Som.Heter.Ove.2015.SWEDiSH.1080p.BluRay.x264-FiCO => En Man Som Heter Ove; y=2015; l=Swedish; q=Bluray-1080p; g=FiCO
Trolljegeren.2010.NORWEGiAN.720p.BluRay.x264-ROVERS => Trolljegeren; y=2010; l=Norwegian; q=Bluray-720p; g=ROVERS
Sisu.2022.FiNNiSH.1080p.WEB.H264-FULCRUM => Sisu; y=2022; l=Finnish; q=WEBDL-1080p; g=FULCRUM
Zwartboek.2006.DUTCH.1080p.BluRay.x264-CiNEFiLE => Zwartboek; y=2006; l=Dutch; q=Bluray-1080p; g=CiNEFiLE
Minions.2015.NLDUB.720p.BluRay.x264-GRP => Minions; y=2015; l=Dutch; q=Bluray-720p; g=GRP
Liza.a.rokatunder.2015.HUNGARiAN.1080p.WEB-DL.H264-GRP => Liza a rokatunder; y=2015; l=Hungarian; q=WEBDL-1080p; g=GRP
Obecna.skola.1991.CZECH.DVDRip.XviD-GRP => Obecna skola; y=1991; l=Czech; q=DVD; g=GRP
Jawan.2023.HINDI.1080p.NF.WEB-DL.DDP5.1.H.264-Telly => Jawan; y=2023; l=Hindi; q=WEBDL-1080p; a=E-AC-3; ch=5.1; g=Telly
Pathaan (2023) Hindi 1080p WEBRip x264 AAC ESub => Pathaan; y=2023; l=Hindi; q=WEBRip-1080p; a=AAC
RRR (2022) 1080p NF WEB-DL [Hindi + Telugu + Tamil] DDP5.1 x264 => RRR; y=2022; l=Hindi,Telugu,Tamil; q=WEBDL-1080p; a=E-AC-3; ch=5.1
Kantara.2022.1080p.AMZN.WEB-DL.Dual-Audio.Hindi.Kannada => Kantara; y=2022; l=Hindi,Kannada; q=WEBDL-1080p
Leo.2023.TAMIL.1080p.WEB-DL.DDP5.1.Atmos.H.264-GRP => Leo; y=2023; l=Tamil; q=WEBDL-1080p; a=E-AC-3 Atmos; g=GRP
Burning.2018.KOREAN.1080p.BluRay.H264.AAC-VXT => Burning; y=2018; l=Korean; q=Bluray-1080p; a=AAC; g=VXT
범죄도시3.2023.1080p.WEBRip.H264.AAC => 범죄도시3; y=2023; q=WEBRip-1080p; v=h264; a=AAC
Hidden.Blade.2023.CHINESE.1080p.BluRay.x264.DDP5.1-WiKi => Hidden Blade; y=2023; l=Chinese; q=Bluray-1080p; a=E-AC-3; g=WiKi
Infernal.Affairs.2002.CANTONESE.1080p.BluRay.x264-GRP => Infernal Affairs; y=2002; l=Chinese; q=Bluray-1080p; g=GRP
[阳光电影www.ygdy8.com]流浪地球.2019.HD.1080p.国语中字.mkv => 流浪地球; y=2019; l=Chinese; q=HDTV-1080p; c=mkv
Shoplifters.2018.JAPANESE.1080p.BluRay.x264.DD5.1-CHD => Shoplifters; y=2018; l=Japanese; q=Bluray-1080p; a=AC-3; g=CHD
Ayla.2017.TURKISH.1080p.WEB-DL.AAC2.0.H264-TURG => Ayla; y=2017; l=Turkish; q=WEBDL-1080p; a=AAC; ch=2.0; g=TURG
Capharnaum.2018.ARABIC.1080p.BluRay.x264-USURY => Capharnaum; y=2018; l=Arabic; q=Bluray-1080p; g=USURY
Dogtooth.2009.GREEK.720p.BluRay.x264-GRP => Dogtooth; y=2009; l=Greek; q=Bluray-720p; g=GRP
Shutter.2004.THAI.DVDRip.XviD-GRP => Shutter; y=2004; l=Thai; q=DVD; g=GRP
Waltz.with.Bashir.2008.HEBREW.1080p.BluRay.x264-GRP => Waltz with Bashir; y=2008; l=Hebrew; q=Bluray-1080p; g=GRP
The.Persian.Version.2023.1080p.WEB.H264-SLOT => The Persian Version; y=2023; q=WEBDL-1080p; g=SLOT
The.Spanish.Prisoner.1997.1080p.BluRay.x264-PSYCHD => The Spanish Prisoner; y=1997; q=Bluray-1080p; g=PSYCHD
The.Danish.Girl.2015.1080p.BluRay.x264-DRONES => The Danish Girl; y=2015; q=Bluray-1080p; g=DRONES
`;
