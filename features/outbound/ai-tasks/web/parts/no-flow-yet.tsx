import { Button } from '@mantine/core';
import { Bot } from 'lucide-react';
import { Link } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { EmptyState } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { aiTasksApi, type AiFlow } from '../../contract.ts';

/** The flows that can call; undefined while they are asked for. */
export const usePublishedFlows = (): AiFlow[] | undefined =>
  useEndpoint(aiTasksApi.flows, {}, { staleMs: 0, handlesFailures: true }).data;

/** Nobody can be called before there is a flow that talks. */
export function NoFlowYet() {
  const t = useText();
  const mayDesign = useCan()('flows.view');
  return (
    <EmptyState
      icon={<Bot size={22} />}
      title={t('ai-tasks.noFlow')}
      hint={t('ai-tasks.noFlowHint')}
      {...(mayDesign
        ? {
            action: (
              <Button component={Link} to="/robot/flows">
                {t('ai-tasks.toFlows')}
              </Button>
            ),
          }
        : {})}
    />
  );
}
