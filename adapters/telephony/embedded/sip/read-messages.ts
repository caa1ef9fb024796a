import { IncomingRequestMessage, IncomingResponseMessage } from 'sip.js/lib/core/index.js';
import { headerize } from 'sip.js/lib/core/messages/utils.js';

/*
 * The library's messages, which write every name of a header anew whenever one is asked for. Here the names that calls are made
 * of are written once.
 */

/** Phones may send any names they like: no more are remembered. */
const NAMES_MOST = 200;
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = headerize(text);
  if (names.size < NAMES_MOST) names.set(text, name);
  return name;
}

type Message = IncomingRequestMessage | IncomingResponseMessage;

const valuesOf = ({ headers }: Message, name: string): { raw: string }[] | undefined => headers[nameOf(name)];

function add({ headers }: Message, text: string, raw: string): void {
  const name = nameOf(text);
  const values = headers[name];
  if (values) values.push({ raw });
  else headers[name] = [{ raw }];
}

export class ReadRequest extends IncomingRequestMessage {
  override addHeader(name: string, value: string): void {
    add(this, name, value);
  }

  override getHeader(name: string): string | undefined {
    return valuesOf(this, name)?.[0]?.raw;
  }

  override getHeaders(name: string): string[] {
    return valuesOf(this, name)?.map(({ raw }) => raw) ?? [];
  }

  override hasHeader(name: string): boolean {
    return valuesOf(this, name) !== undefined;
  }
}

export class ReadResponse extends IncomingResponseMessage {
  override addHeader(name: string, value: string): void {
    add(this, name, value);
  }

  override getHeader(name: string): string | undefined {
    return valuesOf(this, name)?.[0]?.raw;
  }

  override getHeaders(name: string): string[] {
    return valuesOf(this, name)?.map(({ raw }) => raw) ?? [];
  }

  override hasHeader(name: string): boolean {
    return valuesOf(this, name) !== undefined;
  }
}
