import { router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";
import { docsPages } from "./docs.tsx";
import { evidencePages } from "./evidence.tsx";

/** Pages of the help: the documents and the evidence. */
export const helpPages = (services: Pick<Services, "settings" | "instance" | "health">) =>
  router().route("/", evidencePages(services)).route("/", docsPages(services));
