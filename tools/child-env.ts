// What a process that a test starts has of ours: where programs are found, and where modules lie that are compiled already.
// Invariant: nothing else of a person's shell reaches it.

/** Half of what a server takes to start is compiling the same modules again. */
export const childEnv: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
