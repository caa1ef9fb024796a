import type { NodeKind } from '../node-kind.ts';
import { hangUp } from './hang-up.ts';
import { listen } from './listen.ts';
import { say } from './say.ts';
import { start } from './start.ts';

/** Every kind of node, in the order of the palette. */
export const nodeKinds: readonly NodeKind[] = [start, say, listen, hangUp].map((kind) => kind as unknown as NodeKind);

const byName = new Map(nodeKinds.map((kind) => [kind.kind, kind]));

/** Undefined for a kind of a later version. */
export const kindOf = (name: string): NodeKind | undefined => byName.get(name);
