/** Types of bootstrap.mjs, which stays plain JavaScript because it runs on Node 20. */
export function installedMatchesLock(folder: string): boolean;
