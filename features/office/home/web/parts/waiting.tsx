import { Button } from '@mantine/core';
import { BellDot, Download, Globe, Loader, MailQuestion, Megaphone, UserPlus, type LucideIcon } from 'lucide-react';
import { use, type ReactNode } from 'react';
import { Link } from 'react-router';
import { accessApi } from '#features/team/access/contract.ts';
import type { UserInfo } from '#features/team/account/contract.ts';
import { announcementsApi } from '#features/team/announcements/contract.ts';
import { downloadsApi } from '#features/office/downloads/contract.ts';
import { download } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { browserZone } from '#platform/web/zone.ts';
import { DownloadStatus } from '#shared/codes/download-status.ts';
import type { Summary } from '../../contract.ts';
import { HomeShellContext } from '../home-shell.ts';

const MEMBERS = '/organisation/members';
const SHOWN_EXPORTS = 3;
const quiet = { handlesFailures: true };

function Line({
  icon: Icon,
  title,
  detail,
  action,
}: {
  icon: LucideIcon;
  title: string;
  detail?: string;
  action?: ReactNode;
}) {
  return (
    <li>
      <span className="home-line-icon">
        <Icon size={16} aria-hidden />
      </span>
      <div>
        <b>{title}</b>
        {detail && <small>{detail}</small>}
      </div>
      {action}
    </li>
  );
}

const Go = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button component={Link} to={to} variant="default" size="xs">
    {children}
  </Button>
);

/** Lines of one kind, and whether they are still asked for. */
interface Lines {
  lines: ReactNode[];
  isLoading: boolean;
}

/** Announcements not read and exports of mine. */
function useMyLines(): Lines {
  const t = useText();
  const [toRead, listed] = [useEndpoint(announcementsApi.effect, {}, quiet), useEndpoint(downloadsApi.list, {}, quiet)];
  const unread = toRead.data ?? [];
  const exports = listed.data ?? [];
  const running = exports.filter((one) => DownloadStatus.row(one.status).inProgress).length;
  const ready = exports.filter((one) => one.status === DownloadStatus.done).slice(0, SHOWN_EXPORTS);
  const lines = [
    unread.length > 0 && (
      <Line key="announcements" icon={Megaphone} title={t('home.waiting.announcements', { count: unread.length })} />
    ),
    running > 0 && <Line key="running" icon={Loader} title={t('home.waiting.exportsRunning', { count: running })} />,
    ...ready.map(({ id, fileName }) => (
      <Line
        key={`export ${id}`}
        icon={Download}
        title={t('home.waiting.exportReady', { name: fileName })}
        action={
          <Button
            variant="default"
            size="xs"
            onClick={() => void download(downloadsApi.file, { id }).catch(handleFailure)}
          >
            {t('home.waiting.download')}
          </Button>
        }
      />
    )),
  ];
  return { lines, isLoading: toRead.isLoading || listed.isLoading };
}

/** What waits on other pages: messages, chats, follow-ups. */
function useLinesElsewhere(): ReactNode[] {
  const t = useText();
  const waiting = use(HomeShellContext)?.waiting ?? [];
  return waiting.map(({ to, title }) => (
    <Line key={to} icon={BellDot} title={title} action={<Go to={to}>{t('home.waiting.see')}</Go>} />
  ));
}

/** What a new organisation or a new person still has to do. */
function useSetupLines(info: UserInfo, summary: Summary | undefined): Lines {
  const t = useText();
  const can = useCan();
  const shell = use(HomeShellContext);
  const invited = useEndpoint(accessApi.invitations, {}, { ...quiet, enabled: can('access.view') });
  const invitations = invited.data ?? [];
  const alone = can('access.members') && summary?.people?.members === 1 && invitations.length === 0;
  const lines = [
    alone && (
      <Line
        key="invite"
        icon={UserPlus}
        title={t('home.hint.invite')}
        detail={t('home.hint.inviteWhy')}
        action={<Go to={MEMBERS}>{t('home.hint.inviteDo')}</Go>}
      />
    ),
    invitations.length > 0 && (
      <Line
        key="invitations"
        icon={MailQuestion}
        title={t('home.waiting.invitations', { count: invitations.length })}
        action={<Go to={MEMBERS}>{t('home.waiting.see')}</Go>}
      />
    ),
    info.timeZone === null && (
      <Line
        key="zone"
        icon={Globe}
        title={t('home.hint.zone')}
        detail={t('home.hint.zoneWhy', { zone: browserZone() })}
        action={
          <Button variant="default" size="xs" onClick={shell?.chooseZone}>
            {t('home.hint.zoneDo')}
          </Button>
        }
      />
    ),
  ];
  return { lines, isLoading: invited.isLoading };
}

/** Everything that waits for the reader, once all of it is known; says so when nothing does. */
export function Waiting({
  info,
  summary,
  isAsking,
}: {
  info: UserInfo;
  summary: Summary | undefined;
  isAsking: boolean;
}) {
  const t = useText();
  const [elsewhere, mine, setup] = [useLinesElsewhere(), useMyLines(), useSetupLines(info, summary)];
  const isLoading = isAsking || mine.isLoading || setup.isLoading;
  const lines = [...elsewhere, ...mine.lines, ...setup.lines].filter(Boolean);
  return (
    <Card title={t('home.waiting')}>
      {isLoading ? (
        <LoadingLines lines={2} />
      ) : lines.length > 0 ? (
        <ul className="home-lines">{lines}</ul>
      ) : (
        <p className="home-nothing">{t('home.waiting.nothing')}</p>
      )}
    </Card>
  );
}
