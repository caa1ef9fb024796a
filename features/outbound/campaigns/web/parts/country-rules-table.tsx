import { useState } from 'react';
import { doNotCallApi, type NoCallDay } from '#features/outbound/do-not-call/contract.ts';
import { countryName } from '#platform/web/country.ts';
import { formatOf, useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { clockText, dayName } from '#platform/web/ui/week-hours.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { countryRules, HOUSE_RULES, ruleOf, type CountryRule } from '../../core/country-rules.ts';
import { comingDaysOff } from '../../core/days-off.ts';

/** What countries ask, each with where it is written and when we read it. The server keeps to it whatever is set, but for what is said not to be. */
export function CountryRulesTable() {
  const t = useText();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const ownDays = useOwnDays(isOpen);
  // A country without a rule stands here once the team keeps days of its own for it.
  const more = [...new Set(ownDays.map(({ country }) => country))].filter(
    (country) => !countryRules.some((rule) => rule.country === country),
  );
  return (
    <details className="campaign-rules" open={isOpen} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{t('campaigns.rules.title')}</summary>
      {isOpen && (
        <>
          <p className="campaign-hint">
            {t('campaigns.rules.house', {
              ring: HOUSE_RULES.ringAtLeastSec,
              percent: HOUSE_RULES.abandoned.mostPercent,
              hours: HOUSE_RULES.restAfterAbandonedHours,
            })}
          </p>
          <p className="campaign-hint">{t('campaigns.rules.notKept')}</p>
          <p className="campaign-hint">{t('campaigns.rules.moreDays')}</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
          <div className="campaign-rules-table" role="region" tabIndex={0} aria-label={t('campaigns.rules.title')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('campaigns.rules.country')}</th>
                  <th scope="col">{t('campaigns.rules.hours')}</th>
                  <th scope="col">{t('campaigns.rules.asks')}</th>
                  <th scope="col">{t('campaigns.rules.source')}</th>
                </tr>
              </thead>
              <tbody>
                {[...countryRules, ...more.map(ruleOf)].map((rule) => (
                  <RuleRow
                    key={rule.country}
                    rule={rule}
                    name={countryName(rule.country, language)}
                    ownDays={ownDays}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </details>
  );
}

function RuleRow({ rule, name, ownDays }: { rule: CountryRule; name: string; ownDays: readonly NoCallDay[] }) {
  const t = useText();
  const format = useFormat();
  const asks = [
    rule.needsConsent && t('campaigns.rules.consent'),
    rule.closedOnHolidays && t('campaigns.rules.holidays'),
    rule.mostADay !== null && t('campaigns.rules.mostADay', { count: rule.mostADay }),
    rule.mostInThirtyDays !== null && t('campaigns.rules.mostAMonth', { count: rule.mostInThirtyDays }),
    rule.restAfterRefusalDays !== null && t('campaigns.rules.rest', { count: rule.restAfterRefusalDays }),
    rule.abandoned !== null &&
      t('campaigns.rules.abandoned', { percent: rule.abandoned.mostPercent, days: rule.abandoned.overDays }),
    rule.doNotCallList !== null &&
      t('campaigns.rules.list', { name: rule.doNotCallList.name, days: rule.doNotCallList.mostDaysOld }),
  ].filter((one) => one !== false);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{rule.weekly ? hoursText(rule.weekly) : '–'}</td>
      <td>
        {asks.length > 0 ? format.list(asks) : '–'}
        <ComingDaysOff country={rule.country} ownDays={ownDays} />
      </td>
      <td>
        {rule.sources.map(({ title, readIn }) => (
          <div key={title}>
            {title} · {readIn}
          </div>
        ))}
      </td>
    </tr>
  );
}

/** The team's own days without calls, where one may see them. */
function useOwnDays(isWanted: boolean): readonly NoCallDay[] {
  const enabled = useCan()('do-not-call.view') && isWanted;
  return useEndpoint(doNotCallApi.days, {}, { enabled, handlesFailures: true }).data ?? [];
}

const DAYS_SHOWN = 12;

/** On which of the next days nobody is called there: those of the law, and the team's. */
function ComingDaysOff({ country, ownDays }: { country: string; ownDays: readonly NoCallDay[] }) {
  const t = useText();
  const date = formatOf(useLanguage(), 'UTC').date;
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const days = comingDaysOff(country, ownDays, today, DAYS_SHOWN);
  if (days.length === 0) return null;
  return (
    <div className="campaign-days-off">
      {t('campaigns.rules.notCalledOn')}
      <ul>
        {days.map((day) => (
          <li key={`${day.date} ${day.area} ${day.name}`}>
            {t(day.area === '' ? 'campaigns.rules.dayOff' : 'campaigns.rules.dayOffIn', {
              date: date(`${day.date} 00:00:00`),
              name: day.name,
              area: day.area,
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** "Mon, Tue, Wed 09:00–20:00; Sat 09:00–17:00": days with the same hours together. */
function hoursText(weekly: NonNullable<CountryRule['weekly']>): string {
  const days = new Map<string, number[]>();
  for (const { day, from, to } of weekly) {
    const hours = `${clockText(from)}–${clockText(to)}`;
    days.set(hours, [...(days.get(hours) ?? []), day]);
  }
  return [...days]
    .map(([hours, on]) => {
      const [first, last] = [on[0]!, on.at(-1)!];
      const named =
        on.length > 2
          ? `${dayName(first, 'short')}–${dayName(last, 'short')}`
          : on.map((day) => dayName(day, 'short')).join(', ');
      return `${named} ${hours}`;
    })
    .join('; ');
}
