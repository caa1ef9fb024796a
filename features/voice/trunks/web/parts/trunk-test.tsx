import { Button, Loader, TextInput } from '@mantine/core';
import { Ban, Circle, CircleCheck, CircleX, Play } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { copyText } from '#platform/web/ui/copy-button.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { fieldRefused } from '#platform/web/ui/form/issue-text.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { Failure } from '#shared/failure.ts';
import { trunksApi, type SipTrunk, type SipTrunkTest } from '../../contract.ts';
import { Fault } from './health-line.tsx';

type Step = SipTrunkTest['steps'][number];

/** Tries a trunk step by step; what is found appears as it is found. */
export function TrunkTestPanel({ trunk, onClose }: { trunk: SipTrunk; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const [number, setNumber] = useState('');
  const [begun, setBegun] = useState<SipTrunkTest | null>(null);
  const start = useCommand(trunksApi.test, { onDone: setBegun, handlesFailures: true });
  const refusal = start.error && whyRefused(start.error, number);
  // What is pushed is younger than the answer to the click.
  const test = trunk.test && (!begun || trunk.test.testId === begun.testId) ? trunk.test : begun;
  const isRunning = start.isPending || test?.isOver === false;
  return (
    <SidePanel opened onClose={onClose} size={520} title={t('trunks.testNamed', { name: trunk.name })}>
      <div className="trunk-test">
        <p>{t('trunks.testLead')}</p>
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            start.mutate({ id: trunk.id, number: number.replace(/[\s().\-/]/g, '') });
          }}
        >
          <TextInput
            label={t('trunks.testNumber')}
            description={t('trunks.testNumberHint')}
            inputMode="tel"
            maxLength={30}
            value={number}
            error={refusal}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
          <Button
            type="submit"
            className="trunk-add"
            loading={isRunning}
            disabled={!trunk.enabled}
            leftSection={<Play size={15} aria-hidden />}
          >
            {t('trunks.test')}
          </Button>
          {!trunk.enabled && <p>{t('trunks.testOff')}</p>}
        </form>
        {test && (
          <>
            <p className="trunk-test-when">{t('trunks.testAt', { time: format.exact(test.startedAt) })}</p>
            <ol className="trunk-steps" aria-live="polite">
              {test.steps.map((step) => (
                <TestStep key={step.step} step={step} domain={trunk.domain} />
              ))}
            </ol>
            {test.isOver && (
              <Button variant="default" className="trunk-add" onClick={() => void copyText(resultText(test))}>
                {t('trunks.testCopy')}
              </Button>
            )}
          </>
        )}
      </div>
    </SidePanel>
  );

  function resultText({ startedAt, steps }: SipTrunkTest): string {
    const lines = steps.map(({ step, outcome, detail, ms, trouble }) =>
      [
        `${t(`trunks.step.${step}`)}: ${t(`trunks.outcome.${outcome}`)}`,
        detail,
        ms === null ? '' : `${ms} ms`,
        trouble ? t(`trunks.fault.${trouble}`, { detail: detail || trunk.domain }) : '',
      ]
        .filter(Boolean)
        .join(' – '),
    );
    return [`${trunk.name} (${trunk.domain}), ${format.exact(startedAt)}`, ...lines].join('\n');
  }
}

/** At the one field there is: what is wrong with the number, or why nothing is tried at all. */
const whyRefused = (error: Error, number: string): string =>
  (error instanceof Failure && fieldRefused(error, { number })?.text) || failureText(error);

const icons = { waiting: Circle, ok: CircleCheck, failed: CircleX, skipped: Ban } as const;

function TestStep({ step: { step, outcome, detail, ms, trouble }, domain }: { step: Step; domain: string }) {
  const t = useText();
  const format = useFormat();
  const Icon = outcome === 'running' ? null : icons[outcome];
  return (
    <li data-outcome={outcome}>
      {Icon ? <Icon size={18} aria-hidden /> : <Loader size={18} aria-hidden />}
      <span>
        <b>{t(`trunks.step.${step}`)}</b> <span>{t(`trunks.outcome.${outcome}`)}</span>
        {detail && <small>{detail}</small>}
        {ms !== null && <small>{t('trunks.took', { ms: format.number(ms) })}</small>}
        {trouble && <Fault fault={{ what: trouble, detail: detail || domain }} />}
      </span>
    </li>
  );
}
