import fc from 'fast-check';
import { Flow } from './flow.ts';
import type { Answer, FlowEvent } from './flow-events.ts';
import { nodeKinds } from './kinds/index.ts';
import type { NodeKind } from './node-kind.ts';

const text = fc.constantFrom(
  '',
  'Hello.',
  'Well, {{v1}}?',
  'yes',
  '{{callerNumber}}',
  'sales',
  '12',
  'https://x.example/{{v2}}',
  'v1 + 1',
  '{"a":"{{v3}}"}',
  '__proto__',
  'constructor',
  'tomorrow',
  '七点半',
);
const spoken = fc.record({
  words: fc.record({ en: text }, { requiredKeys: [] }),
  sounds: fc.record({ en: fc.constant(4) }, { requiredKeys: [] }),
});
const variable = fc.constantFrom('v1', 'v2', 'v3', 'unknown', 'constructor');
const key = fc.constantFrom('a', 'b', 'other', 'silent');
const examples = fc.array(fc.constantFrom('yes', 'book a room', 'no', '十'), { minLength: 1, maxLength: 3 });
const intents = fc.array(fc.record({ key, name: text, examples }), { minLength: 1, maxLength: 3 });
const short = fc.integer({ min: 1, max: 3 });
const to = fc.constantFrom(
  { kind: 'group', groupId: 1 },
  { kind: 'agent', userId: null },
  { kind: 'number', number: '{{v1}}' },
);
const comparison = fc.constantFrom('is', 'isNot', 'contains', 'moreThan', 'isEmpty', 'anyOf');
const request = fc.record(
  {
    url: text,
    body: text,
    map: fc.array(fc.record({ path: fc.constantFrom('a', 'a[0].b', '__proto__', '..'), attrKey: variable }), {
      maxLength: 2,
    }),
  },
  { requiredKeys: ['url'] },
);
const does = fc.oneof(
  fc.record({ what: fc.constant('setVariable'), attrKey: variable, input: fc.constant('in') }),
  fc.record({ what: fc.constant('http'), request }),
  fc.record({ what: fc.constant('transfer'), to }),
  fc.constant({ what: 'hangUp' }),
  fc.record({ what: fc.constant('branch'), key }),
);

/** Settings by the name of their field, whichever kind has it; what is not named stays as it is when fresh. */
const fields: Record<string, fc.Arbitrary<unknown>> = {
  spoken,
  again: spoken,
  confirm: spoken,
  more: spoken,
  opening: spoken,
  fallback: spoken,
  mayInterrupt: fc.boolean(),
  intents,
  tries: short,
  saveAs: fc.constantFrom('', 'v1', 'v2'),
  entities: fc.array(variable, { maxLength: 2 }),
  choices: fc.uniqueArray(
    fc.record({
      key: fc.constantFrom('1', '2', '#', '*'),
      name: fc.constant('x'),
      phrases: fc.array(fc.constantFrom('yes', 'sales'), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 3, selector: (choice) => choice.key },
  ),
  attrKey: variable,
  min: fc.constantFrom('', '3', '{{v1}}'),
  max: fc.constantFrom('', '9'),
  minLength: fc.constantFrom(0, 2),
  maxLength: fc.constantFrom(0, 4),
  entries: fc.array(fc.record({ key, name: text, examples, answer: spoken }), { minLength: 1, maxLength: 3 }),
  goal: text,
  knowledge: text,
  maxTurns: short,
  handBackPhrases: fc.array(fc.constant('a person'), { maxLength: 1 }),
  tools: fc.array(
    fc.record({
      name: fc.constantFrom('t1', 't2'),
      purpose: fc.constant('x'),
      inputs: fc.constantFrom([], [{ name: 'in', purpose: '', isRequired: true }]),
      does,
    }),
    { maxLength: 2 },
  ),
  cases: fc.array(
    fc.record({
      key,
      name: text,
      join: fc.constantFrom('all', 'any'),
      tests: fc.array(fc.record({ attrKey: variable, is: comparison, than: text }), { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  is: comparison,
  than: text,
  tagIds: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
  holidayApart: fc.boolean(),
  among: fc.constantFrom([], ['en'], ['es', 'zh']),
  sets: fc.array(
    fc.record({ attrKey: variable, expression: fc.constantFrom('1', 'v1 + 1', 'v1 / 0', 'concat(v1, v1)', '1 +') }),
    { minLength: 1, maxLength: 2 },
  ),
  url: text,
  body: text,
  to: fc.oneof(to, text),
  text,
  template: text,
  number: text,
  on: fc.boolean(),
  comesBack: fc.boolean(),
  flowId: fc.constantFrom(null, 1, 1),
  groupId: fc.constantFrom(null, 1),
  mailbox: text,
};

interface RandomNode {
  kind: string;
  settings: Record<string, unknown>;
  branches: string[];
}

const nodesByKind = new Map(
  nodeKinds.map((kind): [string, fc.Arbitrary<RandomNode>] => {
    const fresh = kind.fresh();
    const changed = fc.record(
      Object.fromEntries(
        Object.keys(fresh)
          .filter((name) => fields[name])
          .map((name) => [name, fields[name]!]),
      ),
      { requiredKeys: [] },
    );
    return [
      kind.kind,
      fc.tuple(changed, tagHow(kind.kind)).map(([settings, how]) => ({
        kind: kind.kind,
        settings: { ...fresh, ...settings, ...how },
        branches: branchKeys(kind.kind, { ...fresh, ...settings, ...how }),
      })),
    ];
  }),
);

function tagHow(kind: string): fc.Arbitrary<Record<string, unknown>> {
  if (kind === 'tagCustomer') return fc.constantFrom('add', 'remove', 'replace', 'clear').map((how) => ({ how }));
  return kind === 'customerTag' ? fc.constantFrom('any', 'all', 'none').map((how) => ({ how })) : fc.constant({});
}

function branchKeys(kind: string, settings: Record<string, unknown>): string[] {
  const known = nodeKinds.find((candidate) => candidate.kind === kind)!;
  const read = known.settings.safeParse(settings);
  return read.success ? known.branches(read.data).map((branch) => branch.key) : [];
}

/** Any graph of these kinds, most of whose branches lead somewhere; ids an object has of itself among them. */
export const randomFlow = (kinds: readonly NodeKind[] = nodeKinds): fc.Arbitrary<Flow> =>
  fc
    .tuple(
      fc.array(fc.oneof(...kinds.map(({ kind }) => nodesByKind.get(kind)!)), { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat(20), { minLength: 30, maxLength: 30 }),
    )
    .map(([nodes, chance]) => {
      const ids = ['start', ...nodes.map((_, at) => (at === 3 ? 'constructor' : at === 5 ? '__proto__' : `n${at}`))];
      const whole = [{ kind: 'start', settings: {}, branches: ['next'] }, ...nodes];
      let drawn = 0;
      const edges = whole.flatMap(({ branches }, at) =>
        branches.flatMap((branch) => {
          const target = chance[drawn++ % chance.length]!;
          return target > 17 ? [] : [{ from: ids[at]!, branch: branch.slice(0, 60), to: ids[target % ids.length]! }];
        }),
      );
      return Flow.parse({
        format: 1,
        languages: ['en', 'es'],
        notes: [],
        edges,
        variables: [
          { attrKey: 'v1', name: 'V1', valueType: 2 },
          { attrKey: 'v2', name: 'V2', valueType: 6 },
          { attrKey: 'v3', name: 'V3', valueType: 8, choices: ['yes', 'no'] },
        ],
        nodes: whole.map(({ kind, settings }, at) => ({ id: ids[at]!, kind, name: '', settings, x: at * 100, y: 0 })),
      });
    });

const answer = (flow: Flow): fc.Arbitrary<Answer> =>
  fc.oneof(
    fc.constant<Answer>({ ok: false, why: 'no' }),
    fc.constant<Answer>({ ok: true, what: 'done' }),
    fc.record({
      ok: fc.constant(true as const),
      what: fc.constant('open' as const),
      isOpen: fc.boolean(),
      isHoliday: fc.boolean(),
    }),
    fc.record({
      ok: fc.constant(true as const),
      what: fc.constant('http' as const),
      status: fc.constantFrom(200, 404),
      body: fc.constantFrom('{"a":[{"b":1}]}', '{"__proto__":1}', 'null', 'x'),
    }),
    fc.record({
      ok: fc.constant(true as const),
      what: fc.constant('detected' as const),
      person: fc.constantFrom('human' as const, 'voicemail' as const, 'silence' as const, 'unknown' as const),
      ms: fc.constant(1),
    }),
    fc.constant<Answer>({ ok: true, what: 'language', language: 'es', scores: { es: 1 } }),
    fc.constant<Answer>({ ok: true, what: 'flow', flow, name: 'Same' }),
    {
      weight: 3,
      arbitrary: fc.constant<Answer>({ ok: true, what: 'flow', flow: { ...flow, edges: [] }, name: 'Short' }),
    },
  );

/** Something that may happen; ids are those of what waits, or stale ones. */
export type Chance = (ids: { saying: number; listening: number; asking: number; waking: number }) => FlowEvent;

/** What may happen to a conversation with this flow. */
export const randomChance = (flow: Flow): fc.Arbitrary<Chance> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.boolean().map((wasCut): Chance => ({ saying }) => ({ type: 'said', sayId: saying, wasCut })),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            'yes',
            'no',
            'book a room',
            'three',
            'tomorrow',
            '十',
            'a person',
            'leave a message after the tone',
            '',
            'hola quiero',
            'this is ridiculous',
          ),
          fc.constantFrom(null, 'yes'),
        )
        .map(([said, phrase]): Chance => () => ({ type: 'heard', text: said, phrase, confidence: 1, language: null })),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom('1', '2', '9', '#', '*', 'x').map((pressed): Chance => () => ({
        type: 'key',
        key: pressed,
      })),
    },
    { weight: 3, arbitrary: fc.constant<Chance>(({ listening }) => ({ type: 'silent', listenId: listening })) },
    { weight: 2, arbitrary: fc.constant<Chance>(({ waking }) => ({ type: 'timeUp', wakeId: waking })) },
    {
      weight: 5,
      arbitrary: answer(flow).map((given): Chance => ({ asking }) => ({
        type: 'answered',
        askId: asking,
        answer: given,
      })),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom('A sentence.', '').map((sentence): Chance => ({ asking }) => ({
        type: 'brainSaid',
        askId: asking,
        sentence,
      })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('t1', 't2', 'toString').map((name): Chance => ({ asking }) => ({
        type: 'brainCalled',
        askId: asking,
        callId: 'c',
        name,
        input: { in: 'two' },
      })),
    },
    {
      weight: 2,
      arbitrary: fc.boolean().map((failed): Chance => ({ asking }) => ({
        type: 'brainDone',
        askId: asking,
        text: '',
        failed,
      })),
    },
    { weight: 1, arbitrary: fc.constant<Chance>(() => ({ type: 'said', sayId: 1, wasCut: false })) },
    { weight: 1, arbitrary: fc.constant<Chance>(() => ({ type: 'begun' })) },
  );
