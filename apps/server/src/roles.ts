// The parts a process may play. One process plays all of them by default; ROLES splits them over processes.
export const roles = ['api', 'runner', 'jobs'] as const;
export type Role = (typeof roles)[number];

/** Throws on an unknown or empty list, naming what is allowed. */
export function parseRoles(text: string): ReadonlySet<Role> {
  const asked = text.split(',').map((part) => part.trim());
  if (asked.length === 1 && asked[0] === 'all') return new Set(roles);
  const unknown = asked.find((part) => !roles.some((role) => role === part));
  if (unknown !== undefined) throw new Error(`ROLES: "${unknown}" is not one of ${roles.join(', ')}, all`);
  return new Set(asked as Role[]);
}
