import { Alert, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { useCan } from '#platform/web/viewer.ts';
import '../campaigns.css';

export interface CampaignRouteProps {
  /** Routes for automatic dialling; undefined while they are asked for. */
  routes: readonly { id: number; name: string }[] | undefined;
  routerId: number | null;
  /** Of the one that is chosen, as it was when the form began. */
  chosenName?: string;
  onChange: (routerId: number | null) => void;
  error?: ReactNode;
}

const NONE = '';

/** The route a campaign's calls leave by; where there is none yet, it says so. */
export default function CampaignRoute({ routes, routerId, chosenName = '', onChange, error }: CampaignRouteProps) {
  const t = useText();
  const maySetUp = useCan()('routes.view');
  if (routes?.length === 0)
    return (
      <Alert color="orange">
        {t('campaigns.routeMissing')} {maySetUp && <Link to="/settings/routes">{t('ui.open')}</Link>}
      </Alert>
    );
  // Until the others are known, and where it is not among them any more, the chosen one is named: nobody takes another for it.
  const isNamed = routerId === null || (routes?.some(({ id }) => id === routerId) ?? false);
  const chosen = isNamed ? [] : [{ id: routerId, name: chosenName || t('ui.loading') }];
  return (
    <NativeSelect
      label={t('campaigns.field.routerId')}
      description={t('campaigns.routeHint')}
      data={[
        { value: NONE, label: t('campaigns.noRoute') },
        ...[...chosen, ...(routes ?? [])].map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={routerId === null ? NONE : String(routerId)}
      onChange={({ currentTarget: { value } }) => onChange(value === NONE ? null : Number(value))}
      error={error}
    />
  );
}
