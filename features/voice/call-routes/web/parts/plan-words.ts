import { spokenNumber } from '#core/phone/spoken-number.ts';
import { countryName } from '#platform/web/country.ts';
import { useFormat } from '#platform/web/format.ts';
import { hasText, textOf, useLanguage, useText, type TextKey } from '#platform/web/i18n.ts';
import { minorText } from '#platform/web/minor-units.ts';
import type { Access } from '#shared/endpoint.ts';
import type { PlanAnswer, PlanStep } from '../../contract.ts';

/** The most exact of the texts there are; a server may know words this page does not. */
function exactly(...parts: string[]): string | null {
  const words = parts.filter((part) => part !== '');
  for (let length = words.length; length > 0; length -= 1) {
    const key = words.slice(0, length).join('.');
    if (hasText(key)) return key;
  }
  return null;
}

/** Kinds of limits in words, and how much of one is used: money where it is money that is limited. */
export function useLimitWords(currency: string) {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const amount = (kind: string, value: number): string =>
    kind === 'costPerDay' && currency !== '' ? minorText(value, currency, language) : format.number(value);
  return {
    nameOf: (kind: string): string => {
      const key = exactly(`routes.limit.${kind}`);
      return key ? textOf(key) : kind;
    },
    usageOf: (kind: string, used: number, max: number): string =>
      t('routes.use.of', { calls: amount(kind, used), max: amount(kind, max) }),
  };
}

/** A step of a plan as a sentence. */
export function useStepWords({ currency, countryIso2 }: Pick<PlanAnswer, 'currency' | 'countryIso2'>) {
  const language = useLanguage();
  const { nameOf, usageOf } = useLimitWords(currency);
  return (step: PlanStep): string => {
    const { rule, outcome, detail, routerName, trunkName, number, used, max } = step;
    const key = exactly(`routes.step.${rule}.${outcome}`, detail);
    const iso2 = rule === 'country' ? detail : (countryIso2 ?? '');
    const values = {
      route: routerName,
      named: routerName === '' ? 'no' : 'yes',
      trunk: trunkName,
      number: number === '' ? '' : spokenNumber(number),
      country: iso2 === '' ? '' : countryName(iso2, language),
      kind: rule === 'limit' ? nameOf(detail) : '',
      use: used !== null && max !== null ? usageOf(detail, used, max) : '',
      price: rule === 'cost' && used !== null ? minorText(used, currency, language) : '',
    };
    return key ? textOf(key, values) : [rule, detail].filter(Boolean).join(': ');
  };
}

/** What helps against a refusal, and where it is done. */
export interface Remedy {
  text: TextKey;
  link: { to: string; name: TextKey; access: Access } | null;
}

const trunks = { to: '/settings/trunks', name: 'routes.go.trunks', access: 'trunks.view' } as const;
const routes = { to: '/settings/routes', name: 'routes.tab.routes', access: 'routes.view' } as const;
const limits = { to: '/settings/limits', name: 'routes.go.limits', access: 'call-limits.view' } as const;
const groups = { to: '/seating/groups', name: 'routes.go.groups', access: 'agent-groups.view' } as const;
const links: Partial<Record<PlanStep['rule'], NonNullable<Remedy['link']>>> = {
  token: { to: '/organisation/members', name: 'routes.go.members', access: 'access.members' },
  emergency: trunks,
  country: limits,
  blacklist: { to: '/settings/blacklist', name: 'routes.go.blacklist', access: 'blacklist.view' },
  groupRoutes: groups,
  route: routes,
  hours: routes,
  groupNumbers: groups,
  shown: routes,
  limit: limits,
  trunk: trunks,
};

/** Nothing that can be set lets these calls go out. */
const byPeople = ['emergencyByHand', 'emergencyOnMobile'];

/** What to do about the step that refused a call; null where nothing helps. */
export function remedyOf(refused: PlanStep | undefined): Remedy | null {
  if (!refused) return null;
  const key = exactly(`routes.remedy.${refused.rule}`, refused.detail);
  const link = byPeople.includes(refused.detail) ? undefined : links[refused.rule];
  return key ? { text: key as TextKey, link: link ?? null } : null;
}
