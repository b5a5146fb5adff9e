import { type Method, METHODS } from "../profiles/encoders/methods.ts";
import type { Hardware } from "../hardware/service.ts";
import { Fault } from "../../kit/fault.ts";
import type { Media } from "../../media/service.ts";
import type { EncodertoolService } from "../../media/audio/encodertool_service.ts";
import { isBetterByTool } from "../profiles/audio_tools.ts";
import type { Profiles } from "../profiles/service.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { Finding, HealthProbe } from "../../platform/health/probe.ts";

/** Data for the health checks of ffmpeg, hardware and optional programs. */
export interface ProgramFacts {
  media: Pick<Media, "tools" | "capabilities">;
  hardware: Pick<Hardware, "devices">;
  encodertool: EncodertoolService;
  profiles: Pick<Profiles, "list" | "recipe">;
  settings: Pick<SettingsService, "current">;
}

const PROGRAMS_PAGE = "/settings/encoding#programs";

/** Checks that ffmpeg and ffprobe exist, are executable, match the processor and report their version. */
export const ffmpegProbe = ({ media }: ProgramFacts): HealthProbe => ({
  source: "ffmpeg",
  fine: "ffmpeg and ffprobe work.",
  async check() {
    const { ffmpeg, ffprobe } = await media.tools();
    const found: Finding[] = [["ffmpeg", ffmpeg] as const, ["ffprobe", ffprobe] as const].flatMap(([name, { error }]) =>
      error === undefined ? [] : [{ id: name, type: "error", code: "tool_missing", message: error, link: "/setup" }]
    );
    if (found.length > 0) return found;
    try {
      await media.capabilities();
      return [];
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return [{ id: "ffmpeg", type: "error", code: "tool_failed", message: error.message, link: PROGRAMS_PAGE }];
    }
  },
});

/** Checks that this ffmpeg supports the selected hardware method. */
export const hardwareProbe = ({ hardware, media, settings }: ProgramFacts): HealthProbe => ({
  source: "hardware",
  fine: "Encoding uses only what this ffmpeg supports.",
  async check() {
    const { hardwareAcceleration: method } = settings.current().transcoding;
    if (method === "none" || (await media.tools()).ffmpeg.error !== undefined) return [];
    const { encoders } = await hardware.devices();
    if ((encoders[method] ?? []).length > 0) return [];
    const able = METHODS.filter((one: Method) => (encoders[one] ?? []).length > 0);
    const instead = able.length > 0 ? `It supports ${able.join(", ")}.` : "It supports none.";
    return [{
      id: "hardware",
      type: "warning",
      code: "hardware_unsupported",
      message: `This ffmpeg has no encoder for ${method}. ${instead} The CPU is used instead.`,
      link: "/settings/encoding#hardware",
    }];
  },
});

/** Checks fre:ac, which music profiles may use. It is optional if only unused presets are affected. */
export const encodertoolProbe = ({ encodertool, profiles }: ProgramFacts): HealthProbe => ({
  source: "encodertool",
  fine: "All encoders for music profiles are available.",
  async check() {
    const { available, error } = await encodertool.status();
    if (available) return [];
    const music = (await profiles.list()).filter(({ mediaType }) => mediaType === "music");
    if (music.length === 0) return [];
    const concerned = music
      .filter(({ audio, missingEncoders }) => isBetterByTool(audio.encoder) || missingEncoders.includes(audio.encoder));
    const others = concerned.length === 0
      ? "Until it is installed, ffmpeg encodes all music."
      : `It affects ${concerned.map(({ name }) => name).join(", ")}; ffmpeg encodes the rest.`;
    const isUsed = concerned.some(({ builtin, usedBy }) => !builtin || usedBy.length > 0);
    return [{
      ...(isUsed ? {} : { optional: true }),
      id: "encodertool",
      type: "warning",
      code: "tool_missing",
      message: `fre:ac, which music profiles may use, is missing: ${error ?? "it was not found."} ${others}`,
      link: PROGRAMS_PAGE,
    }];
  },
});

/** Checks that the default profiles exist. */
export const defaultsProbe = ({ profiles, settings }: ProgramFacts): HealthProbe => ({
  source: "profiles",
  fine: "Every default profile exists.",
  async check() {
    const { defaultProfiles, auto } = settings.current();
    const chosen = {
      ...defaultProfiles,
      ...Object.fromEntries(Object.entries(auto.profiles).map(([kind, id]) => [`auto ${kind}`, id])),
    };
    const found: Finding[] = [];
    for (const [kind, id] of Object.entries(chosen)) {
      if (id === "") continue;
      const there = await profiles.recipe(id).then(() => true, (error) => {
        if (error instanceof Fault) return false;
        throw error;
      });
      if (there) continue;
      found.push({
        id: `default ${kind}`,
        type: "warning",
        code: "no_profile",
        message: `The default profile for ${kind} no longer exists: ${id}.`,
        link: "/settings/profiles#defaults",
      });
    }
    return found;
  },
});
