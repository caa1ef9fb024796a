import { Badge, Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { flowsApi, type SimulatedTalk, type Simulation } from '../../contract.ts';
import { missText } from './case-words.ts';

/** What made-up callers and the flow said to each other; any of it can be kept. */
export function SimulatedTalks({
  id,
  simulation,
  isLocked,
}: {
  id: number;
  simulation: Simulation;
  isLocked: boolean;
}) {
  const t = useText();
  const [opened, setOpened] = useState<number | null>(null);
  const [kept, setKept] = useState<SimulatedTalk | null>(null);
  const results =
    useEndpoint(
      flowsApi.simulation,
      { simulationId: simulation.simulationId },
      { enabled: simulation.done > 0, staleMs: 0 },
    ).data?.results ?? [];
  return (
    <>
      <ul className="flow-versions">
        {results.map((talk, at) => (
          // They are told by their number.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <div className="flow-version-head">
              <b>{t('flows.talkNo', { no: at + 1 })}</b>
              <Badge size="sm" variant="light" color={talk.passed ? 'green' : 'red'}>
                {t(talk.passed ? 'flows.casePassed' : 'flows.caseFailed')}
              </Badge>
              <span>
                {talk.result === null ? t(`flows.simulatedEnd.${talk.ended}`) : codeLabel(AiCallResult, talk.result)}
              </span>
            </div>
            {talk.trouble !== null && (
              <Text size="xs" c="red">
                {t(`flows.modelTrouble.${talk.trouble}` as TextKey)}
              </Text>
            )}
            {talk.failures.length > 0 && (
              <ul className="flow-changes">
                {talk.failures.map((missed) => (
                  <li key={JSON.stringify(missed.expectation)}>{missText(t, missed)}</li>
                ))}
              </ul>
            )}
            <div className="flow-version-acts">
              <Button
                size="compact-xs"
                variant="subtle"
                aria-expanded={opened === at}
                onClick={() => setOpened(opened === at ? null : at)}
              >
                {t(opened === at ? 'flows.hideTalk' : 'flows.showTalk')}
              </Button>
              {!isLocked && talk.ended === 'over' && (
                <Button size="compact-xs" variant="subtle" onClick={() => setKept(talk)}>
                  {t('flows.keepTalk')}
                </Button>
              )}
            </div>
            {opened === at && <Transcript talk={talk} />}
          </li>
        ))}
      </ul>
      {kept && <KeepTalk id={id} talk={kept} expects={simulation.wish.expects} onClose={() => setKept(null)} />}
    </>
  );
}

function Transcript({ talk: { transcript } }: { talk: SimulatedTalk }) {
  const t = useText();
  return (
    <ol className="flow-transcript">
      {transcript.map(({ by, text, did }, at) => (
        // What was said has no other name than its place.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at} data-by={by}>
          <small>{t(`flows.saidBy.${by}`)}</small>
          {did ? <em>{t(`flows.did.${did}`, { keys: text })}</em> : text}
        </li>
      ))}
    </ol>
  );
}

const Wish = z.object({ name: z.string().trim().min(1).max(100) });

/** Keeps a made-up conversation: it is played again without anybody making it up. */
function KeepTalk({
  id,
  talk,
  expects,
  onClose,
}: {
  id: number;
  talk: SimulatedTalk;
  expects: Simulation['wish']['expects'];
  onClose(): void;
}) {
  const t = useText();
  const form = useContractForm(Wish, { name: talk.kept.name });
  const add = useCommand(flowsApi.addCase, {
    invalidates: [flowsApi.cases],
    done: 'flows.caseKept',
    handlesFailures: true,
  });
  return (
    <Dialog opened title={t('flows.keepCase')} dirty={form.isDirty()} onClose={onClose}>
      <ContractForm
        form={form}
        onCancel={onClose}
        onSubmit={async ({ name }) => {
          await add.mutateAsync({ id, content: { ...talk.kept, name, expects: [...talk.kept.expects, ...expects] } });
          onClose();
        }}
      >
        <TextInput label={t('flows.column.name')} data-autofocus required {...form.getInputProps('name')} />
        <Text size="xs" c="dimmed">
          {t('flows.keepTalkHint')}
        </Text>
      </ContractForm>
    </Dialog>
  );
}
