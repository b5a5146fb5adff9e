import { strictEqual as is } from "node:assert/strict";
import { jobName } from "../../jobs/job_name.ts";
import { episodeLabel } from "./episode_label.ts";

const episode = (episodeNumber: number, title: string) => ({ seasonNumber: 1, episodeNumber, title });

Deno.test("an episode is named by its number and title, and several in one file by all of theirs", () => {
  is(episodeLabel([episode(5, "Truths")]), "S01E05 Truths");
  is(episodeLabel([episode(5, " ")]), "S01E05");
  is(episodeLabel([episode(5, "One"), episode(6, "Two")]), "S01E05E06 One / Two");
  is(episodeLabel([episode(5, "Pilot"), episode(6, "Pilot")]), "S01E05E06 Pilot");
  is(episodeLabel([{ seasonNumber: 0, episodeNumber: 112, title: "Special" }]), "S00E112 Special");
});

Deno.test("jobs of one series are distinguished by their names; a movie keeps its title", () => {
  is(jobName({ title: "Dark", subtitle: "S01E05 Truths" }), "Dark - S01E05 Truths");
  is(jobName({ title: "Heat (1995)" }), "Heat (1995)");
  is(jobName({ title: "Heat (1995)", subtitle: null }), "Heat (1995)");
});
