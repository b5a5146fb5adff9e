import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { grabTest } from "../../../tests/fixtures/grab.ts";
import { PEER, soulseekWorld } from "../../../tests/fixtures/soulseek.ts";
import { cueText, makeImage } from "../../../tests/fixtures/cue_images.ts";
import { JobQuery } from "../../jobs/request_schema.ts";

grabTest("slow: an album of a peer is downloaded, imported by Lidarr, and queued track by track", async () => {
  await using it = await soulseekWorld();
  const { id, source } = await it.grab();
  same([source.soulseek?.username, source.soulseek?.files], [PEER, it.files]);
  await it.tick(5000);
  await it.look();
  match((await it.job(id)).message ?? "", /^Downloading from Größe & Klang\/a\+b: 0 of 3 files, \d+ %/);
  await it.tick(20_000);
  await it.look();
  is((await it.job(id)).message, "Downloaded; Lidarr is importing it");
  await it.tick(10_000);
  same(await it.look(), { waiting: 0, queued: 1, failed: 0, silent: [] });
  const { items } = await it.app.instance.jobs.list(JobQuery.parse({ limit: 10 }));
  same(items.map(({ status }) => status), ["queued", "queued", "queued"]);
  same(items.map((job) => job.source.kind), ["track", "track", "track"]);
  ok(items.every((job) => job.source.localPath?.startsWith(`${it.app.folder}/music/`)));
});

grabTest("a file that fails at its peer is requested three more times, then the job fails and names it", async () => {
  await using it = await soulseekWorld();
  it.slskd.next.ending = "Errored";
  const { id } = await it.grab();
  for (const again of [1, 2, 3]) {
    await it.tick(20_000);
    await it.look();
    is((await it.job(id)).message, `Requested 3 of the files from ${PEER} again`, `attempt ${again}`);
  }
  await it.tick(20_000);
  is((await it.look()).failed, 1);
  const { status, errorCode, error } = await it.job(id);
  same([status, errorCode], ["failed", "transfer_failed"]);
  match(
    error ?? "",
    /^01 - Söng\.flac could not be downloaded from .* after 4 attempts \(Transfer failed: Errored\)\.$/,
  );
  is(it.slskd.seen.filter(({ method }) => method === "POST").length, 4);
});

grabTest("a peer that fails once delivers the file at the second attempt", async () => {
  await using it = await soulseekWorld();
  it.slskd.next.ending = "Rejected";
  const { id } = await it.grab();
  await it.tick(20_000);
  it.slskd.next.ending = "Succeeded";
  await it.look();
  await it.tick(20_000);
  await it.look();
  await it.tick(10_000);
  await it.look();
  is((await it.job(id)).status, "queued");
});

grabTest("without Lidarr no peer is queried", async () => {
  await using it = await soulseekWorld({ music: false });
  const answer = await it.app.call("/api/search/grab", {
    json: { title: "Album", profileId: "builtin-music-flac", release: it.release },
  });
  same([answer.status, (await answer.json()).code], [409, "conflict"]);
  is(it.slskd.seen.some(({ method }) => method === "POST"), false);
});

grabTest(
  "an offline peer is reported in slskd's own words, at once and when it disconnects during a new request",
  async () => {
    await using it = await soulseekWorld();
    it.slskd.offline.add(PEER);
    const answer = await it.app.call("/api/search/grab", {
      json: { title: "Album", profileId: "builtin-music-flac", release: it.release },
    });
    const offline = `User ${PEER} appears to be offline`;
    same([answer.status, (await answer.json()).detail], [502, `slskd reports: ${offline}`]);
    is((await it.app.instance.jobs.queueState()).waiting, 0);

    it.slskd.offline.clear();
    it.slskd.next.ending = "Errored";
    const { id } = await it.grab();
    await it.tick(20_000);
    it.slskd.offline.add(PEER);
    await it.look();
    is((await it.job(id)).message, `slskd reports: ${offline}. The job keeps waiting.`);
    is((await it.look()).waiting, 1);
  },
);

grabTest("a folder that Lidarr failed to import is imported file by file", async () => {
  await using it = await soulseekWorld();
  const { id } = await it.grab();
  await it.tick(20_000);
  await it.look();
  await it.tick(100);
  it.lidarr.restart();
  await it.look();
  is((await it.job(id)).message, "Lidarr is importing it file by file");
  const commands = () => it.lidarr.seen.filter(({ method, path }) => method === "POST" && path.endsWith("/command"));
  is(commands().length, 2);
  await it.look();
  is(commands().length, 2);
  await it.tick(10_000);
  same(await it.look(), { waiting: 0, queued: 1, failed: 0, silent: [] });
  const { items } = await it.app.instance.jobs.list(JobQuery.parse({ limit: 10 }));
  same(items.map(({ status }) => status), ["queued", "queued", "queued"]);
});

grabTest("a folder that Lidarr understands nothing of waits for a person, with its path", async () => {
  await using it = await soulseekWorld();
  const { id } = await it.grab();
  await it.tick(20_000);
  const [folder] = [...Deno.readDirSync(`${it.app.folder}/soulseek`)];
  ok(folder);
  await Deno.rename(`${it.app.folder}/soulseek/${folder.name}`, `${it.app.folder}/elsewhere`);
  await it.look();
  await it.tick(10_000);
  await it.look();
  await it.look();
  match((await it.job(id)).message ?? "", /^Lidarr does not import \/soulseek\/.* automatically\. Import it in Lidarr/);
  is(it.lidarr.seen.filter(({ method }) => method === "POST").length, 1);
  await Deno.rename(`${it.app.folder}/elsewhere`, `${it.app.folder}/soulseek/${folder.name}`);
  await it.look();
  await it.tick(10_000);
  await it.look();
  is((await it.job(id)).status, "queued");
});

grabTest("the files of a cancelled job are cancelled at the peer, as soon as slskd responds", async () => {
  await using it = await soulseekWorld();
  const { id } = await it.grab();
  await it.tick(5000);
  await it.look();
  await it.slskd.down();
  is((await it.app.call(`/api/jobs/${id}/cancel`, { method: "POST" })).status, 200);
  await it.look();
  match((await it.job(id)).message ?? "", /^Cancelled, but the transfers have not stopped yet\. /);
  it.slskd.up();
  await it.look();
  is((await it.job(id)).message, `Cancelled; stopped downloading 3 files from ${PEER}.`);
  is(it.slskd.seen.filter(({ method, status }) => method === "DELETE" && status === 204).length, 3);
  await it.look();
  is(it.slskd.seen.filter(({ method }) => method === "DELETE").length, 3);
  ok((await it.grab()).id !== id);
});

grabTest("slow: an album of a peer that is one image with a cue sheet is split before Lidarr imports it", async () => {
  await using it = await soulseekWorld();
  const directory = it.files[0]?.filename.split("\\").slice(0, -1).join("\\") ?? "";
  const files = ["Image.flac", "Image.cue"].map((name) => ({ filename: `${directory}\\${name}`, size: 1024 }));
  const { id } = await it.grab({ files, directory });
  await it.tick(25_000);
  const folder = `${it.app.folder}/soulseek/${directory.split("\\").at(-1)}`;
  await makeImage(`${folder}/Image.flac`, { seconds: 1 });
  await Deno.writeTextFile(`${folder}/Image.cue`, cueText("Image.wav", ["00:00:00", "00:00:20", "00:00:40"]));
  await it.look();
  match((await it.job(id)).message ?? "", /^Downloaded; splitting its CD image into 3 tracks$/);
  await it.app.instance.cueSplits.settled();
  await it.look();
  is((await it.job(id)).message, "Downloaded; Lidarr is importing it");
  await it.tick(10_000);
  same(await it.look(), { waiting: 0, queued: 1, failed: 0, silent: [] });
  const { items } = await it.app.instance.jobs.list(JobQuery.parse({ limit: 10 }));
  same(items.map(({ status }) => status), ["queued", "queued", "queued"]);
  ok(await Deno.stat(`${folder}/Image.flac`), "the image stays");
});

grabTest("an image of a peer that cannot be split ends the job with the reason", async () => {
  await using it = await soulseekWorld();
  const directory = it.files[0]?.filename.split("\\").slice(0, -1).join("\\") ?? "";
  const files = ["Image.flac", "Image.cue"].map((name) => ({ filename: `${directory}\\${name}`, size: 1024 }));
  const { id } = await it.grab({ files, directory });
  await it.tick(25_000);
  const folder = `${it.app.folder}/soulseek/${directory.split("\\").at(-1)}`;
  await Deno.writeTextFile(`${folder}/Image.cue`, cueText("Image.wav", ["00:00:00", "00:00:20"]));
  await it.look();
  await it.app.instance.cueSplits.settled();
  is((await it.look()).failed, 1);
  is((await it.job(id)).errorCode, "image_not_split");
});
