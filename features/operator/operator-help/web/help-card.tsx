import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { helpStage } from '#core/operator/help-stage.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { ErrorLine, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import type { DataOf } from '#platform/web/call.ts';
import { operatorHelpApi } from '../contract.ts';
import './operator-help.css';

const GrantPanel = lazy(async () => ({ default: (await import('./parts/grant-panel.tsx')).GrantPanel }));

type Help = DataOf<typeof operatorHelpApi.list>['helps'][number];
const tones = { open: 'green', asked: 'blue', over: 'grey' } as const;
const SHOWN = 10;

/** Whether whoever runs the installation may come in: asked for, allowed for an hour, taken back. */
export default function HelpCard() {
  const t = useText();
  const { data, error, refetch } = useEndpoint(operatorHelpApi.list, {}, { staleMs: 300_000, handlesFailures: true });
  const [granted, setGranted] = useState<Help | 'own' | null>(null);
  const isOpen = data?.helps.some((help) => help.isOpen) ?? false;
  return (
    <Card
      title={t('operator-help.card.title')}
      actions={
        data &&
        !isOpen && (
          <Button variant="default" onClick={() => setGranted('own')}>
            {t('operator-help.card.offer')}
          </Button>
        )
      }
    >
      <p className="help-lead">{t('operator-help.card.lead')}</p>
      {error && !data ? (
        <ErrorLine error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingLines lines={2} />
      ) : (
        data.helps.length > 0 && (
          <ul className="help-list">
            {data.helps.slice(0, SHOWN).map((help) => (
              <HelpLine key={help.id} help={help} onGrant={() => setGranted(help)} />
            ))}
          </ul>
        )
      )}
      <Suspense fallback={null}>
        {granted && data && (
          <GrantPanel
            asked={granted === 'own' ? null : granted}
            rights={data.rights}
            onClose={() => setGranted(null)}
          />
        )}
      </Suspense>
    </Card>
  );
}

function HelpLine({ help, onGrant }: { help: Help; onGrant: () => void }) {
  const t = useText();
  const format = useFormat();
  const withdraw = useCommand(operatorHelpApi.withdraw, {
    invalidates: [operatorHelpApi.list],
    done: 'operator-help.withdrawn',
  });
  const stage = helpStage(help);
  const facts = [
    help.askedBy
      ? t('operator-help.card.askedBy', { name: help.askedBy, when: format.dateTime(help.askedAt) })
      : t('operator-help.card.offered', { when: format.dateTime(help.askedAt) }),
    help.grantedAt ? t('operator-help.card.granted', { name: help.grantedBy, until: format.dateTime(help.until) }) : '',
    help.endedAt
      ? t('operator-help.card.ended', { name: help.endedBy || '–', when: format.dateTime(help.endedAt) })
      : '',
  ];
  const end = (label: string) => (
    <Button size="xs" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate({ id: help.id })}>
      {label}
    </Button>
  );
  return (
    <li>
      <Badge look="dot" tone={tones[stage]}>
        {t(`operator-help.stage.${stage}`)}
      </Badge>
      <div>
        {help.why && <p>{help.why}</p>}
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </div>
      {stage === 'asked' && (
        <>
          <Button size="xs" onClick={onGrant}>
            {t('operator-help.card.allow')}
          </Button>
          {end(t('operator-help.card.refuse'))}
        </>
      )}
      {stage === 'open' && end(t('operator-help.banner.end'))}
    </li>
  );
}
