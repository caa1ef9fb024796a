import type { FastifyRequest } from 'fastify';
import { languageFor, type Language } from '#shared/languages.ts';
import type { HomeDoor } from '../homes/home-door.ts';
import type { Origin, Visitor } from './caller.ts';
import type { RawRequest } from './routes.ts';
import { isFromThisMachine } from './security.ts';
import { signedBodies } from './signed-body.ts';

/** Whoever asks, as the request says. Of what few ask for, nothing is read before somebody does. */
class RequestVisitor implements Visitor {
  readonly origin: Origin;
  readonly token: string | null;
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest, origin: Origin) {
    this.origin = origin;
    this.token = bearerOf(request);
    this.#request = request;
  }

  /** Asked of strangers only: whoever is signed in has chosen a language. */
  get language(): Language {
    return languageWanted(this.#request.headers['accept-language'] ?? '');
  }

  get credentials(): { name: string; password: string } | null {
    return basic(this.#request.headers.authorization ?? '');
  }

  get isAtThisMachine(): boolean {
    return isFromThisMachine(this.#request);
  }
}

export function visitorOf(door: Pick<HomeDoor, 'seen'> | undefined, request: FastifyRequest): Visitor {
  const passedOn = door?.seen(request.raw);
  return new RequestVisitor(request, {
    requestId: request.id,
    address: passedOn ? passedOn.address : request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    site: passedOn ? passedOn.site : `${request.protocol}://${request.host}`,
    arrivedAt: request.socket.localAddress ?? '',
  });
}

const languageWanted = (header: string): Language =>
  languageFor(header.split(',').map((part) => part.split(';')[0]!.trim()));

function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7) : null;
}

function basic(header: string): { name: string; password: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/]{1,2000}={0,2})$/i.exec(header)?.[1];
  if (!encoded) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // U+FFFD stands for what was no UTF-8, NUL for what no database keeps.
  return colon < 1 || /[\0\ufffd]/.test(text) ? null : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

const NOTHING = new Uint8Array();

/** What few calls ask for: read when they do. */
export class RequestArrival implements RawRequest {
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  get query(): string {
    const { url } = this.#request;
    return url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  }

  get body(): Uint8Array {
    return signedBodies.get(this.#request) ?? NOTHING;
  }

  /** Taken apart from it by whoever reads several. */
  get header(): (name: string) => string {
    const { headers } = this.#request;
    return (name) => String(headers[name] ?? '');
  }
}
