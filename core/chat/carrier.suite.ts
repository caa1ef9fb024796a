import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  CarrierRefusal,
  type ChatCarrier,
  type CarriedFile,
  type Correspondent,
  type OutgoingMessage,
} from './carrier.port.ts';

/** A message as the other side has it. */
export interface Taken {
  text: string;
  file: { name: string; bytes: number } | null;
  /** Ours, as the other side could tell it back. */
  clientId: string;
}

/** A carrier and the hands of the server behind it. */
export interface CarrierBench {
  carrier: ChatCarrier;
  to: Correspondent;
  taken(): Promise<readonly Taken[]>;
  /** What becomes of the next message: refused for good, for now, never answered, cut off in the middle. */
  next(how: 'refuse' | 'busy' | 'hang' | 'cut'): void;
  /** From now on the account's password or token is wrong. */
  spoil(): void;
  /** A media type it does not take, if there is one. */
  refusedType?: string;
  close(): Promise<void>;
}

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

const aFile = (name: string, mediaType: string, bytes: Uint8Array): CarriedFile => ({
  name,
  mediaType,
  bytes: bytes.length,
  open: async () =>
    (async function* () {
      yield bytes;
    })(),
});

/** What every carrier must do. */
export function carrierSuite(open: () => Promise<CarrierBench>): void {
  describe('as every carrier', () => {
    let bench: CarrierBench;
    beforeEach(async () => void (bench = await open()));
    afterEach(() => bench.close());

    const outgoing = (some: Partial<OutgoingMessage>): OutgoingMessage => ({
      to: bench.to,
      clientId: ID,
      text: '',
      file: null,
      template: null,
      thread: {},
      agentName: 'Ana',
      ...some,
    });
    const refusal = async (sending: Promise<unknown>): Promise<CarrierRefusal> => {
      const thrown = await sending.then(
        () => null,
        (problem: unknown) => problem,
      );
      expect(thrown).toBeInstanceOf(CarrierRefusal);
      return thrown as CarrierRefusal;
    };

    test('a text arrives as it was written, and is named', async () => {
      const { externalId } = await bench.carrier.send(outgoing({ text: 'Hola, ¿qué tal?\n第二行 🙂' }));
      expect(externalId).not.toBe('');
      expect(await bench.taken()).toMatchObject([
        { text: expect.stringContaining('Hola, ¿qué tal?\n第二行 🙂'), file: null },
      ]);
    });

    test('a file arrives whole, under its name', async () => {
      const bytes = new TextEncoder().encode('%PDF-1.4\n'.repeat(3_000));
      await bench.carrier.send(outgoing({ file: aFile('précis 1.pdf', 'application/pdf', bytes) }));
      expect(await bench.taken()).toMatchObject([{ file: { name: 'précis 1.pdf', bytes: bytes.length } }]);
    });

    test('a file it does not take is refused for good, and nothing arrives', async () => {
      if (bench.refusedType === undefined) return;
      expect(
        await refusal(bench.carrier.send(outgoing({ file: aFile('x', bench.refusedType, new Uint8Array(10)) }))),
      ).toMatchObject({ isFinal: true });
      expect(await bench.taken()).toEqual([]);
    });

    test('what the other side will never take is refused for good, with a reason', async () => {
      bench.next('refuse');
      const { isFinal, reason } = await refusal(bench.carrier.send(outgoing({ text: 'one' })));
      expect([isFinal, reason === '']).toEqual([true, false]);
      expect(await bench.taken()).toEqual([]);
    });

    test('what it does not take now goes later', async () => {
      bench.next('busy');
      expect(await refusal(bench.carrier.send(outgoing({ text: 'one' })))).toMatchObject({ isFinal: false });
      await bench.carrier.send(outgoing({ text: 'one' }));
      expect(await bench.taken()).toHaveLength(1);
    });

    test.each(['hang', 'cut'] as const)(
      'a server that does not answer (%s) is no refusal for good, and nobody claims that nothing arrived',
      async (how) => {
        bench.next(how);
        expect(await refusal(bench.carrier.send(outgoing({ text: 'one' })))).toMatchObject({
          isFinal: false,
          maybeTaken: true,
        });
      },
    );

    test('sent again, the other side can tell that it is the same', async () => {
      await bench.carrier.send(outgoing({ text: 'one' }));
      await bench.carrier.send(outgoing({ text: 'one' }));
      await bench.carrier.send(outgoing({ text: 'two', clientId: OTHER }));
      const [first, again, other] = (await bench.taken()).map(({ clientId }) => clientId);
      if (again === other) expect((await bench.taken()).length).toBe(2);
      else expect([again, other === first]).toEqual([first, false]);
    });

    test('a good account answers; one with a wrong password says so', async () => {
      await bench.carrier.check();
      bench.spoil();
      expect((await refusal(bench.carrier.check())).reason).not.toBe('');
    });
  });
}
