import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FlowCase } from '#core/flow/case.ts';
import { Flow } from '#core/flow/flow.ts';
import { playCase } from '#core/flow/play-case.ts';
import { problemsOf } from '#core/flow/problems.ts';

/*
 * Plays folders of kept conversations. A flow is a file of the designer, or the flow in it alone; a file of cases holds one or a list.
 * What cannot be read counts as failed, and so does a folder in which nothing was played.
 */

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

function flowIn(file: string): Flow {
  const content = read(file);
  return Flow.parse(typeof content === 'object' && content !== null && 'flow' in content ? content.flow : content);
}

function casesIn(file: string): FlowCase[] {
  const content = read(file);
  return (Array.isArray(content) ? content : [content]).map((one) => FlowCase.parse(typeof one === 'object' && one !== null && 'content' in one ? one.content : one));
}

let [played, failed] = [0, 0];

function trouble(where: string, why: string): void {
  failed += 1;
  say(`✗ ${where}: ${why}`);
}

function playFlow(folder: string, name: string, files: readonly string[]): void {
  const flow = flowIn(join(folder, `${name}.flow.json`));
  for (const { nodeId, problem } of problemsOf(flow)) trouble(name, `${problem.text} (${nodeId ?? 'the whole flow'}${problem.field ? `, ${problem.field}` : ''})`);
  for (const file of files.filter((one) => one === `${name}.cases.json` || (one.startsWith(`${name}.`) && one.endsWith('.case.json')))) {
    for (const kept of casesIn(join(folder, file))) {
      played += 1;
      const { failures, unused } = playCase(flow, kept);
      for (const { at, expectation, found } of failures) trouble(`${name} › ${kept.name}`, `after step ${at} expected ${JSON.stringify({ ...expectation, after: undefined })}, found ${JSON.stringify(found)}`);
      if (failures.length === 0) say(`✓ ${name} › ${kept.name}${unused.length > 0 ? ` (nobody waited for step ${unused.join(', ')})` : ''}`);
    }
  }
}

for (const folder of process.argv.slice(2)) {
  const files = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const before = played;
  for (const file of files.filter((one) => one.endsWith('.flow.json'))) {
    const name = basename(file, '.flow.json');
    try {
      playFlow(folder, name, files);
    } catch (problem) {
      trouble(name, `cannot be read: ${problem instanceof Error ? problem.message.split('\n').slice(0, 5).join(' ') : String(problem)}`);
    }
  }
  if (played === before) trouble(folder, 'nothing to play');
}
say(`${played} played, ${failed} went wrong`);
process.exitCode = failed > 0 ? 1 : 0;
