// The public pages: legal texts and the state of the service.
import {
  indexAbout,
  indexBanners,
  indexPrivacy,
  indexStatus,
  indexTips,
} from '@cormorant/contract/calls/index-pages.ts';
import { codes } from '@cormorant/contract/catalogue.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import type { Settings } from '../../ports/settings.ts';
import { type BoundCall, bindCall, type Handler, Refusal } from '../handler.ts';
import { legalTexts, termsUpdatedAtMs, termsVersion } from './legal-texts.ts';

export interface ContentDeps {
  readonly settings: Settings;
  readonly version: string;
}

/** The operator's own words, or the plain fact; empty when all is well. */
export function maintenanceMessage(settings: Settings, lang: Lang): string {
  if (settings.get('maintenance') === 0) return '';
  const own = settings.get(lang === 'zh' ? 'maintenance_message_zh' : 'maintenance_message_en');
  return own !== '' ? own : lang === 'zh' ? '系统维护中' : 'Under maintenance';
}

function showLegalText(): Handler<typeof indexPrivacy> {
  return async ({ query }, context) => ({
    type: query.type,
    ...legalTexts[query.type][context.lang],
    version: termsVersion,
    updated_at: termsUpdatedAtMs,
  });
}

function showStatus({ settings, version }: ContentDeps): Handler<typeof indexStatus> {
  return async (_request, context) => {
    const until = settings.get('maintenance_until');
    return {
      maintenance: settings.get('maintenance') === 1 ? 1 : 0,
      message: maintenanceMessage(settings, context.lang),
      ...(until > 0 && { until }),
      version,
      time: context.nowMs,
    };
  };
}

/** PENDING: replaced while this issue is built; none may be left at its end. */
const pending = (): never => {
  throw new Refusal(codes.feature_disabled);
};

export function contentCalls(deps: ContentDeps): BoundCall[] {
  return [
    bindCall(indexAbout, pending),
    bindCall(indexTips, pending),
    bindCall(indexBanners, pending),
    bindCall(indexPrivacy, showLegalText()),
    bindCall(indexStatus, showStatus(deps)),
  ];
}
