/** Reads numbers of a font file one after another; all of them stand with their highest byte first. */
export class ByteReader {
  readonly bytes: Buffer;
  at: number;
  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  u8(): number {
    return this.bytes.readUInt8(this.at++);
  }
  u16(): number {
    return this.bytes.readUInt16BE((this.at += 2) - 2);
  }
  i16(): number {
    return this.bytes.readInt16BE((this.at += 2) - 2);
  }
  u32(): number {
    return this.bytes.readUInt32BE((this.at += 4) - 4);
  }
  i8(): number {
    return this.bytes.readInt8(this.at++);
  }
  /** A fraction between -2 and 2, in 16 bits. */
  fraction(): number {
    return this.i16() / 16_384;
  }
  tag(): string {
    return this.bytes.toString('latin1', this.at, (this.at += 4));
  }
  take(length: number): Buffer {
    return this.bytes.subarray(this.at, (this.at += length));
  }
  /** A number in as many bytes as it needs, seven bits in each. */
  base128(): number {
    let value = 0;
    for (let place = 0; place < 5; place += 1) {
      const byte = this.u8();
      value = value * 128 + (byte & 0x7f);
      if ((byte & 0x80) === 0) return value;
    }
    throw new Error('a number of a font is too long');
  }
  /** A number that is mostly below 253, in one to three bytes. */
  u16Short(): number {
    const code = this.u8();
    if (code === 253) return this.u16();
    if (code === 254) return this.u8() + 506;
    if (code === 255) return this.u8() + 253;
    return code;
  }
}
