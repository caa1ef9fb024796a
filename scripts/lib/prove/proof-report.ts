import type { CallTally } from './ledger.ts';
import {
  HEAP_GROWTH_MOST_MB,
  lastingPromises,
  loadPromises,
  PAUSE_MOST_SEC,
  soundPromises,
  TONE_PAUSE_MOST_SEC,
} from './promises.ts';
import type { ProductPromise } from './promises.ts';
import type {
  FaultLine,
  FaultsProof,
  HostileProof,
  KeptLine,
  KillsProof,
  LoadProof,
  Proof,
  SoakProof,
} from './proof.ts';

const number = (value: number): string =>
  (Math.abs(value) >= 100 || Number.isInteger(value) ? Math.round(value) : Number(value.toPrecision(3))).toLocaleString(
    'en',
  );
const figure = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : number(value);
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(inCell).join(' | ')} |`).join('\n');
const inCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
const KINDS = {
  whole: 'the whole run',
  quick: 'the quick run',
  tried: 'a trial of parts of it, which proves nothing yet',
} as const;

/** Everything in a run that should not have been; empty: all promises were kept. Load may end by a broken one, which is what it looks for. */
export function faultsOf(proof: Proof): string[] {
  return [
    ...proof.brokenOff.map(({ phase, why }) => `${phase}: broken off: ${why}`),
    ...(proof.load ? keptFaults('load', proof.load.kept) : []),
    ...(proof.faults ? faultsFaults(proof.faults) : []),
    ...(proof.hostile ? hostileFaults(proof.hostile) : []),
    ...(proof.soak ? soakFaults(proof.soak) : []),
    ...(proof.kills ? killsFaults(proof.kills) : []),
  ];
}

const keptFaults = (where: string, kept: readonly KeptLine[]): string[] =>
  kept.flatMap(({ what, lost, twice, unasked }) => [
    ...(lost.length > 0 ? [`${where}: ${number(lost.length)} ${what} acknowledged and lost`] : []),
    ...(twice.length > 0 ? [`${where}: ${number(twice.length)} ${what} there twice`] : []),
    ...(unasked.length > 0
      ? [`${where}: ${number(unasked.length)} ${what} there that were refused or never sent`]
      : []),
  ]);

const callFaults = (where: string, { lost, twice, twoAtOnce, open, wrongSeconds }: CallTally): string[] =>
  (
    [
      [lost, 'answered calls without a record of it'],
      [twice, 'calls answered or recorded twice'],
      [twoAtOnce, 'calls that came to a phone with another one'],
      [open, 'records left open'],
      [wrongSeconds, 'records with another end than at the phones'],
    ] as const
  ).flatMap(([ids, what]) => (ids.length > 0 ? [`${where}: ${number(ids.length)} ${what}`] : []));

const isLate = ({ pausesSec, pauseMostSec }: FaultLine): boolean =>
  pauseMostSec !== null && pausesSec.some((sec) => sec > pauseMostSec);

const faultsFaults = ({ lines, kept, calls, faults }: FaultsProof): string[] => [
  ...lines
    .filter(isLate)
    .map(
      ({ fault, pausesSec, pauseMostSec }) =>
        `faults: ${fault}: ${number(Math.max(...pausesSec))} s of pause, ${pauseMostSec} promised`,
    ),
  ...keptFaults('faults', kept),
  ...callFaults('faults', calls),
  ...faults.map((fault) => `faults: ${fault}`),
];

const hostileFaults = ({ lines, failed, grownMb }: HostileProof): string[] => [
  ...lines.flatMap(({ what, wrong }) => wrong.map((one) => `hostile: ${what}: ${one}`)),
  ...(failed > 0 ? [`hostile: ${number(failed)} requests of others failed meanwhile`] : []),
  ...(grownMb > HEAP_GROWTH_MOST_MB ? [`hostile: ${number(grownMb)} MB of memory were not given back`] : []),
];

const soakFaults = ({ failed, kept, calls, faults }: SoakProof): string[] => [
  ...(failed > 0 ? [`soak: ${number(failed)} requests failed`] : []),
  ...keptFaults('soak', kept),
  ...callFaults('soak', calls),
  ...faults.map((fault) => `soak: ${fault}`),
];

/** What our own ears stood still for is nothing they could have heard. */
const unheardSec = ({ tonePausesSec, earsStillSec }: KillsProof): number[] =>
  tonePausesSec.map((sec, at) => sec - (earsStillSec[at] ?? 0));

const killsFaults = (kills: KillsProof): string[] => {
  const { cutOtherwise, placesLost, record, faults, takenOverSec } = kills;
  const worst = Math.max(0, ...unheardSec(kills));
  const away = Math.max(0, ...takenOverSec);
  return [
    ...(away > PAUSE_MOST_SEC ? [`kills: a desk was nowhere for ${number(away)} s, ${PAUSE_MOST_SEC} promised`] : []),
    ...(worst > TONE_PAUSE_MOST_SEC
      ? [`kills: ${number(worst)} s without a tone, ${TONE_PAUSE_MOST_SEC} promised`]
      : []),
    ...(cutOtherwise > 0 ? [`kills: ${number(cutOtherwise)} talks ended though their Asterisk lived`] : []),
    ...(placesLost > 0 ? [`kills: ${number(placesLost)} callers lost their place in line`] : []),
    ...callFaults('kills', record),
    ...faults.map((fault) => `kills: ${fault}`),
  ];
};

/** The whole of `docs/proof.md`. */
export function proofReport(proof: Proof): string {
  const faults = faultsOf(proof);
  return `${[
    '# Proof',
    `Written by \`npm run prove\` itself; what it means and what it does: [0036](decisions/0036-proof.md). This is ${KINDS[proof.kind]}: ${proof.begunAt} UTC, ${number(proof.lastedSec / 60)} minutes, seed ${proof.seed}, version ${proof.version}.`,
    faults.length === 0
      ? '**No fault was found.**'
      : `**Faults:**\n\n${faults.map((fault) => `- ${fault}`).join('\n')}`,
    machineSection(proof),
    promisesSection(),
    ...(proof.load ? [loadSection(proof.load)] : []),
    ...(proof.faults ? [faultsSection(proof.faults)] : []),
    ...(proof.hostile ? [hostileSection(proof.hostile)] : []),
    ...(proof.soak ? [soakSection(proof.soak)] : []),
    ...(proof.kills ? [killsSection(proof.kills)] : []),
    notTriedSection(proof),
  ].join('\n\n')}\n`;
}

const machineSection = ({ machine: m }: Proof): string =>
  `## Machine\n\n${m.processor}, ${m.cores} cores, ${number(m.memoryGb)} GB, ${m.system}; Node ${m.node}, PostgreSQL ${m.postgres}, ${m.asterisk ?? 'no Asterisk'}. Load average before it began: ${number(m.loadBefore)}. Product, database and all clients share these cores.`;

const bound = ({ most, least, unit }: ProductPromise): string =>
  `${most === undefined ? `at least ${number(least!)}` : most === 0 ? 'none' : `at most ${number(most)}`}${most === 0 ? '' : ` ${unit}`}`.trim();

const promisesSection = (): string =>
  `## What is promised\n\n${table(
    ['promise', 'bound', 'why'],
    [...loadPromises, ...soundPromises, ...lastingPromises].map((one) => [one.says, bound(one), one.why]),
  )}`;

const keptTable = (kept: readonly KeptLine[]): string =>
  table(
    ['what clients wrote down', 'asked', 'acknowledged', 'refused', 'no answer', 'lost', 'twice', 'unasked'],
    kept.map((line) => [
      line.what,
      ...[line.asked, line.acknowledged, line.refused, line.unknown].map(number),
      ...[line.lost, line.twice, line.unasked].map((ids) => number(ids.length)),
    ]),
  );

const callTable = (tally: CallTally): string =>
  table(
    [
      'calls that rang',
      'answered',
      'records',
      'lost',
      'twice',
      'two at once',
      'left open',
      'other seconds',
      'heard late, s',
    ],
    [
      [
        ...[tally.rang, tally.answered, tally.records].map(number),
        ...[tally.lost, tally.twice, tally.twoAtOnce, tally.open, tally.wrongSeconds].map((ids) => number(ids.length)),
        number(tally.heardLateMs / 1_000),
      ],
    ],
  );

function loadSection({ steps, sound, kept, endedBecause }: LoadProof): string {
  const rows = steps.map((step) => [
    number(step.agents),
    number(step.calls),
    number(step.chats),
    number(step.requests),
    ...loadPromises.map(({ name }) => figure(step.figures[name])),
    `${number(step.serversPercent)} / ${number(step.postgresPercent)} / ${number(step.clientsPercent)}`,
    step.broken.join(', ') || 'kept',
  ]);
  const soundRows = sound.map((step) => [
    step.through === 'embedded' ? 'this product, embedded' : 'plain Asterisk',
    number(step.calls),
    number(step.heardShare * 100),
    number(step.lateP99Ms),
    step.percentACall.toFixed(2),
    step.broken.join(', ') || 'kept',
  ]);
  return [
    '## Load',
    `Agents with a phone each, half of them in a call with the other half, chats and requests at once, two processes; more until a promise breaks. ${endedBecause}`,
    table(
      [
        'agents',
        'calls',
        'chats',
        'requests',
        'request p95 ms',
        'refused',
        'message p99 ms',
        'ring p95 ms',
        'packets/s heard',
        '% of a core: product / PostgreSQL / clients',
        'promises',
      ],
      rows,
    ),
    ...(soundRows.length > 0
      ? [
          'Sound alone, calls from one carrier to another by plain RTP, beside Asterisk that does nothing but forward:',
          table(['through', 'calls', '% of frames heard', 'late p99 ms', '% of a core a call', 'promises'], soundRows),
        ]
      : []),
    keptTable(kept),
  ].join('\n\n');
}

function faultsSection({ lines, kept, calls }: FaultsProof): string {
  return [
    '## Faults',
    'People work at two processes while something is done to one part. The pause is the longest time in which a team got no answer of its desk.',
    table(
      ['what was done', 'times', 'pause s, each time', 'promised s', 'requests', 'failed', ''],
      lines.map((line) => [
        line.fault,
        number(line.times),
        line.pausesSec.map((sec) => sec.toFixed(1)).join(', ') || '–',
        line.pauseMostSec === null ? '–' : number(line.pauseMostSec),
        number(line.requests),
        number(line.failed),
        line.note,
      ]),
    ),
    keptTable(kept),
    callTable(calls),
  ].join('\n\n');
}

const hostileSection = ({ lines, requests, failed, longestMs, grownMb }: HostileProof): string =>
  [
    '## Hostile input',
    table(
      ['what', 'tried', 'wrong'],
      lines.map(({ what, tried, wrong }) => [what, number(tried), number(wrong.length)]),
    ),
    `People who worked meanwhile: ${number(requests)} requests, ${number(failed)} failed, the longest answer ${number(longestMs)} ms. Memory afterwards: ${number(grownMb)} MB more than before.`,
  ].join('\n\n');

const soakSection = (soak: SoakProof): string =>
  [
    '## Soak with an upgrade in the middle',
    `${number(soak.seconds / 60)} minutes, ${number(soak.requests)} requests, ${number(soak.failed)} failed; ${number(soak.restarts)} processes restarted in turn (${soak.from === null ? 'the same version' : `from ${soak.from}`}), drained and gone after ${soak.drainsSec.map((sec) => `${sec.toFixed(1)} s`).join(', ') || '–'}; the longest pause of a team was ${soak.pauseSec.toFixed(1)} s.`,
    table(
      ['memory (MB)', 'soon after its restart', 'at the end'],
      soak.memoryMb.map(({ name, first, last }) => [name, number(first), number(last)]),
    ),
    keptTable(soak.kept),
    callTable(soak.calls),
  ].join('\n\n');

const killsSection = (kills: KillsProof): string =>
  [
    '## Kills under calls with tones',
    `Two processes of the product, two Asterisk nodes, one Kamailio; ${number(kills.calls)} calls in which both sides say a tone and listen for the other's. Killed: ${kills.kills.map(({ part, times }) => `${part} ${number(times)}`).join(', ')}.`,
    table(
      [
        'talks whose Asterisk lived',
        'longest without a tone, s',
        'our own ears stood still, s',
        'cut with their node',
        'cut otherwise',
        'taken over after s',
        'waiting',
        'places lost',
      ],
      [
        [
          number(kills.survivors),
          kills.tonePausesSec.length > 0 ? Math.max(...kills.tonePausesSec).toFixed(2) : '–',
          kills.earsStillSec.length > 0 ? Math.max(...kills.earsStillSec).toFixed(2) : '–',
          number(kills.cutWithTheirNode),
          number(kills.cutOtherwise),
          kills.takenOverSec.map((sec) => sec.toFixed(1)).join(', ') || '–',
          number(kills.waiting),
          number(kills.placesLost),
        ],
      ],
    ),
    callTable(kills.record),
  ].join('\n\n');

const notTriedSection = ({ notTried, brokenOff }: Proof): string =>
  [
    '## Not tried',
    notTried.length + brokenOff.length === 0
      ? 'Nothing was left out.'
      : [
          ...brokenOff.map(({ phase, why }) => `- the rest of **${phase}**: ${why}`),
          ...notTried.map(({ what, why }) => `- **${what}**: ${why}`),
        ].join('\n'),
  ].join('\n\n');
