// The range of the fuel reminder as the specification's setInfo has it. The server judges; this spares the way there.
export function isFuelNotice(text: string): boolean {
  return /^\d{1,5}(\.\d{1,8})?$/.test(text) && Number(text) >= 1 && Number(text) <= 10_000;
}
