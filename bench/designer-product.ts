import { rmSync } from 'node:fs';
import { branchesOf } from '#features/flows/flows/core/edit.ts';
import type { Flow } from '#core/flow/flow.ts';
import { summaryOf } from '#features/flows/flows/web/designer/summary.ts';
import type { BareFlow } from './designer-bare.tsx';
import { dataFolder, flags, freePort, startProgram } from './product.ts';

/** The product with its demo, somebody signed in who has read the news, and a way to bring flows into it. */
export async function openProduct() {
  const dataDir = dataFolder();
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const program = await startProgram([...flags, 'apps/server/main.ts'], port, dataDir);
  const token = await signIn(base);
  return {
    base,
    token,
    async imported(name: string, flow: Flow): Promise<number> {
      const file = { openseat: 'flow', name, flow, names: [] };
      return (await ask<{ id: number }>(base, token, '/cc/api/ivrFlow/v1/import', { name, file })).id;
    },
    async stop(): Promise<void> {
      await program.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function bareOf(flow: Flow): BareFlow {
  return {
    nodes: flow.nodes.map((node) => ({
      id: node.id,
      title: node.name || node.kind,
      text: summaryOf(node, flow),
      branches: branchesOf(flow, node.id),
      x: node.x,
      y: node.y,
      tidyX: node.y,
      tidyY: node.x,
    })),
    edges: [...flow.edges],
  };
}

async function signIn(base: string): Promise<string> {
  const answer = await fetch(`${base}/admin/saas_plat/user/login`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@aurora.example', password: 'openseat-demo' }),
  });
  const { token } = ((await answer.json()) as { data: { token: string } }).data;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const announced = (await (await fetch(`${base}/admin/saas_plat/announcements/effect`, { headers })).json()) as {
    data: { id: number }[];
  };
  for (const { id } of announced.data)
    await fetch(`${base}/admin/saas_plat/announcements/read`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ announcements_id: id }),
    });
  return token;
}

async function ask<T>(base: string, token: string, path: string, body: object): Promise<T> {
  const answer = (await (
    await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json()) as { code: number; data: T; msg: string };
  if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
  return answer.data;
}
