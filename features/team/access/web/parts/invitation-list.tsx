import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link2, MailPlus, Send, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { PersonCell } from '#platform/web/ui/initials.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { accessApi, type Invitation } from '../../contract.ts';
import { LinkDialog, useMails } from './invitation-ways.tsx';
import '../access.css';

/** Invitations nobody has answered yet. */
export function InvitationList({ answer, invite }: { answer: UseQueryResult<Invitation[]>; invite: ReactNode }) {
  const t = useText();
  if (answer.isError && !answer.data) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data)
    return (
      <Card>
        <LoadingLines />
      </Card>
    );
  if (answer.data.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<MailPlus size={22} />}
          title={t('access.invitation.none')}
          hint={t('access.invitation.noneHint')}
          action={invite}
        />
      </Card>
    );
  return (
    <Card title={t('access.invitation.open')} actions={invite}>
      <ul className="access-invitations">
        {answer.data.map((invitation) => (
          <Line key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  );
}

function Line({
  invitation: { id, email, roleNames, invitedBy, createdAt, expiresAt, expired },
}: {
  invitation: Invitation;
}) {
  const t = useText();
  const can = useCan();
  const format = useFormat();
  const invalidates = [accessApi.invitations];
  const resend = useCommand(accessApi.resendInvitation, { invalidates, done: 'access.invited' });
  const [link, setLink] = useState<string | null>(null);
  const makeLink = useCommand(accessApi.invitationLink, { invalidates, onDone: (made) => setLink(made.link) });
  const mails = useMails();
  const withdraw = useCommand(accessApi.withdrawInvitation, { invalidates, done: 'access.invitation.withdrawn' });

  async function askAndWithdraw(): Promise<void> {
    const yes = await confirm({
      title: t('access.invitation.withdrawTitle', { email }),
      body: t('access.invitation.withdrawText'),
      yes: t('access.invitation.withdraw'),
      danger: true,
    });
    if (yes) withdraw.mutate({ id });
  }

  return (
    <li>
      <PersonCell
        name={email}
        detail={t('access.invitation.by', {
          name: invitedBy,
          when: format.relative(createdAt),
          roles: roleNames.join(', ') || '–',
        })}
      />
      <div className="page-actions">
        {expired ? (
          <Badge look="tag" tone="warning">
            {t('access.invitation.expired')}
          </Badge>
        ) : (
          <span className="access-count">{t('access.invitation.until', { date: format.date(expiresAt) })}</span>
        )}
        {can('access.members') && (
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<Link2 size={14} aria-hidden />}
              loading={makeLink.isPending}
              onClick={() => makeLink.mutate({ id })}
            >
              {t('access.invitation.newLink')}
            </Button>
            {mails !== false && (
              <Button
                size="xs"
                variant="default"
                leftSection={<Send size={14} aria-hidden />}
                loading={resend.isPending}
                onClick={() => resend.mutate({ id })}
              >
                {t('access.invitation.resend')}
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              leftSection={<Undo2 size={14} aria-hidden />}
              loading={withdraw.isPending}
              onClick={() => void askAndWithdraw()}
            >
              {t('access.invitation.withdraw')}
            </Button>
          </>
        )}
      </div>
      {link !== null && <LinkDialog made={{ email, link }} onClose={() => setLink(null)} />}
    </li>
  );
}
