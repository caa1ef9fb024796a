import { useText } from '#platform/web/i18n.ts';
import { suspension } from '#platform/web/session.ts';
import { Link } from './link.tsx';

/** For people of a team that was suspended: what happened, why, and whom to ask. */
export function Suspended() {
  const t = useText();
  const why = suspension.why();
  return (
    <>
      <h1>{t('account.suspended.title')}</h1>
      <p className="out-sub">{t('account.suspended.sub')}</p>
      {why && (
        <p className="out-reason" role="status">
          <b>{t('account.suspended.why')}</b> {why}
        </p>
      )}
      <p>{t('account.suspended.whom')}</p>
      <p>{t('account.suspended.kept')}</p>
      <p className="out-links">
        <Link to="/login">{t('account.suspended.again')}</Link>
      </p>
    </>
  );
}
