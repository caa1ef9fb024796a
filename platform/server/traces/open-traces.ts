import { randomBytes } from 'node:crypto';
import type { Log } from '../log.ts';
import type { TracedSpan, Traces, TraceSettings } from './traces.ts';

const SEND_EVERY_MS = 2_000;
const MOST_AT_ONCE = 500;
/** A collector that is away costs memory for so many, and no more. */
const MOST_KEPT = 5_000;
const SEND_WITHIN_MS = 5_000;
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const NANOSECONDS = 1_000_000n;
const SERVER_SPAN = 2;
const FAILED = 2;

/** Sends spans as OTLP over HTTP in JSON, which every collector takes. One that cannot be reached keeps nobody waiting. */
export function openTraces(settings: TraceSettings, log: Pick<Log, 'warn'>, send: typeof fetch = fetch): Traces {
  let kept: object[] = [];
  let sending: Promise<void> = Promise.resolve();
  let hasWarned = false;
  const resource = {
    attributes: attributesOf({
      'service.name': settings.service,
      'service.instance.id': settings.node,
      'service.version': settings.version,
    }),
  };

  async function flush(): Promise<void> {
    while (kept.length > 0) {
      const spans = kept.splice(0, MOST_AT_ONCE);
      const body = JSON.stringify({
        resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'openseat' }, spans }] }],
      });
      try {
        const answer = await send(`${settings.endpoint.replace(/\/$/, '')}/v1/traces`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...settings.headers },
          body,
          signal: AbortSignal.timeout(SEND_WITHIN_MS),
        });
        if (!answer.ok) throw new Error(`status ${answer.status}`);
        hasWarned = false;
      } catch (problem) {
        // Told once, until it works again: spans are a help, and no reason to fill the log.
        if (!hasWarned) log.warn({ err: problem }, 'traces could not be sent');
        hasWarned = true;
        return;
      }
    }
  }

  const timer = setInterval(() => {
    sending = sending.then(flush);
  }, SEND_EVERY_MS);
  timer.unref();

  return {
    span(span) {
      if (kept.length < MOST_KEPT) kept.push(written(span));
    },
    async stop() {
      clearInterval(timer);
      await sending;
      await flush();
      kept = [];
    },
  };
}

/** A call's id is a UUID: without its dashes it is a trace id. */
const traceOf = (callId: string | null | undefined): string | null => {
  const hex = callId?.replaceAll('-', '').toLowerCase() ?? '';
  return /^[0-9a-f]{32}$/.test(hex) ? hex : null;
};

function written({ name, startMs, endMs, callId, parent, attributes = {}, failed }: TracedSpan): object {
  const [, given, above] = PARENT.exec(parent ?? '') ?? [];
  const ofCall = traceOf(callId);
  return {
    traceId: ofCall ?? given ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(above && !ofCall ? { parentSpanId: above } : {}),
    name,
    kind: SERVER_SPAN,
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(Math.max(startMs, endMs)),
    attributes: attributesOf({ ...attributes, ...(callId ? { 'openseat.call_id': callId } : {}) }),
    ...(failed ? { status: { code: FAILED } } : {}),
  };
}

const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms)) * NANOSECONDS);

const attributesOf = (values: Readonly<Record<string, string | number | boolean>>): object[] =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : typeof value === 'boolean'
          ? { boolValue: value }
          : Number.isInteger(value)
            ? { intValue: String(value) }
            : { doubleValue: value },
  }));
