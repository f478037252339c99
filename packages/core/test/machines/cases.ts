// Every kind on every market it trades. A new kind writes its case beside grid-case.ts and adds it here; both property
// files then run it.
import type { MachineCase } from './case.ts';
import { customLong, customShort, customSpot } from './custom-case.ts';
import { dcaCalendarFutures, dcaCalendarSpot, dcaLadderFutures, dcaLadderSpot } from './dca-case.ts';
import { gridLong, gridNeutral, gridShort, gridSpot } from './grid-case.ts';
import { martinLong, martinShort, martinSpot } from './martin-case.ts';
import { probePerpetual } from './probe-case.ts';

export const cases: readonly MachineCase[] = [
  customSpot,
  customLong,
  customShort,
  probePerpetual,
  gridSpot,
  gridLong,
  gridShort,
  gridNeutral,
  dcaLadderSpot,
  dcaLadderFutures,
  dcaCalendarSpot,
  dcaCalendarFutures,
  martinSpot,
  martinLong,
  martinShort,
];
