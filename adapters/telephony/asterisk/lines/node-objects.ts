import type { AriClient } from '../ari-client.ts';
import { AriFailure } from '../ari-client.ts';
import type { NodeObject } from './trunk-objects.ts';

const MISSING = 404;
const UNCHANGED = 500;

/** What we had written into the configuration of one node; it keeps it in memory, and forgets it with its end. */
export class NodeObjects {
  readonly #ari: AriClient;
  /** By line: what it has there. */
  readonly #written = new Map<string, readonly NodeObject[]>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(ari: AriClient) {
    this.#ari = ari;
  }

  /** Makes what a line has there what it shall have: nothing, where that is empty. One after another. */
  bring(line: string, wanted: readonly NodeObject[]): Promise<void> {
    const done = this.#turn.then(() => this.#bring(line, wanted));
    this.#turn = done.catch(() => {});
    return done;
  }

  /** It may have forgotten: everything is written again. */
  doubt(): void {
    this.#written.clear();
  }

  /** No longer ours to write; it stays there. */
  release(line: string): void {
    this.#written.delete(line);
  }

  async #bring(line: string, wanted: readonly NodeObject[]): Promise<void> {
    const before = this.#written.get(line) ?? [];
    const done = new Map(before.map((object) => [pathOf(object), object]));
    const keep = (): void => void this.#written.set(line, [...done.values()]);
    const left = before.filter((had) => !wanted.some((object) => pathOf(object) === pathOf(had)));
    try {
      for (const object of left.toReversed()) {
        await this.#remove(object);
        done.delete(pathOf(object));
      }
      for (const object of wanted) {
        const had = done.get(pathOf(object));
        if (had && JSON.stringify(had) === JSON.stringify(object)) continue;
        await this.#write(object);
        done.set(pathOf(object), object);
      }
    } finally {
      keep();
    }
  }

  async #write(object: NodeObject): Promise<void> {
    const fields = Object.entries(object.fields).map(([attribute, value]) => ({ attribute, value }));
    try {
      await this.#ari.put(pathOf(object), { fields });
    } catch (problem) {
      // Some can be made, but not be changed.
      if (!(problem instanceof AriFailure) || problem.status !== UNCHANGED) throw problem;
      await this.#remove(object);
      await this.#ari.put(pathOf(object), { fields });
    }
  }

  async #remove(object: NodeObject): Promise<void> {
    await this.#ari.delete(pathOf(object)).catch((problem: unknown) => {
      if (!(problem instanceof AriFailure) || problem.status !== MISSING) throw problem;
    });
  }
}

/** All of them belong to one module, whichever serves them. */
const pathOf = ({ type, id }: NodeObject): string => `/asterisk/config/dynamic/res_pjsip/${type}/${id}`;
