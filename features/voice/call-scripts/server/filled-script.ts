import type { TenantTx } from '#platform/server/db/db.ts';
import { fillScript, type ScriptVariable } from '../core/script.ts';
import { scriptsRepo } from './scripts.repo.ts';

/** A script as somebody reads it before a call, filled in with what is known by then; null where it is gone or switched off. */
export async function filledScript(
  tx: TenantTx,
  id: number,
  values: Partial<Record<ScriptVariable, string>>,
): Promise<{ id: number; name: string; content: string } | null> {
  const script = await scriptsRepo(tx).find(id);
  if (!script?.enabled) return null;
  return { id, name: script.name, content: fillScript(script.content, values) };
}

/** What a script is called; empty where it is gone. */
export const scriptName = async (tx: TenantTx, id: number): Promise<string> =>
  (await scriptsRepo(tx).find(id))?.name ?? '';
