import { Button } from '@mantine/core';
import { LogOut } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { Initials } from '#platform/web/ui/initials.tsx';
import { Refusal } from '#platform/web/ui/form/refusal.tsx';
import type { Team } from './team.ts';

interface TeamRowProps {
  team: Team;
  /** A change is on its way: no second one. */
  busy: boolean;
  entering: boolean;
  refusal: string;
  onEnter: () => void;
  onLeave: () => void;
}

/** A team with what the viewer is in it. */
export function TeamRow({ team, busy, entering, refusal, onEnter, onLeave }: TeamRowProps) {
  const t = useText();
  const { tenantName, company, roleName, isOwner, current } = team;
  const detail = [company === tenantName ? '' : company, roleName || t('account.teams.noRole')]
    .filter(Boolean)
    .join(' · ');
  return (
    <li className="team" aria-current={current ? 'true' : undefined}>
      <div className="team-line">
        <Initials name={tenantName} size={38} />
        <div className="team-words">
          <p className="team-name">
            {tenantName}
            {isOwner && <Badge tone="blue">{t('account.teams.owner')}</Badge>}
            {current && <Badge tone="green">{t('account.teams.current')}</Badge>}
          </p>
          <p className="team-detail">{detail}</p>
        </div>
        <div className="team-buttons">
          {!current && (
            <Button
              loading={entering}
              disabled={busy && !entering}
              aria-label={t('account.teams.enterLabel', { team: tenantName })}
              onClick={onEnter}
            >
              {t('account.teams.enter')}
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray"
            leftSection={<LogOut size={15} aria-hidden />}
            disabled={busy}
            aria-label={t('account.teams.leaveLabel', { team: tenantName })}
            onClick={onLeave}
          >
            {t('account.teams.leave')}
          </Button>
        </div>
      </div>
      <Refusal text={refusal} />
    </li>
  );
}
