import { useState } from 'react';
import { countryName } from '#platform/web/country.ts';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { clockText, dayName } from '#platform/web/ui/week-hours.tsx';
import { countryRules, HOUSE_RULES, type CountryRule } from '../../core/country-rules.ts';

/** What countries ask, each with where it is written and when we read it. The server keeps to it whatever is set, but for what is said not to be. */
export function CountryRulesTable() {
  const t = useText();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
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
                {countryRules.map((rule) => (
                  <RuleRow key={rule.country} rule={rule} name={countryName(rule.country, language)} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </details>
  );
}

function RuleRow({ rule, name }: { rule: CountryRule; name: string }) {
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
      <td>{asks.length > 0 ? format.list(asks) : '–'}</td>
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
