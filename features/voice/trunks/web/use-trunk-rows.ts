import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { routesApi, type Trunk } from '#features/voice/call-routes/contract.ts';
import { throttledReads } from '#platform/web/throttled-reads.ts';
import { keyOf, useEndpoint } from '#platform/web/use-endpoint.ts';
import { EVENTS_BEGIN, onEvent } from '#platform/web/user-events.ts';
import { useCan } from '#platform/web/viewer.ts';
import {
  TRUNK_PUSHED,
  TRUNKS_CHANGED,
  trunksApi,
  type LentTrunk,
  type SipTrunk,
  type SipTrunkPush,
} from '../contract.ts';

/** Whose a trunk is: our own SIP connection, one the installation lends, the rehearsal, or of a carrier that is not connected. */
type TrunkKind = 'own' | 'lent' | 'rehearsal' | 'unconnected';

/** A trunk of the list: a connection, what routes know of it, or both. */
export interface ListedTrunk {
  key: string;
  kind: TrunkKind;
  name: string;
  enabled: boolean;
  sip: SipTrunk | null;
  lent: LentTrunk | null;
  /** Null where the viewer may not see routes, or routes do not have it. */
  held: Trunk | null;
}

type Listed = { trunks: SipTrunk[]; lent: LentTrunk[] };

/** Every trunk once: what routes have, and our own connections that routes do not have. */
function joinTrunks({ trunks, lent }: Listed, held: readonly Trunk[]): ListedTrunk[] {
  const known = held.map((row): ListedTrunk => {
    const sip = trunks.find(({ trunkId }) => trunkId === row.id) ?? null;
    const from = lent.find(({ carrier }) => carrier === row.carrier) ?? null;
    const kind = sip ? 'own' : row.isRehearsal ? 'rehearsal' : from || row.isKnown ? 'lent' : 'unconnected';
    const { name, enabled } = sip ?? row;
    return { key: `held ${row.id}`, kind, name, enabled, sip, lent: from, held: row };
  });
  const seen = new Set(known.map(({ sip }) => sip?.id));
  const rest = trunks
    .filter(({ id }) => !seen.has(id))
    .map((sip): ListedTrunk => ({
      key: `sip ${sip.id}`,
      kind: 'own',
      name: sip.name,
      enabled: sip.enabled,
      sip,
      lent: null,
      held: null,
    }));
  return [...known, ...rest];
}

/** What was told of one trunk, in the list that is shown. */
const withPush = <List extends Listed>(list: List, { id, state, test }: SipTrunkPush): List => ({
  ...list,
  trunks: list.trunks.map((trunk) => (trunk.id === id ? { ...trunk, state, test } : trunk)),
});

/** The trunks, kept as they are by what the server pushes. */
export function useTrunkRows() {
  const can = useCan();
  const client = useQueryClient();
  const list = useEndpoint(trunksApi.list, {}, { handlesFailures: true });
  const seesRoutes = can('routes.view');
  const held = useEndpoint(routesApi.listTrunks, { path: 'line.list' }, { handlesFailures: true, enabled: seesRoutes });
  useEffect(() => {
    const routes = throttledReads(() => client.invalidateQueries({ queryKey: keyOf(routesApi.listTrunks) }));
    const anew = () => void client.invalidateQueries({ queryKey: keyOf(trunksApi.list) }).then(routes.refresh);
    const stops = [
      onEvent<SipTrunkPush>(TRUNK_PUSHED, (pushed) => {
        client.setQueriesData<Listed>({ queryKey: keyOf(trunksApi.list) }, (now) => now && withPush(now, pushed));
        routes.refresh();
      }),
      onEvent(TRUNKS_CHANGED, anew),
      onEvent(EVENTS_BEGIN, anew),
    ];
    return () => {
      for (const stop of stops) stop();
      routes.stop();
    };
  }, [client]);
  const isThere = list.data !== undefined && (!seesRoutes || held.data !== undefined || held.isError);
  return {
    list,
    doorway: list.data?.doorway,
    lent: list.data?.lent ?? [],
    rows: isThere ? joinTrunks(list.data!, held.data ?? []) : undefined,
  };
}
