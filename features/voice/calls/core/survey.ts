import type { CallEnd } from '#core/call/call-life.ts';
import { act, change, note, partyOf, prompt, say, sendAway, wake, type CallTurn } from '#core/call/call-turn.ts';
import { end } from './ending.ts';

const SURVEY_MS = 20_000;
const SCORES = ['1', '2', '3', '4', '5'];

/**
 * The agent's side of the conversation ended. The customer is asked how it was, or hung up.
 * Model 1 asks after every call, model 2 when the agent wished it; an agent who hangs up actively ends the call
 * without a question unless the tenant has it asked then too (activelyHangUp), or the agent wished it.
 */
export function agentSideEnded(turn: CallTurn, endedBy: CallEnd['endedBy']): void {
  const { survey, facts, transfer } = turn.call;
  const { settings } = facts;
  const customer = partyOf(turn.call, 'customer');
  const asked =
    settings.survey !== 0 &&
    (survey.armed || (settings.survey === 1 && (endedBy !== 'agent' || settings.surveyWhenAgentHangsUp)));
  if (!customer || customer.at !== 'up' || customer.who.kind !== 'outside' || !asked || transfer)
    return end(turn, { outcome: 'talked', cause: 'normal', endedBy });
  for (const party of turn.call.parties) if (party.role !== 'customer') sendAway(turn, party);
  if (turn.call.recording) act(turn, { type: 'stopRecording', recordingId: turn.call.recording });
  act(turn, { type: 'separate', leg: customer.leg });
  change(turn, {
    at: 'surveying',
    hold: null,
    recording: null,
    survey: { ...survey, endedBy, turn: wake(turn, 'survey', SURVEY_MS) },
  });
  say(turn, 'survey', prompt(turn.call, 'survey.ask'));
}

/** The first key from one to five counts. */
export function keyInSurvey(turn: CallTurn, key: string): void {
  const { survey } = turn.call;
  if (survey.turn === 0 || !SCORES.includes(key)) return;
  note(turn, { type: 'surveyAnswered', score: Number(key) });
  change(turn, { survey: { ...survey, turn: 0 } });
  say(turn, 'surveyThanks', prompt(turn.call, 'survey.thanks'));
}

export const surveyTimeUp = (turn: CallTurn, number: number): void =>
  void (turn.call.survey.turn === number && surveyOver(turn));

export const surveyOver = (turn: CallTurn): void =>
  end(turn, { outcome: 'talked', cause: 'normal', endedBy: turn.call.survey.endedBy });
