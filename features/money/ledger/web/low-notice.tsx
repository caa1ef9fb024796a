import { Alert } from '@mantine/core';
import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { paidText } from '#platform/web/minor-units.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { ledgerApi } from '../contract.ts';
import './ledger.css';

const BALANCE = '/settings/balance';

/** Stands on every page of who may see money while little is left, until they close it; the balance's own page says it itself. */
export default function LowNotice() {
  const t = useText();
  const language = useLanguage();
  const { pathname } = useLocation();
  const { data } = useEndpoint(ledgerApi.account, {}, { handlesFailures: true });
  const [isClosed, setClosed] = useState(false);
  if (!data?.isLow || isClosed || pathname === BALANCE) return null;
  const balance = paidText(data.balanceE4, data.currency, language);
  return (
    <Alert
      className="low-notice"
      color="orange"
      role="alert"
      icon={<Wallet size={18} aria-hidden />}
      title={t('ledger.low')}
      withCloseButton
      closeButtonLabel={t('ui.close')}
      onClose={() => setClosed(true)}
    >
      {t('ledger.lowHint', { balance })} <Link to={BALANCE}>{t('ledger.lowShow')}</Link>
    </Alert>
  );
}
