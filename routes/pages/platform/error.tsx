import { Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";

/** `requestId` is also in the log, next to the cause, which the page does not show. */
export interface ErrorPageProps {
  status: number;
  title: string;
  detail: string;
  requestId: string;
}

/** Error of a page or plain form, with a link back. */
export function ErrorPage({ status, title, detail, requestId }: ErrorPageProps) {
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
