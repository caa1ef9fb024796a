import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HousePlan } from './house-plan.ts';

/** Everything of the exchange in the data folder: its plan, its programs where they were fetched, the homes of its parts. */
export const houseFolder = (dataDir: string): string => join(dataDir, 'exchange');
const planFile = (folder: string): string => join(folder, 'house.json');

/** The plan that was carried out last; null before the first. */
export const readHousePlan = (dataDir: string): HousePlan | null => readPlanIn(houseFolder(dataDir));

/** The same of a folder of its own. */
export function readPlanIn(folder: string): HousePlan | null {
  const file = planFile(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as HousePlan) : null;
}

/** It holds secrets: nobody but its owner reads it. */
export function keepHousePlan(dataDir: string, plan: HousePlan): void {
  mkdirSync(houseFolder(dataDir), { recursive: true, mode: 0o700 });
  const file = planFile(houseFolder(dataDir));
  writeFileSync(file, `${JSON.stringify(plan, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}
