/**
 * Names composed of a head and a tail, each with its meaning. Every combination must be parsed to the fields of both
 * parts. The format is the same as in `release_names.ts`.
 */
const FILMS = String.raw`
Alien.1979 => Alien; y=1979
The.Thing.(1982) => The Thing; y=1982
Ocean's.Eleven.2001 => Ocean's Eleven; y=2001
10.Things.I.Hate.About.You.1999 => 10 Things I Hate About You; y=1999
Die.Hard.2.1990 => Die Hard 2; y=1990
Before.Midnight.2013 => Before Midnight; y=2013
No.Country.for.Old.Men.2007 => No Country for Old Men; y=2007
1408.2007 => 1408; y=2007
Léon.1994 => Léon; y=1994
`;
const EPISODES = String.raw`
The.Expanse.S03E07 => The Expanse; s=3; e=7
Fargo.S02E10 => Fargo; s=2; e=10
Fargo.S02E01E02 => Fargo; s=2; e=1-2
Utopia.2013.S01E03 => Utopia; y=2013; s=1; e=3
Utopia.UK.1x04 => Utopia UK; s=1; e=4
Columbo.S07 => Columbo; s=7; full=1
Columbo.S01-S02 => Columbo; s=1; ss=1-2; full=1
Newsnight.2022.11.30 => Newsnight; date=2022-11-30
`;
const SHARED = String.raw`
1080p.BluRay.x264-GRP => q=Bluray-1080p; r=1080p; src=bluray; v=x264; g=GRP
2160p.UHD.BluRay.x265.10bit.HDR.DTS-HD.MA.5.1-GRP => q=Bluray-2160p; r=2160p; v=x265; bits=10; hdr=HDR; a=DTS-HD MA; ch=5.1; g=GRP
720p.WEB-DL.AAC2.0.H.264-NTb => q=WEBDL-720p; src=web-dl; v=h264; a=AAC; ch=2.0; g=NTb
1080p.AMZN.WEB-DL.DDP5.1.H.264-NTb => q=WEBDL-1080p; a=E-AC-3; ch=5.1; v=h264; g=NTb
2160p.ATVP.WEB-DL.DDP5.1.Atmos.DV.HDR10.H.265-FLUX => q=WEBDL-2160p; a=E-AC-3 Atmos; hdr=DV,HDR10; v=h265; g=FLUX
1080p.WEBRip.x265-RARBG => q=WEBRip-1080p; src=webrip; v=x265; g=RARBG
DVDRip.XviD-GRP => q=DVD; src=dvd; v=xvid; g=GRP
720p.HDTV.x264-GRP => q=HDTV-720p; src=hdtv; v=x264; g=GRP
HDTV.XviD-LOL => q=SDTV; src=hdtv; v=xvid; g=LOL
GERMAN.DL.1080p.BluRay.x264-GRP => q=Bluray-1080p; l=German; g=GRP
MULTi.1080p.WEB.H264-GRP => q=WEBDL-1080p; l=Multi; src=web-dl; g=GRP
iTALiAN.1080p.WEB-DL.DD5.1.H264-GRP => q=WEBDL-1080p; l=Italian; a=AC-3; ch=5.1; g=GRP
PROPER.1080p.WEB.h264-GRP => q=WEBDL-1080p; proper=1; g=GRP
REPACK.2160p.NF.WEB-DL.DDP5.1.HEVC-GRP => q=WEBDL-2160p; repack=1; v=h265; g=GRP
576p.BluRay.AAC1.0.x264-GRP => q=Bluray-576p; r=576p; a=AAC; ch=1.0; g=GRP
480p.WEB-DL.x264-GRP => q=WEBDL-480p; r=480p; g=GRP
1080p.BluRay.Opus.7.1.AV1-GRP => q=Bluray-1080p; v=av1; a=Opus; ch=7.1; g=GRP
1080p.BluRay.x264-GRP[rarbg].mkv => q=Bluray-1080p; g=GRP; c=mkv
`;
const FILM_TAILS = String.raw`
1080p.BluRay.REMUX.AVC.DTS-HD.MA.5.1-GRP => q=Remux-1080p; mod=remux; a=DTS-HD MA; v=h264; g=GRP
2160p.UHD.BluRay.REMUX.DV.HDR.HEVC.TrueHD.7.1.Atmos-GRP => q=Remux-2160p; hdr=DV,HDR; a=TrueHD Atmos; g=GRP
COMPLETE.BLURAY-GRP => q=BR-DISK; disc=1; g=GRP
PAL.DVDR-GRP => q=DVD-R; disc=1; g=GRP
DVDSCR.XviD-GRP => q=DVDSCR; g=GRP
HDCAM.x264-GRP => q=CAM; g=GRP
EXTENDED.1080p.BluRay.x264-GRP => q=Bluray-1080p; ed=Extended; g=GRP
Directors.Cut.1080p.BluRay.x264-GRP => q=Bluray-1080p; ed=Director's Cut; g=GRP
Criterion.Collection.1080p.BluRay.x264-GRP => q=Bluray-1080p; ed=Criterion; g=GRP
`;
const EPISODE_TAILS = String.raw`
1080p.BluRay.REMUX.AVC.DTS-HD.MA.5.1-GRP => q=Bluray-1080p Remux; mod=remux; a=DTS-HD MA; v=h264; g=GRP
2160p.UHD.BluRay.REMUX.DV.HDR.HEVC.TrueHD.7.1.Atmos-GRP => q=Bluray-2160p Remux; hdr=DV,HDR; a=TrueHD Atmos; g=GRP
`;

const lines = (text: string) => text.split("\n").filter((line) => line !== "");

function compose(heads: string, tails: string): string[] {
  return lines(heads).flatMap((head) =>
    lines(tails).map((tail) => {
      const [headName = "", headFields = ""] = head.split(" => ");
      const [tailName = "", tailFields = ""] = tail.split(" => ");
      return `${headName}.${tailName} => ${headFields}; ${tailFields}`;
    })
  );
}

export const COMPOSED = [
  "# composed films",
  ...compose(FILMS, SHARED),
  ...compose(FILMS, FILM_TAILS),
  "# composed series",
  ...compose(EPISODES, SHARED),
  ...compose(EPISODES, EPISODE_TAILS),
].join("\n");
