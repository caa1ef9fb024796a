import type { MenuGoal, InboundMenu } from '#core/call/call-plan.ts';
import { answerCustomer, change, note, partyOf, prompt, say, wake, type CallTurn } from '#core/call/call-turn.ts';
import { groupBox, MAIN_BOX } from '#core/call/mailbox.ts';
import { teamSoundOf } from '#core/call/team-prompt.ts';
import { toVoicemail } from './voicemail.ts';
import { farewell, toLine } from './waiting.ts';

const STANDARD_MENU = 'menu.main';

/** "Press 1 for …". */
export function toMenu(turn: CallTurn, menu: InboundMenu): void {
  change(turn, { at: 'menu', menu: { menu, triesLeft: menu.tries, turn: 0 } });
  note(turn, { type: 'menuBegan' });
  answerCustomer(turn);
  askMenu(turn);
}

/** Says the choices, to a caller who can hear them. */
export function askMenu(turn: CallTurn, ...first: string[]): void {
  const { menu } = turn.call;
  if (!menu || partyOf(turn.call, 'customer')?.at !== 'up') return;
  const before = first.map((name) => prompt(turn.call, name));
  const teamSound = teamSoundOf(menu.menu.prompt);
  if (teamSound === null) return say(turn, 'menu', { sequence: [...before, prompt(turn.call, menu.menu.prompt)] });
  // Keys work as before where the team's own announcement is gone.
  const choices = { teamSound, otherwise: prompt(turn.call, STANDARD_MENU) };
  say(turn, 'menu', { oneAfterAnother: [...before, choices] });
}

/** The choices were said: now the caller has time to think. */
export function menuPlayed(turn: CallTurn): void {
  const { menu } = turn.call;
  if (menu) change(turn, { menu: { ...menu, turn: wake(turn, 'menu', menu.menu.waitMs) } });
}

export function keyInMenu(turn: CallTurn, key: string): void {
  const { menu } = turn.call;
  if (!menu) return;
  const goal = menu.menu.keys[key];
  if (!goal) return tryAgain(turn, 'menu.wrong');
  note(turn, { type: 'menuChosen', key });
  leaveMenu(turn, goal);
}

export function menuTimeUp(turn: CallTurn, number: number): void {
  if (turn.call.menu?.turn === number) tryAgain(turn);
}

function tryAgain(turn: CallTurn, ...first: string[]): void {
  const { menu } = turn.call;
  if (!menu) return;
  const triesLeft = menu.triesLeft - 1;
  if (triesLeft <= 0) return leaveMenu(turn, menu.menu.otherwise);
  change(turn, { menu: { ...menu, triesLeft, turn: 0 } });
  askMenu(turn, ...first);
}

function leaveMenu(turn: CallTurn, goal: MenuGoal): void {
  change(turn, { menu: null, playing: null });
  if (goal.kind === 'group') toLine(turn, goal.groupId);
  else if (goal.kind === 'voicemail') toVoicemail(turn, goal.ofGroup === undefined ? MAIN_BOX : groupBox(goal.ofGroup));
  else farewell(turn, 'goodbye');
}
