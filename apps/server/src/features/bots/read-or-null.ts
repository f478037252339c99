// A bot whose snapshot cannot be read is set aside (decision 39), and its screen is where its owner learns it: what the
// snapshot would say is left out there, and what its row says in columns is shown.
export function readOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
