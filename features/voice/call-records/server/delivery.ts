/** Hands over what lies on disk, and waits where it cannot be taken now. */
export interface PatientDelivery {
  /** Does the work, again and again while where it goes is away; a few at a time, the first first. */
  deliver<T>(work: () => Promise<T>): Promise<T>;
  /** What waits is given up, and stays where it is. */
  stop(): void;
}
