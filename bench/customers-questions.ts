import type { Condition, ConditionTree } from '#core/customer/condition.ts';
import type { MadeCustomers } from './customers-data.ts';

/** What clients ask of the list, in turn. */
export interface Question {
  name: string;
  bodies: object[];
}

const LEAST_DEEP = 5_000;

/** Words that tens of thousands have. */
export const COMMON_WORDS = ['lucas', 'martínez', 'rosa', 'tulip'];
const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];
const MANY_POINTS = 9_900;
const LATELY_DAYS = 30;

/** What the nested conditions ask for, one after another. */
export const conditionsAsked = ({ firstTag }: MadeCustomers): { tagId: number; score: number; since: string }[] =>
  EIGHT.map((n) => ({ tagId: firstTag + 8 + n, score: MANY_POINTS, since: daysAgo(LATELY_DAYS) }));

/** What people ask of a million customers. Several of each kind, so that no answer is only remembered. */
export function questionsFor(made: MadeCustomers): Question[] {
  const { fields, firstAgent, firstTag } = made;
  const is = (field: string, operator: Condition['operator'], ...values: Condition['values']): Condition => ({
    field,
    operator,
    values,
  });
  const either = (...items: ConditionTree['items']): ConditionTree => ({ join: 'or', items });
  const each = <T>(many: readonly T[], body: (one: T, place: number) => object): object[] => many.map(body);
  const eight = EIGHT;
  const score = `custom:${fields.score}`;
  return [
    { name: 'first', bodies: [{}] },
    { name: 'page10000', bodies: [{ page_number: 10_000 }] },
    {
      name: 'deep',
      bodies: Array.from({ length: 64 }, (_, n) => ({ page_number: LEAST_DEEP + ((n * 7_919) % 20_000) })),
    },
    { name: 'byName.deep', bodies: [{ sort: 'name', desc: false, page_number: 10_000 }] },
    {
      name: 'filters',
      bodies: each(eight, (n) => ({ tag_ids: [firstTag + n], countries: ['CN'], sources: [1 + (n % 5)] })),
    },
    {
      name: 'filters.few',
      bodies: each(eight, (n) => ({
        tag_ids: [firstTag + 10 + n],
        owner_ids: [firstAgent + n * 9],
        countries: ['MX'],
      })),
    },
    {
      name: 'created',
      bodies: each(eight, (n) => ({ created: { from: daysAgo(90 + n * 30), to: daysAgo(60 + n * 30) } })),
    },
    {
      name: 'substring',
      bodies: each(
        [
          'brouwer soto',
          'norte azul 51',
          '415005',
          'kuipers',
          'c77777',
          'shevchenko gil',
          'lindström vega n',
          '@mail17',
        ],
        (words) => ({ words }),
      ),
    },
    {
      name: 'word.byName',
      bodies: each(COMMON_WORDS, (words) => ({ words, sort: 'name', desc: false })),
    },
    {
      name: 'cjk',
      bodies: each(['王伟', '李娜', '明超', '欧阳', '静丽', '国志', '陈芳', '强磊'], (words) => ({ words })),
    },
    {
      name: 'number.range',
      bodies: each(eight, (n) => ({
        condition: { join: 'and', items: [is(score, 'between', 1_000 * n, 1_000 * n + 20)] },
      })),
    },
    {
      name: 'or',
      bodies: each(eight, (n) => ({
        condition: either(is('owner', 'is', firstAgent + n), is('tag', 'allOf', firstTag + n, firstTag + 20 + n)),
      })),
    },
    {
      name: 'conditions',
      bodies: each(conditionsAsked(made), ({ tagId, score: points }) => ({
        condition: {
          join: 'and',
          items: [
            is('country', 'is', 'MX'),
            either(is('tag', 'anyOf', tagId), {
              join: 'and',
              items: [is(score, 'moreThan', points), is('do_not_call', 'is', false)],
            }),
            either(is('owner', 'isNotEmpty'), is('created_at', 'inLastDays', LATELY_DAYS)),
          ],
        },
      })),
    },
  ];
}

const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
