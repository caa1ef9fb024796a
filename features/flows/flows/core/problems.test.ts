import { expect, test } from 'vitest';
import type { Flow } from '#core/flow/flow.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { nodeKinds } from '#core/flow/kinds/index.ts';
import { problemsOf } from './problems.ts';

const words = (en: string) => ({ words: { en }, sounds: {} });
const good = aFlow(
  {
    hello: { kind: 'say', settings: { spoken: words('Hello {{callerNumber}} {{customer_full_name}}') } },
    bye: { kind: 'hangUp' },
  },
  ['start next hello', 'hello next bye'],
);
const found = (flow: Flow, flowIds?: ReadonlySet<number>) =>
  problemsOf(flow, flowIds ? { flowIds } : {}).map(({ nodeId, problem: { text, field, values } }) => [
    nodeId,
    text,
    ...(field === undefined ? [] : [field]),
    ...(values ? [values] : []),
  ]);

test('[CC-07] a sound flow has no problems', () => {
  expect(problemsOf(good)).toEqual([]);
});

test.each<[string, Flow, unknown[][]]>([
  ['no start', { ...good, nodes: good.nodes.slice(1), edges: good.edges.slice(1) }, [[null, 'noStart']]],
  [
    'two starts',
    aFlow({ other: { kind: 'start' }, bye: { kind: 'hangUp' } }, ['start next bye', 'other next bye']),
    [['other', 'severalStarts']],
  ],
  ['a start that leads nowhere', aFlow({}, []), [['start', 'startLeadsNowhere']]],
  [
    'a node nobody comes to',
    aFlow({ bye: { kind: 'hangUp' }, lost: { kind: 'hangUp' } }, ['start next bye']),
    [['lost', 'unreachable']],
  ],
  [
    'an edge from a branch there is not',
    aFlow({ bye: { kind: 'hangUp' } }, ['start next bye', 'bye next bye']),
    [
      ['bye', 'unknownBranch', { branch: 'next' }],
      ['bye', 'circle'],
    ],
  ],
  [
    'an edge to nowhere',
    aFlow({}, ['start next gone']),
    [['start', 'unknownTarget', { branch: 'next', nodeId: 'gone' }]],
  ],
  [
    'an edge from nowhere',
    aFlow({ bye: { kind: 'hangUp' } }, ['start next bye', 'gone next bye']),
    [[null, 'unknownSource', { nodeId: 'gone' }]],
  ],
  [
    'two ways by one branch',
    aFlow({ one: { kind: 'hangUp' }, two: { kind: 'hangUp' } }, ['start next one', 'start next two']),
    [['start', 'doubledEdge', { branch: 'next' }]],
  ],
  ['two nodes of one name', { ...good, nodes: [...good.nodes, good.nodes[1]!] }, [['hello', 'doubledNode']]],
  [
    'a kind nobody knows',
    aFlow({ what: { kind: 'teleport' } }, ['start next what']),
    [['what', 'unknownKind', { kind: 'teleport' }]],
  ],
  [
    'settings of the wrong shape',
    aFlow({ w: { kind: 'wait', settings: { ms: 5 } } }, ['start next w']),
    [['w', 'badSetting', 'ms']],
  ],
  [
    'words for one of two languages',
    aFlow({ hi: { kind: 'say', settings: { spoken: words('Hi') } } }, ['start next hi'], { languages: ['en', 'es'] }),
    [['hi', 'missingWords', 'spoken', { language: 'es' }]],
  ],
  ['no words at all', aFlow({ hi: { kind: 'say' } }, ['start next hi']), [['hi', 'noWords', 'spoken']]],
  [
    'a value nobody declared',
    aFlow({ hi: { kind: 'say', settings: { spoken: words('Hi {{name}}') } } }, ['start next hi']),
    [['hi', 'unknownVariable', { attrKey: 'name' }]],
  ],
  [
    'a variable nobody declared, kept',
    aFlow({ s: { kind: 'setVariable', settings: { sets: [{ attrKey: 'a', expression: 'b + 1' }] } } }, [
      'start next s',
    ]),
    [
      ['s', 'unknownVariable', { attrKey: 'a' }],
      ['s', 'unknownVariable', { attrKey: 'b' }],
    ],
  ],
  [
    'an expression that cannot be read',
    aFlow({ s: { kind: 'setVariable', settings: { sets: [{ attrKey: 'callerNumber', expression: '1 +' }] } } }, [
      'start next s',
    ]),
    [['s', 'badExpression', 'sets', { attrKey: 'callerNumber', at: 4, why: 'unfinished' }]],
  ],
  [
    'a circle that never waits',
    aFlow({ a: { kind: 'say', settings: { spoken: words('A') } }, b: { kind: 'hours' } }, [
      'start next a',
      'a next b',
      'b closed a',
    ]),
    [
      ['a', 'circle'],
      ['b', 'circle'],
    ],
  ],
  ['a transfer to nobody', aFlow({ t: { kind: 'transfer' } }, ['start next t']), [['t', 'noDestination', 'to']]],
  [
    'an address whose host a caller could change',
    aFlow({ h: { kind: 'http', settings: { url: 'https://shop{{callerNumber}}/x' } } }, ['start next h']),
    [['h', 'badAddress', 'url']],
  ],
  [
    'an address that is none',
    aFlow(
      {
        h: { kind: 'http', settings: { url: '{{callerNumber}}/x', map: [{ path: 'a..b', attrKey: 'callerNumber' }] } },
      },
      ['start next h'],
    ),
    [
      ['h', 'badAddress', 'url'],
      ['h', 'badPath', 'map', { path: 'a..b' }],
    ],
  ],
])('[CC-07] a designer is told of %s', (_, flow, problems) => {
  expect(found(flow)).toEqual(problems);
});

test('[CC-07] a circle in which the caller is asked is none', () => {
  expect(
    problemsOf(
      aFlow({ ask: { kind: 'listen', settings: { spoken: words('Well?') } } }, ['start next ask', 'ask heard ask']),
    ),
  ).toEqual([]);
});

test('[CC-07] a jump to a flow that is not there is told where flows are known', () => {
  const flow = aFlow({ j: { kind: 'jump', settings: { flowId: 9 } } }, ['start next j']);
  expect(found(flow)).toEqual([]);
  expect(found(flow, new Set([9]))).toEqual([]);
  expect(found(flow, new Set([1]))).toEqual([['j', 'unknownFlow', 'flowId']]);
});

test('[CC-07] every kind is put on the canvas with settings that fit it', () => {
  for (const kind of nodeKinds) expect(kind.settings.safeParse(kind.fresh()).success, kind.kind).toBe(true);
});
