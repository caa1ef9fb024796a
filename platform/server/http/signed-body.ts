import { Readable } from 'node:stream';
import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import { Failure } from '#shared/errors.ts';

/** What servers that sign their calls may send at once. */
const SIGNED_BODY_LIMIT = 4 * 1_048_576;

/** The bytes of signed calls while they are answered. */
export const signedBodies = new WeakMap<FastifyRequest, Buffer>();

/** Keeps a body as it was sent, beside what is read from it: signatures are made over its bytes. */
export const keepsBody: Pick<RouteShorthandOptions, 'bodyLimit' | 'preParsing'> = {
  bodyLimit: SIGNED_BODY_LIMIT,
  preParsing: async (request, _reply, payload) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of payload as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > SIGNED_BODY_LIMIT) throw new Failure('tooLarge');
      parts.push(part);
    }
    const body = Buffer.concat(parts);
    signedBodies.set(request, body);
    return Object.assign(Readable.from([body], { objectMode: false }), { receivedEncodedLength: body.length });
  },
};
