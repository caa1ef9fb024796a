import { CircleCheck, CircleX, Users } from 'lucide-react';
import { Link } from 'react-router';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { minorText } from '#platform/web/minor-units.ts';
import { Flag } from '#platform/web/ui/flag.tsx';
import { countryName } from '#platform/web/country.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCan } from '#platform/web/viewer.ts';
import type { PlanAnswer } from '../../contract.ts';
import { PlanLimits } from './plan-limits.tsx';
import { PlanSteps } from './plan-steps.tsx';
import { remedyOf } from './plan-words.ts';
import '#platform/web/ui/fact-list.css';

/** What the plan says of a call: whether it would go, by which way, at what cost, and why. */
export function PlanAnswerCard({ answer }: { answer: PlanAnswer }) {
  const t = useText();
  return (
    <Card title={t('routes.answer.title')}>
      <div className="plan-answer">
        <div role="status" ref={toSight}>
          <Verdict answer={answer} />
        </div>
        <Facts answer={answer} />
        {answer.limits.length > 0 && <PlanLimits limits={answer.limits} currency={answer.currency} />}
        <PlanSteps answer={answer} />
      </div>
    </Card>
  );
}

/** On a telephone the answer stands below the question. */
const toSight = (element: HTMLElement | null): void => element?.scrollIntoView?.({ block: 'nearest' });

/** In one line, and what to do where it was refused. */
function Verdict({ answer }: { answer: PlanAnswer }) {
  const t = useText();
  const can = useCan();
  if (answer.kind === 'internal')
    return (
      <p className="plan-verdict" data-tone="blue">
        <Users size={18} aria-hidden />
        <b>{t('routes.answer.internal', { name: answer.colleague ?? '' })}</b>
      </p>
    );
  if (answer.kind === 'outbound')
    return (
      <p className="plan-verdict" data-tone="green">
        <CircleCheck size={18} aria-hidden />
        <b>{t(answer.isEmergency ? 'routes.answer.emergency' : 'routes.answer.goes')}</b>
      </p>
    );
  const { refusal, steps } = answer;
  const remedy = remedyOf(steps.find(({ outcome }) => outcome === 'refused'));
  return (
    <div className="plan-refusal">
      <p className="plan-verdict" data-tone="red">
        <CircleX size={18} aria-hidden />
        <b>{t('routes.answer.refused', { code: refusal?.code ?? 0, why: refusal?.text ?? '' })}</b>
      </p>
      {remedy && (
        <p>
          {t(remedy.text)}{' '}
          {remedy.link && can(remedy.link.access) && <Link to={remedy.link.to}>{t(remedy.link.name)}</Link>}
        </p>
      )}
    </div>
  );
}

function Facts({ answer }: { answer: PlanAnswer }) {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const { number, countryIso2, route, trunks, shown, perMinute, currency, emergencyAddress } = answer;
  const price = (value: number | null) =>
    value === null
      ? t('routes.answer.noPrice')
      : t('routes.answer.aMinute', { price: minorText(value, currency, language) });
  return (
    <dl className="fact-list">
      {number && (
        <div>
          <dt>{t('routes.answer.number')}</dt>
          <dd className="figures">
            {countryIso2 && <Flag iso2={countryIso2} />} {spokenNumber(number)}
            {countryIso2 && `, ${countryName(countryIso2, language)}`}
          </dd>
        </div>
      )}
      {route && (
        <div>
          <dt>{t('routes.answer.route')}</dt>
          <dd>{route.routerId === 0 ? t('routes.answer.anyTrunk') : route.routerName}</dd>
        </div>
      )}
      {trunks.length > 0 && (
        <div>
          <dt>{t('routes.answer.trunks')}</dt>
          <dd>
            {format.list(
              trunks.map(({ trunkName, perMinute: each }) =>
                each === null ? trunkName : `${trunkName} (${minorText(each, currency, language)})`,
              ),
            )}
          </dd>
        </div>
      )}
      {answer.kind === 'outbound' && (
        <>
          <div>
            <dt>{t('routes.answer.shown')}</dt>
            <dd className="figures">{shown ? spokenNumber(shown) : t('routes.answer.noNumber')}</dd>
          </div>
          <div>
            <dt>{t('routes.answer.cost')}</dt>
            <dd>{price(perMinute)}</dd>
          </div>
        </>
      )}
      {emergencyAddress && (
        <div>
          <dt>{t('routes.answer.address')}</dt>
          <dd>{emergencyAddress}</dd>
        </div>
      )}
    </dl>
  );
}
