import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import type { SipTrunkFault, SipTrunkState } from '../../contract.ts';
import { trunkHealth } from '../../core/trunk-health.ts';

/** How a trunk is, in a sentence; below it what went wrong last and what to do. */
export function HealthLine({ state }: { state: SipTrunkState }) {
  const t = useText();
  const format = useFormat();
  const { says, tone, at, host, ms, detail } = trunkHealth(state);
  const isTroubled = tone === 'red' || says === 'opening';
  return (
    <span className="trunk-health">
      <Badge look="dot" tone={tone}>
        {t(`trunks.says.${says}`, { time: format.time(at), host, ms: format.number(ms ?? 0), detail })}
      </Badge>
      {says === 'registered' && ms !== null && (
        <small>{t('trunks.says.answered', { host, ms: format.number(ms) })}</small>
      )}
      {state.fault && isTroubled && <Fault fault={state.fault} />}
      {state.fault && !isTroubled && state.at === 'open' && (
        <small>
          {t('trunks.faultBefore', {
            time: format.recent(state.fault.at),
            what: t(`trunks.fault.${state.fault.what}`, { detail: state.fault.detail }),
          })}
        </small>
      )}
    </span>
  );
}

/** What went wrong, and what to do about it. */
export function Fault({ fault: { what, detail } }: { fault: Pick<SipTrunkFault, 'what' | 'detail'> }) {
  const t = useText();
  return (
    <small className="trunk-fault">
      {t(`trunks.fault.${what}`, { detail })} {t(`trunks.remedy.${what}`)}
    </small>
  );
}
