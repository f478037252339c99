// Points (product.md 4.2): earned for paid fuel that was consumed, for tasks and for invited friends who use it. They count
// in hundredths, rounded down over all that was ever consumed, so that small charges lose nothing and none is paid twice.
const CENT_E18 = 10n ** 16n;
const WHOLE_E18 = 10n ** 18n;

/** The tasks that are paid for once each; first_round is the first that is finished with simulated money. */
export const taskPoints = { bind_exchange: 50, set_payment: 20, bind_email: 20, first_round: 30 } as const;
export type PointsTask = keyof typeof taskPoints;

const INVITE_POINTS = 100n;
const INVITE_FUEL_E18 = 5n * WHOLE_E18;

function pointsFor(fuelE18: bigint, pointsPerFuel: number): bigint {
  const points = fuelE18 * BigInt(pointsPerFuel);
  return points - (points % CENT_E18);
}

/** What consuming more paid fuel brings to who has consumed so much before. */
export function fuelPoints(beforeE18: bigint, consumedE18: bigint, pointsPerFuel: number): bigint {
  return pointsFor(beforeE18 + consumedE18, pointsPerFuel) - pointsFor(beforeE18, pointsPerFuel);
}

/** What the referrer of somebody gets whose paid fuel grows from so much by so much: once, when it reaches five. */
export function invitePoints(beforeE18: bigint, consumedE18: bigint): bigint {
  const reached = beforeE18 < INVITE_FUEL_E18 && beforeE18 + consumedE18 >= INVITE_FUEL_E18;
  return reached ? INVITE_POINTS * WHOLE_E18 : 0n;
}

export function pointsOfTask(task: PointsTask): bigint {
  return BigInt(taskPoints[task]) * WHOLE_E18;
}
