import { Button } from '@mantine/core';
import { Monitor, Smartphone } from 'lucide-react';
import { browserWords } from '#core/browser/user-agent.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText, type TextOf } from '#platform/web/i18n.ts';
import type { DataOf } from '#platform/web/call.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { IconRow, IconRows } from '#platform/web/ui/icon-rows.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { toast } from '#platform/web/toast.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { devicesApi } from '#features/team/devices/contract.ts';
import { accountApi } from '../../contract.ts';

type Place = DataOf<typeof accountApi.sessions>[number];

/** Which browser on which system, in the viewer's language. */
export function placeName(t: TextOf, userAgent: string): string {
  const { browser, system } = browserWords(userAgent);
  if (browser && system) return t('account.security.browserOn', { browser, system });
  return browser ?? system ?? t('account.security.unknownBrowser');
}

/** Where the viewer is signed in, and how to end it there. Signing out here is in the user card. */
export function SessionsCard() {
  const t = useText();
  const { data, error, refetch } = useEndpoint(accountApi.sessions, {}, { handlesFailures: true });
  const outdated = { invalidates: [accountApi.sessions, devicesApi.list] };
  const end = useCommand(accountApi.endSession, {
    ...outdated,
    done: 'account.security.sessionEnded',
    onFailed: () => void refetch(),
  });
  const endOthers = useCommand(accountApi.endOtherSessions, {
    ...outdated,
    onDone: ({ ended }) => toast({ tone: 'success', text: t('account.security.othersEnded', { ended }) }),
  });

  async function askEnd(place: Place, name: string): Promise<void> {
    const question = {
      title: t('account.security.endTitle', { name }),
      body: t('account.security.endBody'),
      yes: t('account.security.end'),
      danger: true,
    };
    if (await confirm(question)) end.mutate({ id: place.id });
  }
  async function askEndOthers(): Promise<void> {
    const question = {
      title: t('account.security.endOthersTitle'),
      body: t('account.security.endOthersBody'),
      yes: t('account.security.endOthers'),
      danger: true,
    };
    if (await confirm(question)) endOthers.mutate({});
  }

  const rules = useEndpoint(accountApi.sessionRules, {}, { handlesFailures: true }).data;
  const several = (data?.length ?? 0) > 1;
  return (
    <Card
      title={t('account.security.sessions')}
      actions={
        several && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => void askEndOthers()}>
            {t('account.security.endOthers')}
          </Button>
        )
      }
    >
      {data ? (
        <IconRows>
          {data.map((place) => (
            <PlaceRow
              key={place.id}
              place={place}
              ending={end.isPending && end.variables.id === place.id}
              onEnd={(name) => void askEnd(place, name)}
            />
          ))}
        </IconRows>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingLines lines={4} />
      )}
      {rules && (
        <p className="setting-note">
          {t('account.security.sessionRules', {
            hours: rules.idleHours,
            days: rules.longestDays,
            most: rules.mostPerPerson,
          })}
        </p>
      )}
    </Card>
  );
}

function PlaceRow({ place, ending, onEnd }: { place: Place; ending: boolean; onEnd: (name: string) => void }) {
  const t = useText();
  const format = useFormat();
  const name = placeName(t, place.userAgent);
  const Icon = /Mobile|iPhone|Android/.test(place.userAgent) ? Smartphone : Monitor;
  const seen = t('account.security.lastSeen', { when: format.relative(place.lastSeenAt) });
  return (
    <IconRow
      icon={Icon}
      name={
        <>
          <span title={place.userAgent}>{name}</span>
          {place.current && <Badge tone="green">{t('account.security.thisSession')}</Badge>}
        </>
      }
      detail={[place.tenantName, place.address, place.current ? null : seen].filter(Boolean).join(' · ')}
      detailHint={t('account.security.sinceUntil', {
        when: format.dateTime(place.createdAt),
        end: format.dateTime(place.endsAt),
      })}
      action={
        !place.current && (
          <Button
            variant="default"
            size="xs"
            loading={ending}
            aria-label={t('account.security.endLabel', { name, address: place.address })}
            onClick={() => onEnd(name)}
          >
            {t('account.security.end')}
          </Button>
        )
      }
    />
  );
}
