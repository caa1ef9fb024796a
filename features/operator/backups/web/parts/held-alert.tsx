import { Alert, Button, Checkbox } from '@mantine/core';
import { OctagonPause } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { backupsApi, type HeldWork } from '../../contract.ts';
import { kindText } from './kind-text.ts';
import { StoppedList } from './stopped-list.tsx';

/** What waits since the installation was restored, and the way to release it; nothing where nothing is held. */
export function HeldAlert({ isShort = false }: { isShort?: boolean }) {
  const t = useText();
  const format = useFormat();
  const { data: held } = useEndpoint(backupsApi.held, {}, { handlesFailures: true });
  if (!held) return null;
  return (
    <Alert
      variant="light"
      color="yellow"
      icon={<OctagonPause size={18} aria-hidden />}
      title={t('backups.held.title', { when: format.dateTime(held.restoredTo ?? held.since) })}
    >
      {isShort ? (
        <Button component={Link} to="/operator/backups" size="xs" variant="default">
          {t('backups.held.look')}
        </Button>
      ) : (
        <Held held={held} />
      )}
    </Alert>
  );
}

function Held({ held: { kinds, campaigns, block } }: { held: HeldWork }) {
  const t = useText();
  const format = useFormat();
  const [forget, setForget] = useState<readonly string[]>([]);
  const release = useCommand(backupsApi.release, {
    invalidates: [backupsApi.held, backupsApi.released, backupsApi.state],
    done: 'backups.held.released',
  });
  async function askAndRelease(): Promise<void> {
    const question = {
      title: t('backups.held.askTitle'),
      body: t('backups.held.askBody'),
      yes: t('backups.held.release'),
      danger: true,
    };
    if (await confirm(question)) release.mutate({ forget: [...forget] });
  }
  return (
    <div className="backup-parts">
      <p className="backup-words">{t('backups.held.lead')}</p>
      <ul className="backup-kinds">
        {kinds.map(({ task, past, since, canForget }) => (
          <li key={task}>
            <span>
              {kindText(task)}
              <small>{t('backups.held.counts', { past: format.number(past), since: format.number(since) })}</small>
            </span>
            {canForget && past > 0 && (
              <Checkbox
                label={t('backups.held.forget')}
                aria-label={t('backups.held.forgetNamed', { kind: kindText(task) })}
                checked={forget.includes(task)}
                onChange={({ currentTarget: { checked } }) =>
                  setForget((chosen) => (checked ? [...chosen, task] : chosen.filter((one) => one !== task)))
                }
              />
            )}
          </li>
        ))}
        {kinds.length === 0 && <li>{t('backups.held.nothing')}</li>}
      </ul>
      <StoppedList campaigns={campaigns} />
      {block && <p className="backup-words">{t(`backups.held.block.${block}`)}</p>}
      <div className="page-actions">
        <Button disabled={block !== null} loading={release.isPending} onClick={() => void askAndRelease()}>
          {t('backups.held.release')}
        </Button>
      </div>
    </div>
  );
}
