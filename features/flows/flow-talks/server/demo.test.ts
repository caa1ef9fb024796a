import { expect, test } from 'vitest';
import { appointment } from '#features/flows/flows/core/templates/appointment.ts';
import { reception } from '#features/flows/flows/core/templates/reception.ts';
import { survey } from '#features/flows/flows/core/templates/survey.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { languages } from '#shared/languages.ts';
import { played } from './demo.ts';
import { demoTalks } from './demo-talks.ts';

const flows = [appointment(), reception(), survey()];
const ends = [
  AiCallResult.communicated,
  AiCallResult.transferSucceeded,
  AiCallResult.communicated,
  AiCallResult.silence,
  AiCallResult.communicated,
];

test.each(languages)('[FLOW-11] every conversation of the demo comes to its end in %s', (language) => {
  const results = demoTalks(language).map(({ has, steps, language: spoken }) => {
    const flow = flows.find(({ nodes }) => nodes.some(({ id }) => id === has))!;
    return played(flow, { steps, language: spoken, at: '2026-01-15T12:00:00Z', timeZone: 'UTC' }).run.result;
  });
  expect(results).toEqual(ends);
});
