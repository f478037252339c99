// The calls of this feature and what they need.
import {
  userFuelCharge,
  userRateHistory,
  userReferrals,
  userTeam,
  userTeamRate,
  userTeamSummary,
} from '@cormorant/contract/calls/team.ts';
import type { FuelStore } from '../../ports/fuel-store.ts';
import { type BoundCall, bindCall } from '../handler.ts';
import { giveRate, showRateHistory } from './give-rate.ts';
import { showCharge } from './show-charge.ts';
import { type ShowTeamDeps, showReferrals, showTeam, showTeamSummary } from './show-team.ts';

export interface TeamDeps extends ShowTeamDeps {
  readonly fuel: Pick<FuelStore, 'charge'>;
}

export function teamCalls(deps: TeamDeps): BoundCall[] {
  return [
    bindCall(userReferrals, showReferrals(deps)),
    bindCall(userTeamSummary, showTeamSummary(deps)),
    bindCall(userTeam, showTeam(deps)),
    bindCall(userTeamRate, giveRate(deps.teams)),
    bindCall(userRateHistory, showRateHistory(deps.teams)),
    bindCall(userFuelCharge, showCharge(deps.fuel)),
  ];
}
