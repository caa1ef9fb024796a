import { MAX_MESSAGE_CHARS } from '../embedded/sip/sip-constants.ts';

const END_OF_HEAD = '\r\n\r\n';

/** Cuts the bytes of a connection into messages, by their Content-Length (RFC 3261, section 18.3). */
export class StreamReader {
  #rest: Buffer = Buffer.alloc(0);
  /** A message whose head is known is not looked at before it is whole: its sender may say it byte by byte. */
  #wanted = 0;

  /** What is whole now; `pings` asked for a sign of life (RFC 5626). Null when this is no SIP, or too much of it. */
  push(chunk: Buffer): { messages: string[]; pings: number } | null {
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    if (this.#rest.length < this.#wanted) return { messages: [], pings: 0 };
    this.#wanted = 0;
    const messages: string[] = [];
    let pings = 0;
    for (;;) {
      let start = 0;
      while (this.#rest[start] === 13 || this.#rest[start] === 10) start++;
      pings += Math.floor(start / 4);
      this.#rest = this.#rest.subarray(start);
      const head = this.#rest.indexOf(END_OF_HEAD);
      if (head < 0) return this.#rest.length > MAX_MESSAGE_CHARS ? null : { messages, pings };
      const length = lengthIn(this.#rest.subarray(0, head).toString());
      const end = head + END_OF_HEAD.length + length;
      if (end > MAX_MESSAGE_CHARS) return null;
      if (this.#rest.length < end) {
        this.#wanted = end;
        return { messages, pings };
      }
      messages.push(this.#rest.subarray(0, end).toString());
      this.#rest = this.#rest.subarray(end);
    }
  }
}

const lengthIn = (head: string): number =>
  Number(/^(?:content-length|l)[ \t]*:[ \t]*(\d{1,9})[ \t]*$/im.exec(head)?.[1] ?? 0);
