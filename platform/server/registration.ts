/** Who may open an organisation: everybody, whom an owner invites, nobody. People are invited into teams in any case. */
export const registrations = ['open', 'invitation', 'closed'] as const;
export type Registration = (typeof registrations)[number];
