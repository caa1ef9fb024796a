import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { optionalVariable, templateField, variableField } from '../fields.ts';
import type { Ask, Answer } from '../flow-events.ts';
import type { Value } from '../flow.ts';
import { stepsOf, valueAt } from '../json-path.ts';
import type { NodeKind, NodeTurn } from '../node-kind.ts';

/** A request as it is designed; values in the address are encoded, so that none can change where it goes. */
export const Request = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  url: templateField(2_000),
  headers: z
    .array(z.object({ name: z.string().regex(/^[A-Za-z0-9-]{1,60}$/), value: templateField(1_000) }))
    .max(20)
    .default([]),
  body: templateField(10_000).default(''),
  timeoutMs: z.number().int().min(500).max(30_000).default(5_000).meta({ is: 'ms' }),
  /** What of the answer becomes which variable, by a path such as `order.state`. */
  map: z
    .array(z.object({ path: z.string().trim().min(1).max(200), attrKey: variableField }))
    .max(20)
    .default([]),
});
export type Request = z.infer<typeof Request>;
const Settings = Request.extend({ saveStatusAs: optionalVariable });

/** Asks another system, and keeps what it answers. Everything but an answer of 200 to 299 leaves by `failed`. */
export const http: NodeKind<z.infer<typeof Settings>> = {
  kind: 'http',
  trigger: MessageType.requestNode,
  group: 'act',
  icon: 'globe',
  settings: Settings,
  fresh: () => ({ method: 'GET', url: '', headers: [], body: '', timeoutMs: 5_000, map: [], saveStatusAs: '' }),
  branches: () => [{ key: 'ok' }, { key: 'failed' }],
  problems: (settings) => requestProblems(settings),
  names: ({ map, saveStatusAs }) => [
    ...map.map(({ attrKey }) => attrKey),
    ...(saveStatusAs === '' ? [] : [saveStatusAs]),
  ],
  enter: (turn) => turn.ask(requestOf(turn, turn.settings)),
  on(turn, event) {
    if (event.type !== 'answered') return;
    const isOk = keepAnswer(turn, turn.settings, event.answer);
    if (turn.settings.saveStatusAs !== '')
      turn.set(turn.settings.saveStatusAs, event.answer.ok && event.answer.what === 'http' ? event.answer.status : 0);
    turn.leave(isOk ? 'ok' : 'failed');
  },
};

export const requestProblems = ({
  url,
  map,
}: Request): { text: string; field: string; values?: { path: string } }[] => [
  ...(/^https?:\/\/[^\s/{}?#@]+(?:[/?#]|$)/i.test(url) ? [] : [{ text: 'badAddress', field: 'url' }]),
  ...map
    .filter(({ path }) => stepsOf(path) === null)
    .map(({ path }) => ({ text: 'badPath', field: 'map', values: { path } })),
];

/**
 * What is asked of the world. In a body of JSON values are written as JSON does, without their quotes; in one of a form as parts of an
 * address are.
 */
export function requestOf(
  { fill }: Pick<NodeTurn, 'fill'>,
  { method, url, headers, body, timeoutMs }: Request,
): Extract<Ask, { what: 'http' }> {
  const isJson = /^\s*[[{]/.test(body);
  const isForm = headers.some(
    ({ name, value }) => name.toLowerCase() === 'content-type' && /x-www-form-urlencoded/i.test(value),
  );
  return {
    what: 'http',
    method,
    timeoutMs,
    url: fill(url, inAddress),
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, fill(value, inHeader)])),
    body:
      method === 'GET'
        ? ''
        : fill(body, (value) =>
            isJson ? JSON.stringify(String(value)).slice(1, -1) : isForm ? encoded(String(value)) : String(value),
          ),
  };
}

/** Half a sign, as a cut text may end with, cannot be encoded. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());
/** One line of plain letters; others are written as in an address, since nobody can tell how a header means them. */
const inHeader = (value: Value): string =>
  String(value)
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/[^\x20-\x7e]+/g, encodeURIComponent);
/** Dots alone mean the folder above, however they are encoded: a value never does. */
const inAddress = (value: Value): string => (/^\.+$/.test(String(value)) ? '' : encoded(String(value)));

/** Tells the answer, sets what is mapped; false for everything but a good one. */
export function keepAnswer(turn: Pick<NodeTurn, 'addMessage' | 'set'>, { map }: Request, answer: Answer): boolean {
  const status = answer.ok && answer.what === 'http' ? answer.status : 0;
  const isOk = status >= 200 && status < 300;
  turn.addMessage(MessageType.requestAnswered, answer.ok ? { status } : { status, why: answer.why });
  if (!isOk || !answer.ok || answer.what !== 'http') return false;
  for (const { path, attrKey } of map) {
    const value = valueAt(answer.body, path);
    if (value !== null) turn.set(attrKey, value);
  }
  return true;
}
