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

  /**
   * Makes what a line has there what it shall have: nothing, where that is empty. One after another. Of what is not known to be there, and is
   * not wanted, these kinds are taken away nevertheless. Answers whether the node registered it, and does so no more.
   */
  bring(
    line: string,
    wanted: readonly NodeObject[],
    unwanted: readonly NodeObject['type'][] = [],
  ): Promise<{ isUnregistered: boolean }> {
    const done = this.#turn.then(() => this.#bring(line, wanted, unwanted));
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

  async #bring(
    line: string,
    wanted: readonly NodeObject[],
    unwanted: readonly NodeObject['type'][],
  ): Promise<{ isUnregistered: boolean }> {
    const known = this.#written.get(line);
    const before = known ?? [];
    let isUnregistered = false;
    const done = new Map(before.map((object) => [pathOf(object), object]));
    const keep = (): void => void this.#written.set(line, [...done.values()]);
    // What somebody else wrote there, or we did before we doubted it, is there until it is taken away.
    const mayBe = known ?? unwanted.map((type): NodeObject => ({ type, id: line, fields: {} }));
    const left = mayBe.filter((had) => !wanted.some((object) => pathOf(object) === pathOf(had)));
    try {
      for (const object of left.toReversed()) {
        const wasThere = await this.#remove(object);
        if (wasThere && object.type === 'registration') isUnregistered = true;
        done.delete(pathOf(object));
      }
      for (const object of wanted) {
        const had = done.get(pathOf(object));
        if (had && JSON.stringify(had) === JSON.stringify(object)) continue;
        await this.#write(object);
        // The goodbye of what was there and the new one go their own ways: heard in the other order, nobody is registered.
        if (had?.type === 'registration') isUnregistered = true;
        done.set(pathOf(object), object);
      }
    } finally {
      keep();
    }
    return { isUnregistered };
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

  async #remove(object: NodeObject): Promise<boolean> {
    try {
      await this.#ari.delete(pathOf(object));
      return true;
    } catch (problem) {
      if (!(problem instanceof AriFailure) || problem.status !== MISSING) throw problem;
      return false;
    }
  }
}

/** All of them belong to one module, whichever serves them. */
const pathOf = ({ type, id }: NodeObject): string => `/asterisk/config/dynamic/res_pjsip/${type}/${id}`;
