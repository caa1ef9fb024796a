/** A group of tags, as far as a choice between them needs it. */
export interface NamedGroup {
  id: number;
  name: string;
}
