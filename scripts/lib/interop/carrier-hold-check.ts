import { openSipPhone } from '#test/sip-phone.ts';
import { OURS, type CarrierScene } from './carrier-scene.ts';
import { hearsTone, isAt, until } from './carrier-stage.ts';

const [AGENT_HZ, CALLER_HZ] = [600, 800];
/** Half a second of it is no gap of the network. */
const SILENCE_LOOKS = 10;

/** A customer of the carrier's presses hold: the carrier itself asks us to wait. */
export async function carrierHoldCheck({ stage, carrier, checks, plan, password, us }: CarrierScene): Promise<void> {
  await checks.check('the carrier holds us, and takes us back', async () => {
    await carrier.command(
      `dialplan add extension ours,1,Dial(PJSIP/md5/sip:${OURS}@${us.address}:${us.port}) into carrier replace`,
    );
    const { address } = plan.lines.find(({ name }) => name === 'phone')!;
    const server = { transport: 'udp', address, port: plan.port, from: '127.0.0.1' } as const;
    const phone = await openSipPhone({ account: 'phone', password, domain: 'carrier.example', server });
    try {
      const had = stage.ana.phone.calls.length;
      const caller = phone.call('ours');
      const call = await until('a call that rings', () => stage.ana.phone.calls[had]);
      await call.answer();
      await isAt(caller, 'talking');
      call.speak(AGENT_HZ);
      caller.speak(CALLER_HZ);
      await hearsTone(call, CALLER_HZ);
      await hearsTone(caller, AGENT_HZ);

      const before = carrier.messages().length;
      /** What it asks us about sound, and what we answer. */
      const awaitDirection = (isOurs: boolean, what: RegExp, direction: string) =>
        until(`${direction} ${isOurs ? 'by us' : 'by the carrier'}`, () =>
          carrier
            .messages()
            .slice(before)
            .some(({ isOurs: ours, text }) => ours === isOurs && what.test(text) && text.includes(`a=${direction}`)),
        );
      await caller.hold();
      await awaitDirection(false, /^INVITE [^]*^To:.*;tag=/m, 'sendonly');
      await awaitDirection(true, /^SIP\/2\.0 200 /, 'recvonly');
      let silent = 0;
      await until('silence while we are held', async () => {
        silent = (await call.hears()).includes(CALLER_HZ) ? 0 : silent + 1;
        return silent >= SILENCE_LOOKS;
      });
      await caller.resume();
      await hearsTone(call, CALLER_HZ);
      await hearsTone(caller, AGENT_HZ);
      await caller.hangUp();
      await isAt(call, 'over');
      return `re-INVITE with sendonly, answered recvonly, silence, then ${CALLER_HZ} and ${AGENT_HZ} Hz again`;
    } finally {
      await phone.close();
    }
  });
}
