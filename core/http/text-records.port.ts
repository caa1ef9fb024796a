/** The TXT records of a name in DNS; none when there is no such name, or nobody answers. */
export type TextRecords = (name: string) => Promise<string[]>;
