import { Button, UnstyledButton } from '@mantine/core';
import { Building2, LogOut } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { CONSOLE } from '#core/shell/address.ts';
import type { WebFeature } from '#platform/web/feature.ts';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Dropdown, useDropdown } from '#platform/web/ui/dropdown.tsx';
import { Initials } from '#platform/web/ui/initials.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { usePanel } from '../panels.ts';
import { usePersonalPages } from '../personal-pages.ts';
import { useInfo } from '../shell-data.ts';
import { signOut } from '../sign-out.ts';

/** Only where the header has no room for them. */
const SnugPreferences = lazy(async () => ({ default: (await import('./snug-preferences.tsx')).SnugPreferences }));

/** The first character of a nickname; a person without one is a question mark. */
export const initialOf = (nickName: string): string => [...nickName.trim()][0]?.toUpperCase() ?? '?';

/** Who is signed in, and what they can do about it. On snug windows also what the header had no room for. */
export function UserCard({ features, snug }: { features: readonly WebFeature[]; snug: boolean }) {
  const t = useText();
  const info = useInfo();
  const [ofUser, setOfUser] = usePanel('user');
  const [ofZone, setOfZone] = usePanel('zone');
  // The time zone is in here where the header has no room for it.
  const opened = ofUser || (snug && ofZone);
  const setOpened = (next: boolean) => (ofZone && !next ? setOfZone(false) : setOfUser(next));
  const close = () => setOpened(false);
  const pages = usePersonalPages(features, opened);
  const role = info.roleName || (info.isTenantOwner ? t('shell.user.owner') : t('shell.user.noRole'));
  const name = t('shell.user.open', { name: info.tenantNickName });
  const { button, opening } = useDropdown('dialog', opened, setOpened);
  return (
    <>
      <UnstyledButton {...button} className="avatar" aria-label={name}>
        {initialOf(info.tenantNickName)}
      </UnstyledButton>
      <Dropdown opening={opening} label={name} width={300} className="user-card">
        <div className="user-card-who">
          <Initials name={initialOf(info.tenantNickName)} size={42} />
          <div>
            <b>{info.tenantNickName}</b>
            <small>{info.email}</small>
          </div>
        </div>
        <dl>
          <dt>{t('shell.user.company')}</dt>
          <dd>{info.company}</dd>
          <dt>{t('shell.user.team')}</dt>
          <dd>{info.tenantName}</dd>
          <dt>{t('shell.user.role')}</dt>
          <dd>{role}</dd>
        </dl>
        {snug && (
          <Suspense fallback={<LoadingLines lines={4} />}>
            <SnugPreferences onDone={close} />
          </Suspense>
        )}
        <div className="user-card-links">
          {info.isOperator && (
            <Link to={CONSOLE} onClick={close}>
              <Building2 size={16} aria-hidden />
              {t('shell.console.open')}
            </Link>
          )}
          {pages.map(({ to, name: title, icon: Icon }) => (
            <Link key={to} to={to} onClick={close}>
              <Icon size={16} aria-hidden />
              {title}
            </Link>
          ))}
          <Button
            variant="subtle"
            color="gray"
            justify="flex-start"
            fullWidth
            leftSection={<LogOut size={16} aria-hidden />}
            onClick={() => void signOut()}
          >
            {t(info.helpUntil ? 'shell.user.endHelp' : 'shell.user.signOut')}
          </Button>
        </div>
      </Dropdown>
    </>
  );
}
