import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { answerOf } from './exchange-house.ts';
import type { PhonesOrder } from './exchange-phones.ts';

export interface PhonesProcess {
  child: ChildProcess;
  ask<Answer = object>(order: PhonesOrder): Promise<Answer>;
}

/** Phones in a process of their own, so that what they cost is not counted as the server's. */
export function phonesProcess(): PhonesProcess {
  const child = fork(join(import.meta.dirname, 'exchange-phones.ts'));
  return {
    child,
    async ask<Answer>(order: PhonesOrder) {
      child.send(order);
      const answer = (await answerOf(child)) as Answer & { problem?: string };
      if (answer.problem) throw new Error(answer.problem);
      return answer;
    },
  };
}
