import smpp, { type Session } from 'smpp';

const ENQUIRE_MS = 30_000;
const ANSWER_MS = 10_000;
const AGAIN_MS = [1_000, 5_000, 15_000, 60_000];

export interface SmppLinkOptions {
  /** Where to connect, asked before every connection; null: nowhere we may. */
  address(): Promise<string | null>;
  port: number;
  tls: { servername: string } | null;
  bind: { system_id: string; password: string; system_type: string };
  /** A session that is bound and may be used. */
  onBound(session: Session): void;
  onLost(): void;
}

/**
 * Keeps one bound session to a centre: connects, binds, asks whether it is still there, and begins anew when it is not,
 * waiting longer each time.
 */
export function openSmppLink({ address, port, tls, bind, onBound, onLost }: SmppLinkOptions) {
  let session: Session | null = null;
  let isBound = false;
  let isClosed = false;
  let failures = 0;
  let why = 'unreachable';
  let timer: NodeJS.Timeout | null = null;
  const waiting = new Set<() => void>();

  const wakeAll = (): void => {
    for (const wake of waiting) wake();
    waiting.clear();
  };

  async function begin(): Promise<void> {
    const host = await address().catch(() => null);
    if (isClosed) return;
    if (host === null) return lost(null, 'privateAddress');
    const opened = smpp.connect({ host, port, ...(tls ? { tls: true, servername: tls.servername } : {}) });
    session = opened;
    const patience = setTimeout(() => opened.destroy(), ANSWER_MS);
    opened.on('error', () => opened.destroy());
    opened.on('close', () => {
      clearTimeout(patience);
      lost(opened, why);
    });
    opened.on('enquire_link', (pdu) => opened.send(pdu.response()));
    opened.on('unbind', (pdu) => {
      opened.send(pdu.response());
      opened.close();
    });
    opened.on(tls ? 'secureConnect' : 'connect', () =>
      opened.bind_transceiver({ ...bind, interface_version: 0x34 }, ({ command_status: status }) => {
        clearTimeout(patience);
        if (status !== 0) {
          why = 'credentials';
          opened.destroy();
          return;
        }
        [isBound, failures, why] = [true, 0, 'unreachable'];
        watch(opened);
        onBound(opened);
        wakeAll();
      }),
    );
  }

  /** A centre that does not answer is gone, whatever its connection says. */
  function watch(opened: Session): void {
    const asking = setInterval(() => {
      const gone = setTimeout(() => opened.destroy(), ANSWER_MS);
      opened.enquire_link({}, () => clearTimeout(gone));
    }, ENQUIRE_MS);
    asking.unref();
    opened.on('close', () => clearInterval(asking));
  }

  function lost(which: Session | null, reason: string): void {
    if (which !== session || isClosed) return;
    const was = isBound;
    [session, isBound, why] = [null, false, reason];
    if (was) onLost();
    wakeAll();
    timer = setTimeout(() => void begin(), AGAIN_MS[Math.min(failures, AGAIN_MS.length - 1)]);
    timer.unref();
    failures += 1;
  }

  void begin();

  return {
    why: () => why,
    /** The bound session, waited for a while; null when there is none. */
    async bound(patienceMs: number): Promise<Session | null> {
      const untilMs = performance.now() + patienceMs;
      const mayCome = (): boolean => !isBound && !isClosed && performance.now() < untilMs && why !== 'credentials';
      while (mayCome()) {
        await new Promise<void>((wake) => {
          const late = setTimeout(wake, untilMs - performance.now());
          waiting.add(() => (clearTimeout(late), wake()));
        });
      }
      return isBound ? session : null;
    },
    async close(): Promise<void> {
      isClosed = true;
      if (timer) clearTimeout(timer);
      wakeAll();
      const open = session;
      if (!open) return;
      if (isBound)
        await new Promise<void>((done) => {
          const late = setTimeout(done, 500);
          open.unbind({}, () => (clearTimeout(late), done()));
        });
      open.destroy();
    },
  };
}
