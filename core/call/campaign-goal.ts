/** What is done when a machine answers; `connect`: nobody listens for machines. */
type MachineRule =
  | { rule: 'connect' | 'hangUp' }
  /** A sound of the team, or else a text that is spoken. */
  | { rule: 'message'; soundId: number | null; text?: string };

/** What becomes of whoever answers a campaign's call. */
export type CampaignGoal =
  | {
      kind: 'agents';
      groupId: number | null;
      machine: MachineRule;
      /** Played to whoever finds nobody in time; null: what the product has. A key (9) takes them off every list. */
      abandonedSoundId: number | null;
    }
  /** A published flow talks to whoever answers; `values` are its attributes by name. */
  | {
      kind: 'flow';
      flowId: number;
      fallbackGroupId: number | null;
      machine: MachineRule;
      values: Readonly<Record<string, string>>;
    };
