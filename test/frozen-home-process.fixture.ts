import { openDb } from '#platform/server/db/open-db.ts';
import { testServer } from './test-server.ts';

// A process of the product with an exchange of its own, for a test that lets it stand still while a phone rings: `<database> <phone> <number>`.
// It says what happens at that phone; told to stand still, it does, and the phone is picked up the moment it goes on.
const [url, sipNum, did] = process.argv.slice(2) as [string, string, string];
const server = await testServer({ db: openDb({ url, max: 8, report() {} }), listens: true, node: 'node-frozen' });
const { telephony } = server;
const seen: { answeredMs: number | null; endedMs: number | null } = { answeredMs: null, endedMs: null };
telephony.onEvent((event) => {
  if (event.type === 'legRinging') process.send!({ rings: true });
  if (event.type !== 'legEnded' || telephony.leg(event.leg)?.account !== sipNum) return;
  process.send!({ ...seen, endedMs: Date.now() });
});
process.on('message', (word) => {
  if (word === 'call') {
    telephony.registers(sipNum);
    telephony.outsideCalls({ line: 'rehearsal', from: '525512340003', to: did });
    return;
  }
  const leg = telephony.ringing(sipNum)!;
  process.kill(process.pid, 'SIGSTOP');
  seen.answeredMs = Date.now();
  telephony.picksUp(leg);
});
process.send!({ address: server.address });
