/** Folder names that are skipped, in lower case. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(",").map((word) => word.trim()));

/**
 * Recycle bins, system folders, sync tools, incomplete downloads, game libraries. Names with a leading dot are skipped
 * anyway.
 */
export const LEFT_ALONE = words(
  "#recycle,@recycle,@eadir,@tmp,#snapshot,@recently-snapshot,@appstore,@database,@s2s,@sharebin,@transcode," +
    "network trash folder,trashbox,$recycle.bin,recycler,recycled,system volume information,windowsapps,$winreagent," +
    "config.msi,lost+found,__macosx,incomplete,__admin__,node_modules,steamapps,steamlibrary,gog games,epic games," +
    "xboxgames,battle.net,riot games,roms,emulators,retroarch",
);

/** Folders beside a title with other content. */
export const SIDE_FOLDERS = words(
  "behind the scenes,deleted scenes,featurettes,featurette,interviews,scenes,shorts,trailers,other,extras,extra,bonus," +
    "clips,samples,sample,proof,subs,subtitles,screens,screenshots,covers,scans,artwork,theme-music,backdrops," +
    "extrafanart,extrathumbs,making of,nc,ncop,nced,menus,sps,cds",
);

/** Folders of a disc's structure. */
export const STRUCTURE = words(
  "bdmv,video_ts,hvdvd_ts,audio_ts,certificate,aacs,makemkv,any!,adv_obj,avchd,mpegav,svcd,vcd,jacket_p",
);
