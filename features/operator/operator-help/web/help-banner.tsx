import { LifeBuoy } from 'lucide-react';
import { Link } from 'react-router';
import { helpStage } from '#core/operator/help-stage.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { call } from '#platform/web/call.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { ownSession, session } from '#platform/web/session.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { operatorHelpApi } from '../contract.ts';
import './operator-help.css';

/** Says on every page that somebody from outside helps, until when, and ends it; to the helper as to who let them in. */
export default function HelpBanner() {
  const helpUntil = useViewer()?.helpUntil ?? null;
  return <output className="help-said">{helpUntil ? <Helper until={helpUntil} /> : <Helped />}</output>;
}

function Helper({ until }: { until: string }) {
  const t = useText();
  const format = useFormat();
  const { data: info } = useEndpoint(accountApi.info, {}, { staleMs: 300_000 });
  async function leave(): Promise<void> {
    // However the server takes it: here it is over.
    await call(accountApi.logout, {}).catch(() => {});
    const back = ownSession.resume({ isLeft: true });
    if (back === null) session.end();
    departure.go(back ?? '/login?reason=signedOut');
  }
  return (
    <div className="banner help-banner">
      <LifeBuoy size={15} aria-hidden />
      <span>{t('operator-help.banner.helper', { team: info?.tenantName ?? '', until: format.time(until) })}</span>
      <button type="button" onClick={() => void leave()}>
        {t('operator-help.banner.leave')}
      </button>
    </div>
  );
}

function Helped() {
  const t = useText();
  const format = useFormat();
  const { data } = useEndpoint(operatorHelpApi.list, {}, { staleMs: 300_000, handlesFailures: true });
  const open = data?.helps.find(({ isOpen }) => isOpen);
  const end = useCommand(operatorHelpApi.withdraw, {
    invalidates: [operatorHelpApi.list],
    done: 'operator-help.withdrawn',
  });
  if (!open && data?.helps.some((help) => helpStage(help) === 'asked'))
    return (
      <div className="banner help-banner">
        <LifeBuoy size={15} aria-hidden />
        <span>{t('operator-help.banner.asked')}</span>
        <Link to="/organisation/settings">{t('operator-help.banner.look')}</Link>
      </div>
    );
  if (!open) return null;
  return (
    <div className="banner help-banner">
      <LifeBuoy size={15} aria-hidden />
      <span>{t('operator-help.banner.helped', { until: format.time(open.until) })}</span>
      <button type="button" disabled={end.isPending} onClick={() => end.mutate({ id: open.id })}>
        {t('operator-help.banner.end')}
      </button>
    </div>
  );
}
