import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planHouse, type HousePlan } from './house-plan.ts';

/** Everything of the exchange in the data folder: its plan, its programs where they were fetched, the homes of its parts. */
export const houseFolder = (dataDir: string): string => join(dataDir, 'exchange');
const planFile = (folder: string): string => join(folder, 'house.json');

/** The plan that was carried out last; null before the first. */
export const readHousePlan = (dataDir: string): HousePlan | null => readPlanIn(houseFolder(dataDir));

/** The same of a folder of its own. */
export function readPlanIn(folder: string): HousePlan | null {
  const file = planFile(folder);
  if (!existsSync(file)) return null;
  const plan = JSON.parse(readFileSync(file, 'utf8')) as HousePlan;
  // Older ones had none of these.
  return { ...plan, edge: { ...plan.edge, proxies: plan.edge?.proxies ?? [] } };
}

/** What a plan of an older version lacks, by the names it has there; nothing can be guessed in its place. */
export function missingIn(plan: HousePlan): string[] {
  const whole = planHouse({ databaseUrl: '' });
  const lacks = (of: string, has: object | undefined, wanted: object): string[] =>
    Object.keys(wanted).flatMap((name) => (has && name in has ? [] : [`${of}.${name}`]));
  return [
    ...lacks('plan', plan, whole),
    ...lacks('edge', plan.edge, whole.edge),
    ...(plan.nodes ?? []).flatMap((node) => lacks(`node ${node.name}`, node, whole.nodes[0]!)),
    ...lacks('secrets', plan.secrets, whole.secrets),
  ];
}

/** It holds secrets: nobody but its owner reads it. */
export function keepHousePlan(dataDir: string, plan: HousePlan): void {
  mkdirSync(houseFolder(dataDir), { recursive: true, mode: 0o700 });
  const file = planFile(houseFolder(dataDir));
  writeFileSync(file, `${JSON.stringify(plan, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}
