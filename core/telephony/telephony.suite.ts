import { expect, test } from 'vitest';
import { conferenceSuite } from './suite/conference.suite.ts';
import { legsSuite } from './suite/legs.suite.ts';
import { phonesSuite } from './suite/phones.suite.ts';
import type { RehearsedExchange } from './suite/rehearsed-exchange.fixture.ts';
import { soundSuite } from './suite/sound.suite.ts';
import { openStage, type OnStage, type SuiteStage } from './suite/suite-stage.fixture.ts';

/*
 * What every exchange must do. It speaks to the exchange through the port and to people through phones, so it runs as well
 * against an exchange in another process. What Asterisk cannot do as the port says, and how its adapter is to deal with it:
 *  - It sends no status of 700 or more (nor does SIP allow one): refusals stay within 300 to 699 (`shared/call-rejection.ts`).
 *    A refusal by ARI carries a cause, not a status: the leg goes on to a dial plan context that hangs up with the status.
 *    A 603 of the far side arrives as 403, which means `rejected` here too (`end-causes.ts`).
 *  - It has no whisper: one snoop channel, spying both and whispering out, stands beside the target's channel and is bridged to
 *    the supervisor; changing the mode mutes its direction in. For a barge a second snoop whispers to the partner.
 *  - A bridged channel cannot be recorded: a snoop of the leg is, in and out as two files that become one stereo file.
 *  - A channel must have told its StasisStart before it can be bridged: commands to a leg wait for it.
 *  - A bridge of it takes any number of channels; muting one is its channel's mute `in`.
 *  - It tells no `legDisconnected`: a websocket that goes away is seen by the contact's status.
 */

/** Runs every case on an exchange of its own. */
export function telephonySuite(open: () => Promise<RehearsedExchange>): void {
  const onStage: OnStage = (name, play) =>
    test(`${name}`, { timeout: 40_000 }, async () => {
      const exchange = await open();
      try {
        const stage = openStage(exchange);
        await play(stage);
        for (const leg of await exchange.telephony.legs()) await exchange.telephony.hangUp(leg);
        await stage.until('no leg is left', async () => (await exchange.telephony.legs()).length === 0);
        await nothingFollowsTheEnd(stage);
      } finally {
        await exchange.close();
      }
    });
  legsSuite(onStage);
  soundSuite(onStage);
  phonesSuite(onStage);
  conferenceSuite(onStage);
}

/** Rule 3, in every case. */
async function nothingFollowsTheEnd(stage: SuiteStage): Promise<void> {
  await stage.exchange.pass(60);
  for (const event of stage.events) {
    if (event.type !== 'legEnded') continue;
    const story = stage.story(event.leg).filter((type) => type !== 'recorded');
    expect(story.indexOf('legEnded'), story.join(' ')).toBe(story.length - 1);
  }
}
