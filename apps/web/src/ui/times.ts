// Times as screens write them, in the device's own zone.

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** 05:07 */
export function clockTime(at: number): string {
  const time = new Date(at);
  return `${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** 08-05 */
export function dayOf(at: number): string {
  const time = new Date(at);
  return `${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** 08-05 05:07 */
export function dayTime(at: number): string {
  return `${dayOf(at)} ${clockTime(at)}`;
}
