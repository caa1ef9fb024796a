import { Switch } from '@mantine/core';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { invalidate, setAnswer, useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';

/** By group: whether a call pauses new chats. Saved by itself; holds for the next chat that is given out. */
export default function BlendingCard() {
  const t = useText();
  const mayEdit = useCan()('agent-groups.edit');
  const { data, error, refetch } = useEndpoint(agentGroupsApi.blending, {}, { handlesFailures: true });
  const save = useCommand(agentGroupsApi.setBlending, {
    done: 'ui.saved',
    onDone: () => void invalidate(agentGroupsApi.blending),
    onFailed: () => void invalidate(agentGroupsApi.blending),
  });
  const set = (id: number, callPausesChats: boolean): void => {
    setAnswer(agentGroupsApi.blending, {}, (before) =>
      before?.map((group) => (group.id === id ? { ...group, callPausesChats } : group)),
    );
    save.mutate({ id, callPausesChats });
  };
  return (
    <Card title={t('chat-channels.blending')}>
      <p className="blending-lead">{t(mayEdit ? 'chat-channels.blending.lead' : 'chat-channels.blending.readOnly')}</p>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingLines />
      ) : data.length === 0 ? (
        <p className="blending-lead">{t('chat-channels.blending.none')}</p>
      ) : (
        <ul className="blending">
          {data.map(({ id, name, callPausesChats }) => (
            <li key={id}>
              <Switch
                label={name}
                description={t(callPausesChats ? 'chat-channels.blending.pauses' : 'chat-channels.blending.goesOn')}
                checked={callPausesChats}
                disabled={!mayEdit || save.isPending}
                onChange={(event) => set(id, event.currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
