import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openLog } from '../log.ts';
import { openTraces } from './open-traces.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: object }[];
  status?: { code: number };
}

/** A collector as far as it takes spans; `status` is what it answers. */
async function aCollector(status = 200) {
  const got: { path: string; key: string; body: { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] } }[] = [];
  const server = createServer((request, answer) => {
    const pieces: Buffer[] = [];
    request
      .on('data', (piece: Buffer) => pieces.push(piece))
      .on('end', () => {
        const body = JSON.parse(Buffer.concat(pieces).toString()) as (typeof got)[number]['body'];
        got.push({ path: request.url!, key: String(request.headers['x-key']), body });
        answer.writeHead(status).end('{}');
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const warnings: string[] = [];
  const log = openLog('warn', { write: (line) => void warnings.push(line) });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const settings = { endpoint, headers: { 'x-key': 'ours' }, service: 'openseat', node: 'node-1', version: '1' };
  return { traces: openTraces(settings, log), got, warnings };
}

const CALL = '8b1f1c52-0a4e-4c57-9d7e-2f6b3a9c1d10';

test('spans are sent to a collector; everything of one call is one trace, named by the call', async () => {
  const { traces, got } = await aCollector();
  traces.span({ name: 'call set-up', startMs: 1_000, endMs: 1_250.4, callId: CALL });
  const attributes = { 'http.response.status_code': 503 };
  traces.span({ name: 'POST /x', startMs: 1_100, endMs: 1_110, callId: CALL, attributes, failed: true });
  const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  traces.span({ name: 'GET /y', startMs: 5, endMs: 4, parent });
  await traces.stop();
  expect(got).toMatchObject([{ path: '/v1/traces', key: 'ours' }]);
  const [setUp, ordered, passed] = got[0]!.body.resourceSpans[0]!.scopeSpans[0]!.spans as [
    SentSpan,
    SentSpan,
    SentSpan,
  ];
  expect([setUp.traceId, ordered.traceId]).toEqual([CALL.replaceAll('-', ''), CALL.replaceAll('-', '')]);
  expect([setUp.startTimeUnixNano, setUp.endTimeUnixNano]).toEqual(['1000000000', '1250000000']);
  expect(ordered.status).toEqual({ code: 2 });
  expect(ordered.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: '503' } });
  expect(passed).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16) });
  // A clock that was set back makes no span that ends before it began.
  expect(passed.endTimeUnixNano).toBe(passed.startTimeUnixNano);
});

test('a collector that refuses is told of once, and keeps nobody waiting', async () => {
  const { traces, warnings } = await aCollector(500);
  traces.span({ name: 'a', startMs: 1, endMs: 2 });
  await traces.stop();
  traces.span({ name: 'b', startMs: 1, endMs: 2 });
  await traces.stop();
  expect(warnings).toHaveLength(1);
});
