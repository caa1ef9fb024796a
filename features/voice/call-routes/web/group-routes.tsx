import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import type { GroupPartProps } from '#features/team/agent-groups/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import type { DataOf } from '#platform/web/call.ts';
import { routesApi } from '../contract.ts';
import { numberKey, numberLabel } from './parts/number-label.ts';
import './routes.css';

type Kept = DataOf<typeof routesApi.groupRoutes>;
const OFFERED = 100;

/** By which routes the people of a group call, and which numbers they show: a part of the editor of the group. */
export default function GroupRoutes({ groupId, onPending }: GroupPartProps) {
  const t = useText();
  const mayEdit = useCan()('routes.edit');
  const answer = useEndpoint(routesApi.groupRoutes, { id: groupId }, { staleMs: 0 });
  // What was read when the group was last open may be old, and is not what is edited.
  const kept = answer.isFetchedAfterMount ? answer.data : undefined;
  return (
    <fieldset className="form-group">
      <legend>{t('routes.group.title')}</legend>
      <p>{t('routes.group.hint')}</p>
      {!kept ? (
        <LoadingLines />
      ) : mayEdit ? (
        <GroupChoices groupId={groupId} kept={kept} onPending={onPending} />
      ) : (
        <GroupFacts kept={kept} />
      )}
    </fieldset>
  );
}

function GroupFacts({ kept: { routes, numbers } }: { kept: Kept }) {
  const t = useText();
  const format = useFormat();
  const named = (words: string[], none: string) => (words.length === 0 ? none : format.list(words));
  return (
    <dl className="fact-list">
      <div>
        <dt>{t('routes.name')}</dt>
        <dd>
          {named(
            routes.map(({ routerName }) => routerName),
            t('routes.group.anyRoute'),
          )}
        </dd>
      </div>
      <div>
        <dt>{t('routes.numbers')}</dt>
        <dd>{named(numbers.map(numberLabel), t('routes.group.anyNumber'))}</dd>
      </div>
    </dl>
  );
}

function GroupChoices({ groupId, kept, onPending }: { kept: Kept } & GroupPartProps) {
  const t = useText();
  const routes = useEndpoint(routesApi.list, { path: 'list' }).data ?? [];
  const choices = useEndpoint(routesApi.poolChoices, { path: 'numberPool.choices' }).data ?? [];
  const save = useCommand(routesApi.setGroupRoutes, {
    invalidates: [routesApi.groupRoutes, routesApi.groupNumbers],
    handlesFailures: true,
  });
  const [routerIds, setRouterIds] = useState(() => kept.routes.map(({ routerId }) => routerId));
  const [numbers, setNumbers] = useState(() => kept.numbers.map(({ kind, id }) => ({ kind, id })));
  const change = (part: { routerIds?: number[]; numbers?: typeof numbers }) => {
    const next = { routerIds, numbers, ...part };
    setRouterIds(next.routerIds);
    setNumbers(next.numbers);
    onPending(() => save.mutateAsync({ id: groupId, ...next }));
  };
  const offered = [
    ...kept.numbers,
    ...choices.filter((one) => !kept.numbers.some((had) => numberKey(had) === numberKey(one))),
  ];
  return (
    <>
      <MultiSelect
        label={t('routes.name')}
        placeholder={routerIds.length === 0 ? t('routes.group.anyRoute') : ''}
        searchable
        clearable
        data={routes
          .filter(({ id, type }) => type !== RouteType.inbound || routerIds.includes(id))
          .map(({ id, name, enabled }) => ({
            value: String(id),
            label: enabled ? name : t('routes.group.offRoute', { name }),
          }))}
        value={routerIds.map(String)}
        onChange={(ids) => change({ routerIds: ids.map(Number) })}
      />
      <MultiSelect
        label={t('routes.numbers')}
        placeholder={numbers.length === 0 ? t('routes.group.anyNumber') : ''}
        searchable
        clearable
        limit={OFFERED}
        data={offered.map((one) => ({ value: numberKey(one), label: numberLabel(one) }))}
        value={numbers.map(numberKey)}
        onChange={(keys) =>
          change({
            numbers: offered.filter((one) => keys.includes(numberKey(one))).map(({ kind, id }) => ({ kind, id })),
          })
        }
      />
    </>
  );
}
