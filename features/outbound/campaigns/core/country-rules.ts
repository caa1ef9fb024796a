import type { WeeklyStretch } from '#core/calendar/business-hours.ts';
import { LIST_DAYS_OLD, nationalListOf, type NationalList } from '#core/call/national-lists.ts';
import { hoursOnDays } from './callable-hours.ts';

/** Where a rule is written, and the month in which we read it. */
export interface RuleSource {
  title: string;
  /** `YYYY-MM` */
  readIn: string;
}

/**
 * What a country asks of whoever calls people there to sell something. Null where we know of no rule: the campaign's own hold then.
 * It is a help for those who plan, not advice on law: it is shown with its sources, and kept by the dialler.
 */
export interface CountryRule {
  country: string;
  /** As clocks show where the called person is. */
  weekly: readonly WeeklyStretch[] | null;
  /** Whether nobody is called on public holidays: `public-holidays.ts`, and the list of the team. */
  closedOnHolidays: boolean;
  /** Calls to one number a day, answered or not. */
  mostADay: number | null;
  /** Calls to one number in thirty days. */
  mostInThirtyDays: number | null;
  /** Who said no is left alone so many days. */
  restAfterRefusalDays: number | null;
  /** Nobody is called without having agreed. */
  needsConsent: boolean;
  ringAtLeastSec: number | null;
  /** Of the calls people answered, and over which days. */
  abandoned: { mostPercent: number; overDays: number } | null;
  /** Whoever answers and finds nobody hears who called, and how to be left alone. */
  abandonedMessage: boolean;
  /** So long nobody is called again by a machine after an abandoned call. */
  restAfterAbandonedHours: number | null;
  /** The list of people who want no calls, and how old a copy may be. */
  doNotCallList: NationalList | null;
  sources: readonly RuleSource[];
}

const [WEEKDAYS, SATURDAY, WEEKEND] = [[1, 2, 3, 4, 5], [6], [6, 7]];
const EVERY_DAY = [...WEEKDAYS, ...WEEKEND];
const hour = (value: number): number => Math.round(value * 60);
const READ = '2026-11';

const nothing: Omit<CountryRule, 'country' | 'sources'> = {
  weekly: null,
  closedOnHolidays: false,
  mostADay: null,
  mostInThirtyDays: null,
  restAfterRefusalDays: null,
  needsConsent: false,
  ringAtLeastSec: null,
  abandoned: null,
  abandonedMessage: false,
  restAfterAbandonedHours: null,
  doNotCallList: null,
};
const rule = (
  country: string,
  asks: Partial<Omit<CountryRule, 'country' | 'sources'>>,
  ...titles: string[]
): CountryRule => ({ ...nothing, ...asks, country, sources: titles.map((title) => ({ title, readIn: READ })) });

/** What we could read up, and no more. Laws change, and nobody of the law has looked at it: the sources are what counts. */
export const countryRules: readonly CountryRule[] = [
  rule(
    'AU',
    {
      weekly: [...hoursOnDays(WEEKDAYS, hour(9), hour(20)), ...hoursOnDays(SATURDAY, hour(9), hour(17))],
      closedOnHolidays: true,
      doNotCallList: nationalListOf('AU'),
    },
    'Telecommunications (Telemarketing and Research Calls) Industry Standard 2017',
    'Do Not Call Register Act 2006',
    'Fair Work Act 2009, s. 115 (public holidays of the nation)',
  ),
  rule(
    'BR',
    {
      weekly: [...hoursOnDays(WEEKDAYS, hour(9), hour(21)), ...hoursOnDays(SATURDAY, hour(10), hour(16))],
      closedOnHolidays: true,
      mostADay: 2,
      doNotCallList: nationalListOf('BR'),
    },
    'Código de Conduta para Telemarketing (SART), 25 September 2019',
    'Anatel, Ato 10.413/2021 (0303)',
    'Leis 662/1949, 6.802/1980, 9.093/1995 e 14.759/2023 (feriados nacionais)',
  ),
  rule(
    'CA',
    {
      weekly: [...hoursOnDays(WEEKDAYS, hour(9), hour(21.5)), ...hoursOnDays(WEEKEND, hour(10), hour(18))],
      abandoned: { mostPercent: 5, overDays: 30 },
      doNotCallList: nationalListOf('CA'),
    },
    'CRTC Unsolicited Telecommunications Rules, Parts II and III (Telecom Decision CRTC 2007-48)',
  ),
  rule('CN', { needsConsent: true }, '中华人民共和国民法典 第一千零三十三条'),
  rule('DE', { needsConsent: true }, 'UWG § 7 Abs. 2 Nr. 1, § 7a'),
  rule(
    'ES',
    { weekly: hoursOnDays(WEEKDAYS, hour(9), hour(21)), closedOnHolidays: true, needsConsent: true },
    'Texto refundido de la Ley General para la Defensa de los Consumidores y Usuarios, art. 96.2',
    'Ley 11/2022 General de Telecomunicaciones, art. 66.1 b',
    'Real Decreto 2001/1983, art. 45 (fiestas laborales)',
  ),
  rule(
    'FR',
    {
      weekly: [...hoursOnDays(WEEKDAYS, hour(10), hour(13)), ...hoursOnDays(WEEKDAYS, hour(14), hour(20))],
      closedOnHolidays: true,
      mostInThirtyDays: 4,
      restAfterRefusalDays: 60,
      needsConsent: true,
    },
    'Code de la consommation, art. D. 223-9 (décret n° 2022-1313 du 13 octobre 2022)',
    'Code de la consommation, art. L. 223-1 (loi n° 2025-594), depuis le 11 août 2026',
    'Code du travail, art. L. 3133-1 (jours fériés)',
  ),
  rule(
    'GB',
    {
      ringAtLeastSec: 15,
      abandoned: { mostPercent: 3, overDays: 1 },
      abandonedMessage: true,
      restAfterAbandonedHours: 72,
      doNotCallList: nationalListOf('GB'),
    },
    'Ofcom, Revised statement of policy on persistent misuse (2010; replaced in March 2017 by a statement without a share that is safe)',
    'Privacy and Electronic Communications Regulations 2003, reg. 21',
  ),
  rule(
    'ID',
    { weekly: hoursOnDays([...WEEKDAYS, ...SATURDAY], hour(8), hour(20)), closedOnHolidays: true },
    'POJK Nomor 22 Tahun 2023, Pasal 62 (penagihan; we keep it for every call)',
    'Keppres Nomor 8 Tahun 2024 (hari-hari libur)',
  ),
  rule(
    'IN',
    {
      weekly: hoursOnDays(EVERY_DAY, hour(9), hour(21)),
      doNotCallList: nationalListOf('IN'),
    },
    'TRAI, Telecom Commercial Communications Customer Preference Regulations',
  ),
  rule(
    'MX',
    { doNotCallList: nationalListOf('MX') },
    'Ley Federal de Protección al Consumidor, arts. 17 y 18 (Registro Público para Evitar Publicidad)',
  ),
  rule('PT', { weekly: hoursOnDays(EVERY_DAY, hour(9), hour(22)) }, 'Decreto-Lei n.º 134/2009, art. 7.º'),
  rule(
    'US',
    {
      weekly: hoursOnDays(EVERY_DAY, hour(8), hour(21)),
      ringAtLeastSec: 15,
      abandoned: { mostPercent: 3, overDays: 30 },
      abandonedMessage: true,
      doNotCallList: nationalListOf('US'),
    },
    '47 CFR 64.1200 (a)(6), (a)(7), (c)(1), (c)(2)',
    '16 CFR 310.4 (b)(4), (c)',
  ),
];

const byCountry = new Map(countryRules.map((one) => [one.country, one]));

/** The rule of a country; where we know of none, one that asks nothing. */
export const ruleOf = (country: string): CountryRule => byCountry.get(country) ?? { ...nothing, country, sources: [] };

/** What holds everywhere, whatever a country asks: the house's own. */
export const HOUSE_RULES = {
  ringAtLeastSec: 15,
  abandoned: { mostPercent: 3, overDays: 30 },
  restAfterAbandonedHours: 72,
  mostADay: 3,
  /** A list of a country for which no age is written. */
  doNotCallDaysOld: LIST_DAYS_OLD,
} as const;

/** The stricter of what the house and the country ask. */
export function strictest(country: string): {
  ringAtLeastSec: number;
  restAfterAbandonedHours: number;
  mostADay: number;
} {
  const asked = ruleOf(country);
  return {
    ringAtLeastSec: Math.max(HOUSE_RULES.ringAtLeastSec, asked.ringAtLeastSec ?? 0),
    restAfterAbandonedHours: Math.max(HOUSE_RULES.restAfterAbandonedHours, asked.restAfterAbandonedHours ?? 0),
    mostADay: Math.min(HOUSE_RULES.mostADay, asked.mostADay ?? HOUSE_RULES.mostADay),
  };
}
