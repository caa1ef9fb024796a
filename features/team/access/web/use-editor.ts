import { accountApi } from '#features/team/account/contract.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import type { EditorRights } from './role-rules.ts';

const NOTHING: ReadonlySet<string> = new Set();

/** The viewer as somebody who gives rights to others. */
export function useEditor(): EditorRights & { userId: number; isOwner: boolean } {
  const who = useViewer();
  // The shell has asked already; this reads its answer.
  const info = useEndpoint(accountApi.info, {}, { staleMs: 300_000 }).data;
  const isOwner = info?.isTenantOwner ?? false;
  return {
    userId: who?.userId ?? 0,
    held: who?.functions ?? NOTHING,
    isOwner,
    masked: !isOwner && (info?.needDesensitize ?? false),
  };
}
