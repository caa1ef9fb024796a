import { useState } from 'react';
import { Failure } from '#shared/failure.ts';
import { departure, failureText, handleFailure } from '#platform/web/failure-handler.ts';
import { endsSession } from '#platform/web/failures.ts';
import { useText } from '#platform/web/i18n.ts';
import { session } from '#platform/web/session.ts';
import { maySignOut } from '#platform/web/signing-out.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { accountApi } from '../../contract.ts';
import { enterTeam } from './enter-team.ts';
import type { Team } from './team.ts';
import { TeamRow } from './team-row.tsx';

/** All teams of the viewer. A refusal is said at the team it is about. */
export function TeamList({ teams }: { teams: Team[] }) {
  const t = useText();
  const [refused, setRefused] = useState<{ tenantId: number; text: string } | null>(null);
  const [entering, setEntering] = useState<number | null>(null);
  const leaving = useCommand(accountApi.leaveTeam, {
    handlesFailures: true,
    invalidates: [accountApi.teams, accountApi.sessions],
  });
  const busy = entering !== null || leaving.isPending;

  function refuse(tenantId: number, error: unknown): void {
    if (!(error instanceof Failure) || endsSession(error)) handleFailure(error);
    else setRefused({ tenantId, text: failureText(error) });
  }

  async function goTo({ tenantId }: Team): Promise<void> {
    setRefused(null);
    // Until the new document is there, nothing more can be pressed.
    setEntering(tenantId);
    if (!(await maySignOut())) return setEntering(null);
    try {
      await enterTeam(tenantId);
    } catch (error) {
      setEntering(null);
      refuse(tenantId, error);
    }
  }

  async function leave({ tenantId, tenantName, current }: Team): Promise<void> {
    setRefused(null);
    const question = {
      title: t('account.teams.leaveTitle', { team: tenantName }),
      body: t(current ? 'account.teams.leaveBodyHere' : 'account.teams.leaveBody'),
      yes: t('account.teams.leave'),
      danger: true,
    };
    if (!(await confirm(question)) || (current && !(await maySignOut()))) return;
    try {
      await leaving.mutateAsync({ tenantId });
      if (current) signedOut();
      else toast({ tone: 'success', text: t('account.teams.left', { team: tenantName }) });
    } catch (error) {
      refuse(tenantId, error);
    }
  }

  return (
    <ul className="teams">
      {teams.map((team) => (
        <TeamRow
          key={team.tenantId}
          team={team}
          busy={busy}
          entering={entering === team.tenantId}
          refusal={refused?.tenantId === team.tenantId ? refused.text : ''}
          onEnter={() => void goTo(team)}
          onLeave={() => void leave(team)}
        />
      ))}
    </ul>
  );
}

/** The session ended with the membership; the sign-in page leads to the other teams. */
function signedOut(): void {
  session.end();
  departure.go('/login?reason=signedOut');
}
