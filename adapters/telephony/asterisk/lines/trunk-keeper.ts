import { nodesInTurn, shardOf } from '../config/house-names.ts';
import type { NodePlace } from '../exchange-node.ts';
import type { NodeTrunk } from './node-trunk.ts';
import { trunkNode, type TrunkNode } from './trunk-node.ts';
import { trunkObjects } from './trunk-objects.ts';

/** By what the edge knows calls of carriers. */
export interface KnownWays {
  /** Answers what the line registers as. */
  keep(way: { line: string; tenantId: number | null; sources: readonly string[] }): Promise<string>;
  drop(line: string): Promise<void>;
}

/** What every process has made that puts a trunk. */
const MADE = ['auth', 'aor', 'endpoint', 'identify'] as const;
/** One that we, or who answered for it before, may have had register: of what is lent another process has. */
const mayStandThere = ({ tenantId, registers }: NodeTrunk): ['registration'] | [] =>
  tenantId !== null || registers ? ['registration'] : [];

/** The trunks this process answers for, and the nodes that serve them: each has what they need. */
export class TrunkKeeper {
  readonly nodes: readonly TrunkNode[];
  readonly #trunks = new Map<string, { trunk: NodeTrunk; written: string }>();
  /** What is done to one trunk is done in order. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #ways: KnownWays;
  readonly #report: (problem: unknown) => void;
  #isStopped = false;

  constructor(places: readonly NodePlace[], ways: KnownWays, report: (problem: unknown) => void) {
    this.#ways = ways;
    this.#report = report;
    this.nodes = places.map((place) =>
      trunkNode(place, {
        trunks: () => [...this.#trunks.values()].map(({ trunk }) => trunk),
        trunk: (line) => this.get(line),
        bring: (line) => (line === null ? this.bringAll() : void this.bring(line).catch(report)),
        report,
      }),
    );
  }

  get = (line: string): NodeTrunk | undefined => this.#trunks.get(line)?.trunk;
  living = (): TrunkNode[] => this.nodes.filter(({ isUp }) => isUp);
  registrarOf = (line: string): TrunkNode | undefined =>
    this.living().find(({ name }) => name === this.get(line)?.registrar);

  /** Replaces what is there under this name, unless it is the same. */
  put(line: string, written: string, make: () => Promise<NodeTrunk>): Promise<void> {
    return this.#inTurn(line, async () => {
      const before = this.#trunks.get(line);
      if (this.#isStopped || before?.written === written) return;
      const trunk = await make();
      trunk.registrar = before?.trunk.registrar ?? (await this.#whoRegisters(line));
      this.#trunks.set(line, { trunk, written });
      // Names may take their time; nobody waits for them.
      this.bring(line).catch(this.#report);
    });
  }

  /** Makes every node that lives have what the trunk needs now. */
  bring = (line: string): Promise<void> => this.#inTurn(line, () => this.#bringNow(line));
  bringAll(): void {
    for (const line of this.#trunks.keys()) this.bring(line).catch(this.#report);
  }

  /** It is gone from every node, and the carrier is told goodbye. */
  remove(line: string): Promise<void> {
    return this.#inTurn(line, async () => {
      const trunk = this.get(line);
      if (!trunk) return;
      this.#trunks.delete(line);
      await this.#ways.drop(line);
      const kinds = [...MADE, ...mayStandThere(trunk)];
      await Promise.all(this.living().map(({ objects }) => objects.bring(line, [], kinds)));
    });
  }

  /** Another process answers for it; it stays as it is. */
  release(line: string): Promise<void> {
    return this.#inTurn(line, async () => {
      this.#trunks.delete(line);
      for (const { objects } of this.nodes) objects.release(line);
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.allSettled(this.#turns.values());
    for (const { watch } of this.nodes) watch.stop();
  }

  async #bringNow(line: string): Promise<void> {
    const trunk = this.get(line);
    if (!trunk || this.#isStopped) return;
    await trunk.find();
    // The edge goes on by what it knew; nodes need no database for what they do.
    await this.#ways.keep({ line, tenantId: trunk.tenantId, sources: trunk.sources() }).catch(this.#report);
    const inOrder = nodesInTurn(shardOf(trunk.tenantId ?? 0), this.nodes);
    const own = inOrder.find(({ isUp }) => isUp);
    const registrar = (trunk.callsOverConnection ? own : this.registrarOf(line)) ?? own;
    trunk.registrar = trunk.registers ? (registrar?.name ?? null) : null;
    const brought = await Promise.all(
      this.living().map(async (node) => {
        const wanted = trunkObjects({ ...trunk, isRegistrar: node.name === trunk.registrar });
        return node.objects.bring(line, wanted, mayStandThere(trunk)).catch((problem: unknown) => {
          // One that is gone meanwhile is told again when it is back.
          if (node.isUp) this.#report(problem);
          return null;
        });
      }),
    );
    // Two had registered it under one name: the goodbye of the one was heard as the other's.
    if (trunk.registers && brought.some((done) => done?.isUnregistered)) await registrar?.watch.register(line);
    // One that stood there before tells nothing new by itself.
    await registrar?.watch.look();
  }

  /** Whom an earlier process had register it. */
  async #whoRegisters(line: string): Promise<string | null> {
    const asked = await Promise.all(
      this.living().map(async ({ name, watch }) => ((await watch.has(line)) ? name : null)),
    );
    return asked.find((name) => name !== null) ?? null;
  }

  #inTurn<T>(line: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#turns.get(line) ?? Promise.resolve()).then(work, work);
    this.#turns.set(line, done);
    const forget = (): void => void (this.#turns.get(line) === done && this.#turns.delete(line));
    done.then(forget, forget);
    return done;
  }
}
