import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FlowCase } from '#core/flow/case.ts';
import { Flow } from '#core/flow/flow.ts';
import { playModelCaller, type CallerPlayed } from '#features/flows/flows/core/model-caller.ts';
import { judgeAll, playCase, type CasePlayed } from '#features/flows/flows/core/play-case.ts';
import { problemsOf } from '#features/flows/flows/core/problems.ts';
import { playScriptedCaller } from '#features/flows/flows/core/scripted-caller.ts';
import type { Brain } from '#core/speech/brain.port.ts';
import { SimulationWish } from '#features/flows/flows/contract.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { openOpenAiBrain } from '#adapters/speech/openai/open-openai-brain.ts';
import { openOutsideWire } from '#adapters/http/open-outside-wire.ts';

/*
 * Plays folders of kept conversations and made-up callers. A flow is a file of the designer, or the flow in it alone; a file of cases or
 * callers holds one or a list. Callers played by a model are left out, and named, where FLOW_MODEL_ADDRESS and FLOW_MODEL say none.
 * What cannot be read counts as failed, and so does a folder in which nothing was played.
 */

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

function flowIn(file: string): Flow {
  const content = read(file);
  return Flow.parse(typeof content === 'object' && content !== null && 'flow' in content ? content.flow : content);
}

const listIn = (file: string): unknown[] => [read(file)].flat();

function casesIn(file: string): FlowCase[] {
  return listIn(file).map((one) =>
    FlowCase.parse(typeof one === 'object' && one !== null && 'content' in one ? one.content : one),
  );
}

let [played, failed, leftOut] = [0, 0, 0];
const now = () => performance.now();

function trouble(where: string, why: string): void {
  failed += 1;
  say(`✗ ${where}: ${why}`);
}

function judged(where: string, failures: CasePlayed['failures'], beside = ''): void {
  for (const { at, expectation, found } of failures)
    trouble(
      where,
      `after step ${at} expected ${JSON.stringify({ ...expectation, after: undefined })}, found ${JSON.stringify(found)}`,
    );
  if (failures.length === 0) say(`✓ ${where}${beside}`);
}

/** Any server that speaks OpenAI's protocol, also on this machine. */
function modelOfSettings(): Brain | null {
  const { FLOW_MODEL_ADDRESS: address, FLOW_MODEL: model, FLOW_MODEL_KEY: key = '' } = process.env;
  if (!address || !model) return null;
  return openOpenAiBrain(
    {
      name: model,
      protocol: 'openai',
      address,
      model,
      key,
      languages: CustomerLanguage.rows.map(({ code }) => code),
      voices: {},
    },
    openOutsideWire({ allowPrivate: true }),
  );
}
const model = modelOfSettings();
const ANSWER_MS = 30_000;

async function playCallers(
  flow: Flow,
  name: string,
  { by, caller, runs, maxTurns, expects }: SimulationWish,
): Promise<void> {
  if (by === 'model' && !model) {
    leftOut += 1;
    return say(
      `– ${name} › ${caller.name}: left out, no model is set (FLOW_MODEL_ADDRESS, FLOW_MODEL, FLOW_MODEL_KEY); "by": "script" plays by rules`,
    );
  }
  for (let no = 1; no <= runs; no += 1) {
    played += 1;
    const where = `${name} › ${caller.name} ${no}`;
    const {
      ended,
      trouble: why,
      moments,
      transcript,
    }: CallerPlayed = by === 'model'
      ? await playModelCaller(flow, caller, {
          model: model!,
          answers: model!,
          maxTurns,
          patience: () => AbortSignal.timeout(ANSWER_MS),
          stopwatch: now,
        })
      : playScriptedCaller(flow, caller, no, { maxTurns, stopwatch: now });
    if (ended === 'trouble') {
      // One that cannot be asked now is not asked again and again.
      return trouble(where, `the model did not play on (${why === 'cancelled' ? 'slow' : why})`);
    }
    if (ended === 'turns') trouble(where, `not over after ${maxTurns} turns`);
    else judged(where, judgeAll(expects, moments));
    if (ended === 'turns' || judgeAll(expects, moments).length > 0)
      for (const { by: who, text, did } of transcript)
        say(`    ${who === 'flow' ? '‹' : '›'} ${did ? `[${did}] ` : ''}${text}`);
  }
}

async function playFlow(folder: string, name: string, files: readonly string[]): Promise<void> {
  const flow = flowIn(join(folder, `${name}.flow.json`));
  for (const { nodeId, problem } of problemsOf(flow))
    trouble(name, `${problem.text} (${nodeId ?? 'the whole flow'}${problem.field ? `, ${problem.field}` : ''})`);
  for (const file of files.filter(
    (one) => one === `${name}.cases.json` || (one.startsWith(`${name}.`) && one.endsWith('.case.json')),
  )) {
    for (const kept of casesIn(join(folder, file))) {
      played += 1;
      const { failures, unused } = playCase(flow, kept, undefined, now);
      judged(
        `${name} › ${kept.name}`,
        failures,
        unused.length > 0 ? ` (nobody waited for step ${unused.join(', ')})` : '',
      );
    }
  }
  for (const file of files.filter((one) => one === `${name}.callers.json`)) {
    for (const wish of listIn(join(folder, file)).map((one) => SimulationWish.parse(one)))
      await playCallers(flow, name, wish);
  }
}

for (const folder of process.argv.slice(2)) {
  const files = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const before = played + leftOut;
  for (const file of files.filter((one) => one.endsWith('.flow.json'))) {
    const name = basename(file, '.flow.json');
    try {
      await playFlow(folder, name, files);
    } catch (problem) {
      trouble(
        name,
        `cannot be read: ${problem instanceof Error ? problem.message.split('\n').slice(0, 5).join(' ') : String(problem)}`,
      );
    }
  }
  if (played + leftOut === before) trouble(folder, 'nothing to play');
}
say(`${played} played, ${failed} went wrong${leftOut > 0 ? `, ${leftOut} left out` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;
