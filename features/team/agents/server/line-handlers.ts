import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { agentsApi, WebCallLine } from '../contract.ts';
import { lineCheckState, type LineMark } from '../core/line-check-state.ts';
import { agentsRepo, type AgentRow } from './agents.repo.ts';
import { lineMarksRepo } from './line-marks.repo.ts';
import { groupNoOf, ownAgent } from './own-agent.ts';
import { lineName, lineOf, lineUrl, readLines, type WebCallLineRow } from './web-call-lines.ts';

/** The ways to the exchange, and which of them an agent takes. */
export function lineHandlers(world: World): Handlers<Pick<typeof agentsApi, 'lines' | 'line' | 'changeLine'>> {
  const { db, exchange, clock } = world;

  type Marks = ReadonlyMap<number, LineMark>;
  const marksOf = (caller: Caller): Promise<Marks> => db.tenant(caller, (tx) => lineMarksRepo(tx).of(caller.userId));
  const shown = (caller: Caller, agent: AgentRow, line: WebCallLineRow, marks: Marks): WebCallLine => ({
    id: line.id,
    name: lineName(world, caller.language, line),
    domain: exchange.domain,
    url: lineUrl(world, caller.origin.site, line),
    utcDate: toWireTime(clock.nowMs()),
    is_check: lineCheckState(marks.get(line.id) ?? null, clock.nowMs()),
    endPointName: line.path,
    email: agent.email,
    groupNo: groupNoOf(agent),
    sipNum: agent.sip_num,
    current: line.id === agent.line_id,
  });

  return {
    async lines(caller) {
      const agent = await ownAgent(world, caller);
      const marks = await marksOf(caller);
      return (await readLines(world)).map((line) => shown(caller, agent, line, marks));
    },
    async line(caller, { endPointId }) {
      const agent = await ownAgent(world, caller);
      return shown(caller, agent, await lineOf(world, endPointId ?? agent.line_id), await marksOf(caller));
    },
    async changeLine(caller, { endPointId }) {
      const line = await lineOf(world, endPointId);
      const before = await ownAgent(world, caller);
      await db.tenant(caller, async (tx) => {
        await agentsRepo(tx).change(caller.userId, { lineId: line.id });
        caller.operation.note(before.sip_num, { before: { line: before.line_id }, after: { line: line.id } });
      });
      return shown(caller, { ...before, line_id: line.id }, line, await marksOf(caller));
    },
  };
}
