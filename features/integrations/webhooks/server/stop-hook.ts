import { publish } from '#features/team/announcements/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import type { Hook } from '../contract.ts';
import { webhooksRepo } from './webhooks.repo.ts';

/** Switches a hook off that no longer works. Nobody looks at the log of something that works: whoever looks after the hooks is told. */
export async function stopHook(
  tx: TenantTx,
  { texts, clock }: Pick<World, 'texts' | 'clock'>,
  hookId: number,
  how: NonNullable<Hook['stopped']>,
): Promise<void> {
  const repo = webhooksRepo(tx);
  if (!(await repo.stop(hookId, how))) return;
  const [hook, roleIds] = [await repo.find(hookId), await repo.keepers()];
  // An announcement for no role would be one for everybody.
  if (!hook || roleIds.length === 0) return;
  const say = (language: 'zh-CN' | 'en-US', what: 'Title' | 'Text') =>
    texts.say(language, `webhooks.${how}${what}`, { name: hook.name });
  await publish(
    tx,
    {
      title_cn: say('zh-CN', 'Title'),
      title_en: say('en-US', 'Title'),
      content_cn: say('zh-CN', 'Text'),
      content_en: say('en-US', 'Text'),
    },
    { roleIds, by: 'OpenSeat', nowMs: clock.nowMs() },
  );
}
