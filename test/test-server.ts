import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anchorFile } from '#adapters/files/anchor-file.ts';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { sealedFiles } from '#adapters/files/sealed/sealed-files.ts';
import { eicarScan } from '#adapters/files/virus-scan/eicar-scan.ts';
import { openOutsideFetch } from '#adapters/http/open-outside-fetch.ts';
import { openOutsideWire } from '#adapters/http/open-outside-wire.ts';
import { fakeTelephony, type FakeTelephony } from '#adapters/telephony/fake/fake-telephony.ts';
import { openRehearsalCarrier } from '#adapters/telephony/rehearsal/open-rehearsal-carrier.ts';
import { keptMessages } from '#adapters/messages/outbox/kept-messages.ts';
import { openWebPush } from '#adapters/web-push/open-web-push.ts';
import { buildServer, type BuiltServer, type ServerOptions } from '#apps/server/build-server.ts';
import { openCarrierNumbers } from '#apps/server/open-carrier-numbers.ts';
import { openSmsCarriers } from '#apps/server/open-sms-carriers.ts';
import { openSpeechProviders } from '#apps/server/open-speech-providers.ts';
import { absentSpeech } from '#core/speech/absent-speech.fixture.ts';
import { fakeTrunks } from '#core/trunk/fake-trunks.fixture.ts';
import type { Backups } from '#core/backup/backups.port.ts';
import type { Trunks } from '#core/trunk/trunks.port.ts';
import type { UploadLimits } from '#core/files/upload-limits.ts';
import type { EmbeddedSpeech } from '#core/speech/speech.port.ts';
import { openFilesKeys } from '#features/office/files/server/index.ts';
import { emptyCatalogue } from '#platform/server/catalogue.ts';
import { systemClock, type Clock } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db/db.ts';
import { openLog, type Log } from '#platform/server/log.ts';
import { openMetrics } from '#platform/server/metrics.ts';
import { openStorageWatch } from '#platform/server/open-storage-watch.ts';
import { openSessions } from '#platform/server/sessions/open-sessions.ts';
import { loadTexts } from '#platform/server/texts.ts';
import type { World } from '#platform/server/world.ts';
import type { OutsideFetch } from '#core/http/outside-fetch.port.ts';
import type { TextRecords } from '#core/http/text-records.port.ts';
import type { Envelope } from '#shared/envelope.ts';

export interface TestServer {
  world: World;
  built: BuiltServer;
  /** `http://host:port`; empty for one that listens at no port. */
  address: string;
  /** The exchange of this server, with the hands of everybody at its phones. */
  telephony: FakeTelephony;
  /** Calls the server as a browser would; `token` signs in, an object body is sent as JSON. */
  ask<D = any>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    options?: { token?: string; body?: object; query?: Record<string, string>; headers?: Record<string, string> },
  ): Promise<Envelope<D> & { status: number }>;
  close(): Promise<void>;
}

/** The whole server on a database of its own, without a port unless asked for. Open one per test file. */
export async function testServer(
  options: {
    clock?: Clock;
    demo?: boolean;
    aiFlows?: boolean;
    registration?: World['registration'];
    db?: Db;
    log?: Log;
    outside?: OutsideFetch;
    textRecords?: TextRecords;
    allowPrivate?: boolean;
    embeddedSpeech?: EmbeddedSpeech;
    trunks?: Trunks;
    backups?: Backups;
    uploadLimits?: Partial<UploadLimits>;
    isPublicUrlGuessed?: boolean;
    server?: ServerOptions;
    /** On a port of this machine, so that other processes of the installation reach it. */
    listens?: boolean;
    node?: string;
  } = {},
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-test-'));
  // A process of its own brings a database along, and has no test runner.
  const opened = options.db ? null : await (await import('./test-db.ts')).testDb();
  const db = options.db ?? opened!.db;
  const clock = options.clock ?? systemClock;
  const kept = keptMessages(join(folder, 'outbox.jsonl'), clock);
  const telephony = fakeTelephony();
  // Its customers ring and nobody is there; time does not pass for them.
  const rehearsal = openRehearsalCarrier({
    metronome: { subscribe: () => () => {} },
    phrase: () => new Uint8Array(),
    nowMs: () => clock.nowMs(),
    seed: 1,
  });
  rehearsal.onCall(() => {});
  const outside = options.outside ?? openOutsideFetch({ allowPrivate: options.allowPrivate ?? false });
  const wire = openOutsideWire({ allowPrivate: options.allowPrivate ?? false });
  const world: World = {
    db,
    clock,
    anchors: anchorFile(join(folder, 'operation-log.anchors')),
    storage: openStorageWatch(clock, () => Infinity),
    backups: options.backups ?? null,
    catalogue: emptyCatalogue(),
    sessions: openSessions(db, clock, { demo: options.demo ?? false }),
    files: sealedFiles(diskFiles(join(folder, 'files')), {
      keys: openFilesKeys(db, () => clock.monotonicMs()),
      damaged: () => {},
    }),
    // However full the disk of whoever tests is.
    uploadLimits: { keepFreeBytes: 0, visitorDayBytes: 1e9, tenantDayBytes: 1e9, ...options.uploadLimits },
    virusScan: eicarScan,
    mail: kept.mail,
    sms: kept.sms,
    smsCountries: null,
    outbox: kept.outbox,
    outside,
    webPush: openWebPush({ outside, nowMs: () => clock.nowMs() }),
    smsProvider: openSmsCarriers({ outside, allowPrivate: options.allowPrivate ?? false }),
    carrierNumbers: openCarrierNumbers({ outside, allowPrivate: options.allowPrivate ?? false }),
    speechProvider: openSpeechProviders(wire),
    embeddedSpeech: options.embeddedSpeech ?? absentSpeech('not installed'),
    textRecords: options.textRecords ?? (async () => []),
    allowPrivate: options.allowPrivate ?? false,
    telephony,
    exchange: { domain: 'openseat.test', node: options.node ?? 'node-1', iceServers: () => [] },
    rehearsal,
    trunks: options.trunks ?? fakeTrunks(),
    texts: loadTexts(),
    log: options.log ?? openLog('silent'),
    metrics: openMetrics(),
    publicUrl: 'http://openseat.test',
    certificateUntilMs: null,
    registration: options.registration ?? 'open',
    isPublicUrlGuessed: options.isPublicUrlGuessed ?? false,
    aiFlows: options.aiFlows ?? true,
    demo: options.demo ?? false,
  };
  const built = await buildServer(world, options.server);
  const address = options.listens ? await built.start({ host: '127.0.0.1', port: 0 }) : '';
  if (!options.listens) await built.prepare();
  return {
    address,
    world,
    built,
    telephony,
    async ask(method, path, { token, body, query, headers } = {}) {
      const answer = await built.http.inject({
        method,
        url: path,
        ...(query ? { query } : {}),
        ...(body ? { payload: body } : {}),
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      });
      return { status: answer.statusCode, ...answer.json() };
    },
    async close() {
      await built.stop();
      await wire.close();
      await opened?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
