import type { Locator, Page } from '@playwright/test';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import type { LiveCall } from '#features/voice/calls/contract.ts';
import { api } from '../api.ts';
import { expect } from '../fixture.ts';
import { say } from '../texts.ts';

/** The call of a person as the server has it; null when there is none. */
export const liveCall = async (token: string): Promise<LiveCall | null> =>
  (await api<{ calls: LiveCall[] }>(token, 'GET', '/cc/api/calls/v1/live')).calls[0] ?? null;

const words = (key: string, who = ''): string => say('en-US', key).replace('{who}', who);

interface Shown {
  line: string | null;
  transfer: string | null;
  isHeldByThem: boolean;
  holdButton: string | null;
}

const withWhom = { customer: 'withCustomer', third: 'withThird', both: 'three' } as const;

/** What the workbench should show of a call. */
function expected({ role, held, transfer }: LiveCall): Shown {
  const isAgent = role === 'agent';
  const isHeld = isAgent && (held === 'both' || (held !== null && transfer === null));
  const isWaiting =
    (role === 'colleague' && held === 'customer') || (role === 'third' && (held === 'third' || held === 'both'));
  const transferWord =
    transfer && (transfer.kind === 'blind' ? 'under' : transfer.answered ? withWhom[transfer.talkingTo] : 'rings');
  return {
    line: words(isHeld ? 'softphone.pill.onHold' : 'softphone.pill.inCall'),
    transfer:
      isAgent && transfer && transferWord
        ? words(
            `softphone.transfer.${transferWord}`,
            transfer.toUserId === null ? spokenNumber(transfer.to) : transfer.to,
          )
        : null,
    isHeldByThem: isWaiting,
    holdButton: words(isHeld ? 'workbench.resume' : 'workbench.hold'),
  };
}

async function shown(page: Page): Promise<Shown> {
  const card = page.getByRole('article', { name: words('workbench.tab.call') });
  // What is there now: nobody waits for what has just gone.
  const only = async (part: Locator): Promise<string | null> => (await part.allInnerTexts())[0] ?? null;
  return {
    line: await only(page.locator('.line-pill-word')),
    transfer: await only(card.locator('.consulting output')),
    isHeldByThem: (await card.getByText(words('workbench.heldByThem')).count()) > 0,
    holdButton: await only(
      card.getByRole('button', { name: new RegExp(`^(${words('workbench.hold')}|${words('workbench.resume')})`) }),
    ),
  };
}

/** The server has come to `wanted`, and the workbench shows exactly what the server has. */
export async function standsAs(
  page: Page,
  token: string,
  wanted: Partial<Pick<LiveCall, 'held' | 'role'>> & { transfer?: Partial<NonNullable<LiveCall['transfer']>> | null },
): Promise<void> {
  await expect(async () => {
    const call = await liveCall(token);
    expect(call).toMatchObject({ state: 'talking', ...wanted });
    expect(await shown(page)).toEqual(expected(call!));
  }).toPass({ timeout: 20_000, intervals: [100] });
}
