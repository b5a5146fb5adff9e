import type { Context } from "hono";
import type { Fault } from "../../lib/kit/fault.ts";
import { renderView, useLink } from "../../lib/ui/render.tsx";
import { Page } from "../../lib/ui/layout.tsx";
import type { Services } from "../services/services.ts";
import { problemOf } from "./problem.ts";
import type { AppEnv } from "./router.ts";
import { viewOf } from "./view.ts";

/** Renders the error page for a browser. */
export function errorPage(
  c: Context<AppEnv>,
  services: Pick<Services, "settings" | "instance" | "health">,
  fault: Fault,
): Response {
  const { status, title, detail, requestId } = problemOf(c, fault);
  const page = <ErrorPage status={status} title={title} detail={detail} requestId={requestId} />;
  return c.html("<!doctype html>" + renderView(viewOf(c, services), page), fault.status) as Response;
}

/** Data of the error page. `requestId` is also in the log, next to the cause, which the page does not show. */
interface ErrorPageProps {
  status: number;
  title: string;
  detail: string;
  requestId: string;
}

/** Error of a page or a plain form, with a link back. */
function ErrorPage({ status, title, detail, requestId }: ErrorPageProps) {
  const link = useLink();
  return (
    <Page title={title}>
      <div class="empty" role="alert">
        <h2>{detail}</h2>
        <p class="quiet">
          Status {status}, request <code>{requestId}</code>
        </p>
        <div class="actions">
          <a class="button primary" href={link("/")}>Go to Home</a>
        </div>
      </div>
    </Page>
  );
}
