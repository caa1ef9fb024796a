import { Button } from '@mantine/core';
import { Lock, MapPinOff } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { HOME } from '#core/shell/address.ts';
import { useText } from '#platform/web/i18n.ts';
import { EmptyState } from '#platform/web/ui/states.tsx';
import { useInfo } from './shell-data.ts';

function ToHome() {
  const t = useText();
  return (
    <Button component={Link} to={HOME}>
      {t('shell.toHome')}
    </Button>
  );
}

/** An address nobody knows. */
export function NotFound() {
  const t = useText();
  const { pathname } = useLocation();
  return (
    <EmptyState
      icon={<MapPinOff size={22} />}
      title={t('shell.notFound.title')}
      hint={t('shell.notFound.hint', { path: pathname })}
      action={<ToHome />}
    />
  );
}

/** A page the viewer's role does not include. */
export function NoAccess() {
  const t = useText();
  const { tenantName } = useInfo();
  return (
    <EmptyState
      icon={<Lock size={22} />}
      title={t('shell.noAccess.title')}
      hint={t('shell.noAccess.hint', { team: tenantName })}
      action={<ToHome />}
    />
  );
}
