import "./lib/discs/identify/catalogues/discdb.ts";
await import("./main.ts");
