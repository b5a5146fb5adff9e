import type { LibraryState } from "../../../../lib/library/video_model.ts";
import { Empty } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { changesList } from "./list_narrow.tsx";
import { listAddress, type ShownList } from "./list_query.ts";

/** Properties of an empty list. */
export interface NoTitlesProps {
  list: ShownList;
  state: LibraryState | undefined;
  /** Name of the manager. */
  app: string;
  connected: boolean;
}

/** Message of a library without titles. It polls while Lathe reads the manager's library for the first time. */
export function NoTitles({ list, state, app, connected }: NoTitlesProps) {
  const link = useLink();
  const { one, path } = list.facts;
  const reading = connected && state?.refreshedAt === undefined && state?.error === undefined;
  if (reading) {
    const again = changesList(link(`${path}${listAddress(list)}`), { trigger: "every 2s", "push-url": "false" });
    return (
      <div {...again}>
        <Empty title={`Reading ${app}`}>
          <p>{`Your ${app} library will appear here in a moment.`}</p>
        </Empty>
      </div>
    );
  }
  return (
    <Empty title={`No ${one} yet`}>
      {connected ? <p>{`Titles in your ${app} library appear here.`}</p> : (
        <p>
          Connect {app} in <a href={link("/settings/connections")}>Settings</a>; its library appears here.
        </p>
      )}
    </Empty>
  );
}
