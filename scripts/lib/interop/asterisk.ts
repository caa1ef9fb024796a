import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { asteriskFiles, type CarrierPlan } from './asterisk-files.ts';
import type { ModularProgram } from '#adapters/telephony/asterisk/config/find-program.ts';

const START_MS = 30_000;
const ASK_MS = 10_000;
const MESSAGE = /<--- (Received|Transmitting) SIP \w+ \(.*?--->\n([^]*?)\n(?=\[\w{3} |\s*$)/g;

export type Asterisk = Awaited<ReturnType<typeof openAsterisk>>;

/** A carrier nobody here wrote, on data of its own that goes away with it. */
export async function openAsterisk(found: ModularProgram, plan: CarrierPlan) {
  const home = mkdtempSync(join(tmpdir(), 'openseat-asterisk-'));
  for (const folder of ['etc', 'lib/keys', 'db', 'spool', 'run', 'log'])
    mkdirSync(join(home, folder), { recursive: true });
  for (const part of ['documentation', 'sounds', 'moh'])
    if (existsSync(join(found.data, part))) symlinkSync(join(found.data, part), join(home, 'lib', part));
  for (const [name, text] of Object.entries(asteriskFiles(home, found.modules, plan)))
    writeFileSync(join(home, 'etc', name), text);
  const [program = '', ...before] = [...found.command, '-C', join(home, 'etc/asterisk.conf')];
  const server = spawn(program, [...before, '-f', '-n'], { stdio: 'ignore' });

  /** What its command line answers. */
  const command = (words: string): Promise<string> =>
    new Promise((done, fail) => {
      execFile(program, [...before, '-rx', words], { timeout: ASK_MS, maxBuffer: 1 << 26 }, (problem, output, wrong) =>
        problem ? fail(new Error(`${words}: ${wrong || problem.message}`)) : done(output),
      );
    });
  const close = async (): Promise<void> => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((done) => void server.once('exit', done));
      server.kill('SIGKILL');
      await ended;
    }
    rmSync(home, { recursive: true, force: true });
  };
  const log = (): string => {
    const file = join(home, 'log/messages');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const deadline = Date.now() + START_MS;
  while (!(await command('core waitfullybooted').catch(() => '')).includes('fully booted')) {
    const isGone = server.exitCode !== null || server.signalCode !== null;
    if (isGone || Date.now() > deadline) {
      const logEnd = log().slice(-3_000);
      await close();
      throw new Error(`Asterisk did not start: ${logEnd}`);
    }
    await pause(100);
  }
  await command('pjsip set logger on');

  return {
    command,
    /** What it wrote down since it was started. */
    log,
    /** Every message of SIP it received, and sent. */
    messages: (): { isOurs: boolean; text: string }[] =>
      [...log().matchAll(MESSAGE)].map(([, way, text = '']) => ({ isOurs: way === 'Received', text })),
    /** Calls somebody; whoever answers is connected with an extension of its plan. */
    call: (
      line: string,
      number: string,
      to: { address: string; port: number; transport?: string },
      extension: string,
    ) =>
      command(
        `channel originate PJSIP/${line}/sip:${number}@${to.address}:${to.port}${to.transport ? `;transport=${to.transport}` : ''} extension ${extension}@carrier`,
      ),
    channels: async (): Promise<number> =>
      Number(/(\d+) active channel/.exec(await command('core show channels count'))?.[1] ?? 0),
    hangUpAll: () => command('channel request hangup all'),
    /** For whoever measures what it costs. */
    pid: server.pid!,
    close,
  };
}
